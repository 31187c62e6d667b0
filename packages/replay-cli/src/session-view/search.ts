/** Searching in everything that is shown of a session: items, findings, messages, calls and refusals. */

import type { ReplayEventKind, SessionReplay } from './session-replay.js'

/** A place where a search can find something. */
export interface Match {
  /** What it is. */
  readonly kind: 'item' | 'finding' | ReplayEventKind
  /** The text. */
  readonly text: string
  /** The turn to go to. */
  readonly turn: number
  /** The seq of its event. */
  readonly seq: number
  /** The id of the item that it is about, or null. */
  readonly item: string | null
  /** The key of the item, where the text is an item's; else null. */
  readonly key: string | null
}

/** The words that are searched, in lower case. */
export function wordsOf(question: string): readonly string[] {
  return question
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Searches one session. What can be found is gathered at the first search. */
export class SessionSearch {
  readonly #replay: SessionReplay
  #entries: readonly (Match & { readonly low: string })[] | null = null

  /** @param replay the session */
  constructor(replay: SessionReplay) {
    this.#replay = replay
  }

  /** The places whose text has every word of a question, items first, then findings, then what happened in its order. */
  find(question: string): readonly Match[] {
    const words = wordsOf(question)
    if (words.length === 0) return []
    this.#entries ??= matchesIn(this.#replay).map((entry) => ({ ...entry, low: entry.text.toLowerCase() }))
    return this.#entries.filter(({ low }) => words.every((word) => low.includes(word)))
  }
}

function matchesIn({ items, audit, turns, calls }: SessionReplay): readonly Match[] {
  const inFull = new Map(calls.map((call) => [call.seq, call]))
  const inTurns = new Set(turns.flatMap(({ events }) => events.map(({ seq }) => seq)))
  return [
    ...items.flatMap(({ key, id, life }) =>
      life
        .filter(({ what, to }) => (what === 'added' || what === 'text') && typeof to === 'string')
        .map(({ to, turn, seq }) => ({
          kind: 'item' as const,
          text: `#${id} ${to}`,
          turn,
          seq,
          item: id,
          key,
        })),
    ),
    ...audit.findings.map(({ rule, message, turn, seq, item }) => ({
      kind: 'finding' as const,
      text: `${message} ${rule}`,
      turn,
      seq,
      item,
      key: null,
    })),
    ...turns.flatMap(({ turn, events }) =>
      events.map(({ kind, seq, text, tool = '', violations = [] }) => {
        const { input = '', output = null } = inFull.get(seq) ?? {}
        const parts = [
          ...(text.startsWith(tool) ? [] : [tool]),
          text,
          ...violations.map(({ message }) => message),
          input,
          output ?? '',
        ]
        const all = parts.filter((part) => part !== '').join(' ')
        return { kind, text: all, turn, seq, item: null, key: null }
      }),
    ),
    // What is kept of events that the turns do not show.
    ...calls
      .filter(({ seq }) => !inTurns.has(seq))
      .map(({ turn, seq, tool, input, output }) => ({
        kind: 'call' as const,
        text: `${tool} ${input} ${output ?? ''}`,
        turn,
        seq,
        item: null,
        key: null,
      })),
  ]
}
