/** Messages that are typed while the model is at work: queued first, then given to it, amid its work or as an input. */

interface WaitingMessages {
  readonly texts: string[]
  given: string | null
}

export class MessageQueue {
  readonly #sessions = new Map<string, WaitingMessages>()

  /** Takes one record of a session's queue; gives the message that it gives to the model amid its work, else null. */
  take(session: string, operation: string | null, text: string): string | null {
    const waiting = this.#sessions.get(session) ?? { texts: [], given: null }
    this.#sessions.set(session, waiting)
    if (operation === 'enqueue') waiting.texts.push(text)
    else if (operation === 'dequeue') waiting.texts.shift()
    else if (operation === 'popAll') waiting.texts.length = 0
    return operation === 'remove' ? giveAmid(waiting, text) : null
  }
}

/** Newer files have it twice: by the queue's record, with or without the text, and by an attachment. */
function giveAmid(waiting: WaitingMessages, text: string): string | null {
  const place = text === '' ? 0 : waiting.texts.indexOf(text)
  const queued = place === -1 ? undefined : waiting.texts.splice(place, 1)[0]
  const message = queued ?? text
  const again = queued === undefined && message === waiting.given
  waiting.given = again ? null : message
  // The notice of a shell command in the background is no message.
  return again || message === '' || message.startsWith('{"task_id"') ? null : message
}
