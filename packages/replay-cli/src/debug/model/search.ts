/** Searching a session's items, messages, calls and refusals for a text. */

import type { SessionIndex } from './session-index.js'

/** A place where a searched text stands. */
export interface Match {
  /** The turn. */
  readonly turn: number
  /** The seq of the event. */
  readonly seq: number
  /** The key of the item, where the text is an item's; else null. */
  readonly key: string | null
}

interface Haystack extends Match {
  readonly text: string
}

/** Searches one session. What can be found is gathered at the first search. */
export class SessionSearch {
  readonly #index: SessionIndex
  #haystacks: readonly Haystack[] | null = null

  /** @param index the session */
  constructor(index: SessionIndex) {
    this.#index = index
  }

  /** The places of a text, in their order; upper and lower case are the same. An empty text is nowhere. */
  matches(text: string): readonly Match[] {
    const wanted = text.toLowerCase()
    if (wanted === '') return []
    this.#haystacks ??= gather(this.#index)
    return this.#haystacks.filter((haystack) => haystack.text.includes(wanted))
  }
}

function gather({ replay }: SessionIndex): readonly Haystack[] {
  const events = new Map<number, { readonly turn: number; text: string }>()
  for (const { turn, events: happened } of replay.turns) {
    for (const { seq, text, tool = '', violations = [] } of happened) {
      events.set(seq, { turn, text: [tool, text, ...violations.map(({ message }) => message)].join('\n') })
    }
  }
  for (const { seq, turn, input, output } of replay.calls) {
    const known = events.get(seq)
    const text = `${known?.text ?? ''}\n${input}\n${output ?? ''}`
    events.set(seq, { turn, text })
  }
  const found: Haystack[] = []
  for (const [seq, { turn, text }] of events) found.push({ turn, seq, key: null, text: text.toLowerCase() })
  for (const { key, life } of replay.items) {
    for (const { what, to, turn, seq } of life) {
      if ((what !== 'added' && what !== 'text') || typeof to !== 'string') continue
      found.push({ turn, seq, key, text: to.toLowerCase() })
    }
  }
  return found.sort(
    (one, other) => one.seq - other.seq || Number(one.key === null) - Number(other.key === null),
  )
}
