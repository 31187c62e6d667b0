/** Where words stand in a session: in items, findings, messages, calls and refusals. */

import type { ReplayEventKind, SessionReplay } from './session-replay.js'

/** A place that was found. */
export interface Match {
  readonly kind: 'item' | 'finding' | ReplayEventKind
  readonly text: string
  readonly turn: number
  readonly seq: number
  /** The id of the item that it is about, and its key where the text is an item's. */
  readonly item: string | null
  readonly key: string | null
}

/** The words that are searched, in lower case. */
export function wordsOf(question: string): readonly string[] {
  return question
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** The places whose text has every one of some words. */
export function matching(places: readonly Match[], words: readonly string[]): readonly Match[] {
  if (words.length === 0) return []
  return places.filter(({ text }) => {
    const low = text.toLowerCase()
    return words.every((word) => low.includes(word))
  })
}

/** All that can be found: items first, then findings, then what happened in its order. */
export function searchPlaces({ items, audit, turns, calls }: SessionReplay): readonly Match[] {
  const texts = new Map(calls.map(({ seq, input, output }) => [seq, [input, output]]))
  return [
    ...items.flatMap(({ key, id, life }) =>
      life.flatMap(({ what, to, turn, seq }): Match[] => {
        if ((what !== 'added' && what !== 'text') || typeof to !== 'string') return []
        return [{ kind: 'item', text: `#${id} ${to}`, turn, seq, item: id, key }]
      }),
    ),
    ...audit.findings.map(
      ({ rule, message, turn, seq, item }): Match => ({
        kind: 'finding',
        text: `${message} ${rule}`,
        turn,
        seq,
        item,
        key: null,
      }),
    ),
    ...turns.flatMap(({ turn, events }) =>
      events.map(({ kind, seq, text, tool = '', violations = [] }): Match => {
        const said = [text.startsWith(tool) ? '' : tool, text, ...violations.map(({ message }) => message)]
        const parts = [...said, ...(texts.get(seq) ?? [])].filter((part) => part !== null && part !== '')
        return { kind, text: parts.join(' '), turn, seq, item: null, key: null }
      }),
    ),
  ]
}
