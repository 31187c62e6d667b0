/** Search in everything that a session's page shows. */

import type { SessionView } from './session-view.js'

/** One place that a search can find. */
export interface Searchable {
  /** What it is: an item, a finding, a kind of event, a call. */
  readonly kind: string
  /** The text. */
  readonly text: string
  /** The turn to go to. */
  readonly turn: number
  /** The id of the item to open, or null. */
  readonly item: string | null
}

/** What a search found. */
export interface SearchResult {
  /** The first hits, in order: items, findings, then what happened. */
  readonly hits: readonly Searchable[]
  /** How many there are. */
  readonly total: number
}

/** As many hits are shown. */
const shownHits = 60

/** Searches a session. What is searched is gathered with the first search. */
export class SessionSearch {
  readonly #view: SessionView
  #entries: readonly (Searchable & { readonly low: string })[] | null = null

  /** @param view the session */
  constructor(view: SessionView) {
    this.#view = view
  }

  /** Finds the places whose text has every word of the question. */
  find(question: string): SearchResult {
    const words = question
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    if (words.length === 0) return { hits: [], total: 0 }
    this.#entries ??= entriesOf(this.#view).map((entry) => ({ ...entry, low: entry.text.toLowerCase() }))
    const found = this.#entries.filter(({ low }) => words.every((word) => low.includes(word)))
    return { hits: found.slice(0, shownHits), total: found.length }
  }
}

function entriesOf({ replay }: SessionView): readonly Searchable[] {
  const { items, audit, turns, calls } = replay
  return [
    ...items.map(({ id, text, life }) => ({
      kind: 'item',
      text: `#${id} ${text}`,
      turn: life.at(-1)?.turn ?? 0,
      item: id,
    })),
    ...audit.findings.map(({ rule, message, turn, item }) => ({
      kind: 'finding',
      text: `${message} ${rule}`,
      turn,
      item,
    })),
    ...turns.flatMap(({ turn, events }) =>
      events.map(({ kind, text, tool }) => ({
        kind,
        text: tool === undefined || text.startsWith(tool) ? text : `${tool} ${text}`,
        turn,
        item: null,
      })),
    ),
    ...calls.map(({ turn, tool, input, output }) => ({
      kind: 'evidence',
      text: `${tool} ${input} ${output ?? ''}`,
      turn,
      item: null,
    })),
  ]
}
