/** What a framework keeps of its conversations, in the log of the session that it drives. */

import type { EventOf, Ledger, Session } from '@todo-ledger/core'

/** A conversation as it stands. */
export interface Conversation<Entry> {
  /** Its entries in the framework's own form, oldest first. */
  readonly entries: readonly Entry[]
  /** When it last changed, in milliseconds since 1970. */
  readonly changed: number
}

/** The conversations of one session. One change comes after the other. */
export class Conversations<Entry> {
  /** The session in whose log they stand. */
  readonly session: Session
  readonly #ledger: Ledger
  readonly #found = new Map<string, Conversation<Entry>>()
  /** So far the log is read. */
  #seq = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(ledger: Ledger, session: Session) {
    this.#ledger = ledger
    this.session = session
  }

  /** All that have entries, by name, as the log has them now. */
  read(): Promise<ReadonlyMap<string, Conversation<Entry>>> {
    return this.#next(() => this.#read())
  }

  /** Takes entries from the end of one, and adds others. @param change what, seen what it holds */
  change(
    conversation: string,
    change: (entries: readonly Entry[]) => { readonly removed?: number; readonly added?: readonly Entry[] },
  ): Promise<void> {
    return this.#next(async () => {
      const { removed = 0, added = [] } = change((await this.#read()).get(conversation)?.entries ?? [])
      if (removed + added.length > 0) await this.session.recordConversation({ conversation, removed, added })
    })
  }

  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #read(): Promise<ReadonlyMap<string, Conversation<Entry>>> {
    const from = this.#seq + 1
    for await (const event of this.#ledger.events(this.session.id, { from })) {
      if (event.type === 'session.redacted' && from > 1) {
        // What was taken out of the log stands in what was read of it before.
        this.#found.clear()
        this.#seq = 0
        return await this.#read()
      }
      this.#seq = event.seq
      if (event.type === 'conversation.changed') this.#apply(event.data, event.at)
    }
    return this.#found
  }

  #apply({ conversation, removed, added }: EventOf<'conversation.changed'>['data'], at: Date): void {
    const before = this.#found.get(conversation)?.entries ?? []
    const kept = before.slice(0, Math.max(0, before.length - removed))
    const entries = [...kept, ...(added as Entry[])] // as it was given
    if (entries.length === 0) this.#found.delete(conversation)
    else this.#found.set(conversation, { entries, changed: at.getTime() })
  }
}
