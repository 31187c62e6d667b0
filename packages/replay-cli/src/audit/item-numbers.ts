/** Item numbers as people read them: those that a session used twice are told apart. */

import type { CompletionAudit } from '@todo-ledger/audit'
import { printable } from '../text/printable.js'

const ordinals = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

/** A completion as it is named. */
type Named = Pick<CompletionAudit, 'item' | 'key' | 'list' | 'turn' | 'seq'>

/** The numbers of the items that a session completed. */
export class ItemNumbers {
  readonly #names = new Map<string, string>()

  /** @param completions all of the session's */
  constructor(completions: readonly Named[]) {
    const firstList = new Map<string, number>()
    const firstOf = new Map<string, string>()
    for (const { item, key, list = 1, turn, seq } of completions) {
      const first = firstList.get(item) ?? list
      firstList.set(item, first)
      const place = JSON.stringify([item, list])
      const before = firstOf.get(place) ?? key
      firstOf.set(place, before)
      const apart = [
        ...(list === first ? [] : [`${ordinals[list] ?? `${list}th`} list`]),
        ...(key === before ? [] : [`turn ${turn}`]),
      ]
      if (apart.length > 0) this.#names.set(nameKey(item, seq), apart.join(', '))
    }
  }

  /** `#2`, or `#2 (second list)` where another item had the number before. @param seq the event that it is named for */
  of({ item, seq }: Pick<Named, 'item' | 'seq'>): string {
    const more = this.#names.get(nameKey(item, seq))
    return `#${printable(item, 40)}${more === undefined ? '' : ` (${more})`}`
  }
}

function nameKey(item: string, seq: number): string {
  return JSON.stringify([item, seq])
}
