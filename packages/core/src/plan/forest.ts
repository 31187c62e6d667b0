/** Which item is a part of which, by their places in the list. */

import type { TodoItem } from '../state.js'

/** The items of a list, those with parts before their parts. An id that several items have is that of the first. */
export class Forest {
  /** The place of the item that each is a part of; -1 where it is a part of none of the list. */
  readonly parent: readonly number[]
  /** All places: each before its parts, otherwise as the list has them. */
  readonly order: readonly number[]
  /** How many items each stands below. */
  readonly depth: readonly number[]
  readonly #parts: readonly (readonly number[])[]
  /** Of each place its number in `order`, and the number after its last part's. */
  readonly #first: number[] = []
  readonly #after: number[] = []

  /** @param items the list; linear in it */
  constructor(items: readonly TodoItem[]) {
    const placeOf = new Map<string, number>()
    for (const [place, { id }] of items.entries()) if (!placeOf.has(id)) placeOf.set(id, place)
    this.parent = items.map(({ parent }) => (parent === null ? -1 : (placeOf.get(parent) ?? -1)))
    const parts: number[][] = items.map(() => [])
    for (const [place, above] of this.parent.entries()) parts[above]?.push(place)
    this.#parts = parts
    const depth: number[] = []
    const order: number[] = []
    // Items that are parts of each other have no top: the first of them stands for one.
    const tops = [...items.keys()].filter((place) => this.parent[place] === -1)
    for (const top of [...tops, ...items.keys()]) {
      const stack = [top]
      for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
        if (place < 0) {
          this.#after[~place] = order.length
          continue
        }
        if (this.#first[place] !== undefined) continue
        this.#first[place] = order.length
        depth[place] = place === top ? 0 : (depth[this.parent[place] ?? -1] ?? -1) + 1
        order.push(place)
        stack.push(~place)
        for (const part of parts[place]?.toReversed() ?? []) stack.push(part)
      }
    }
    this.order = order
    this.depth = depth
  }

  /** The places of the parts of the item at a place. */
  partsOf(place: number): readonly number[] {
    return this.#parts[place] ?? []
  }

  /** True where an item stands, over others or directly, below another. */
  isBelow(place: number, above: number): boolean {
    const first = this.#first[place] ?? 0
    return place !== above && first > (this.#first[above] ?? 0) && first < (this.#after[above] ?? 0)
  }
}
