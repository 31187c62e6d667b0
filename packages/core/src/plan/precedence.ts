/**
 * What must be over before what: the critical path method over the open items of a list. An item begins once all that
 * it, or an item that it is a part of, waits for is closed; it ends once its parts have ended.
 */

import { isOpen } from '../items.js'
import type { TodoItem } from '../state.js'
import type { Forest } from './forest.js'

/** When an item's work may begin and end, in the unit of efforts from now. */
export interface ItemTimes {
  /** Where it may begin at the earliest; null where the item is closed, or can never begin. */
  readonly start: number | null
  /** Where it may end at the earliest; null as `start`. */
  readonly finish: number | null
  /** By how much its end can come later without anything else ending later; null as `start`, and where there is a circle. */
  readonly slack: number | null
}

/** The open items as a graph of beginnings and ends. */
export class PrecedenceGraph {
  /** The places of one circle, the first again at the end; null where there is none. */
  readonly circle: readonly number[] | null
  /** The shortest time for everything; null where there is a circle. */
  readonly length: number | null
  /** The places whose efforts it is the sum of, in order; null where there is a circle. */
  readonly path: readonly number[] | null
  readonly #items: readonly TodoItem[]
  readonly #effortOf: (place: number) => number
  /** A beginning has twice the item's place as its number, an end one more, and each id that is waited for comes behind these. */
  readonly #next: number[][] = []
  readonly #before: number[][] = []
  readonly #earliest: number[] = []
  readonly #latest: number[] = []
  readonly #settled: readonly number[]

  /** @param effortOf what is left of the item at a place by itself */
  constructor(items: readonly TodoItem[], forest: Forest, effortOf: (place: number) => number) {
    this.#items = items
    this.#effortOf = effortOf
    this.#connect(forest)
    this.#settled = this.#settle()
    const isWhole = this.#settled.length === this.#next.length
    this.circle = isWhole ? null : this.#findCircle()
    const end = this.#settled.reduce((latest, node) => Math.max(latest, this.#end(node)), 0)
    this.length = isWhole ? end : null
    this.#leave(end)
    this.path = isWhole ? this.#longest(end) : null
  }

  /** When the item at a place begins and ends at the earliest, and by how much it can end later. */
  times(place: number): ItemTimes {
    const item = this.#items[place]
    const start = this.#earliest[2 * place]
    const finish = this.#earliest[2 * place + 1]
    if (item === undefined || !isOpen(item) || start === undefined || finish === undefined) {
      return { start: null, finish: null, slack: null }
    }
    const slack = this.circle === null ? (this.#latest[2 * place + 1] ?? finish) - finish : null
    return { start: rounded(start), finish: rounded(finish), slack: slack === null ? null : rounded(slack) }
  }

  #connect(forest: Forest): void {
    const open = this.#items.map(isOpen)
    const idNodes = new Map<string, { readonly node: number; readonly places: number[] }>()
    for (let node = 0; node < 2 * open.length; node += 1) this.#addNode()
    for (const [place, { dependencies }] of this.#items.entries()) {
      if (open[place] !== true) continue
      for (const id of new Set(dependencies))
        if (!idNodes.has(id)) idNodes.set(id, { node: this.#addNode(), places: [] })
    }
    for (const [place, { id }] of this.#items.entries()) {
      if (open[place] !== true) continue
      this.#edge(2 * place, 2 * place + 1)
      const known = idNodes.get(id)
      known?.places.push(place)
      if (known !== undefined) this.#edge(2 * place + 1, known.node)
      const above = forest.parent[place] ?? -1
      if (open[above] !== true) continue
      this.#edge(2 * above, 2 * place)
      this.#edge(2 * place + 1, 2 * above + 1)
    }
    for (const [place, { dependencies }] of this.#items.entries()) {
      if (open[place] !== true) continue
      for (const id of new Set(dependencies)) {
        const awaited = idNodes.get(id)
        if (awaited === undefined) continue
        // Who waits for its own part says no more than that it ends after it.
        const [only, ...others] = awaited.places
        const isPart = only !== undefined && others.length === 0 && forest.isBelow(only, place)
        this.#edge(awaited.node, isPart ? 2 * place + 1 : 2 * place)
      }
    }
  }

  #addNode(): number {
    this.#before.push([])
    return this.#next.push([]) - 1
  }

  #edge(from: number, to: number): void {
    this.#next[from]?.push(to)
    this.#before[to]?.push(from)
  }

  /** The time that passes between a node and those after it: an item's effort lies between its beginning and its end. */
  #effort(node: number): number {
    return node < 2 * this.#items.length && node % 2 === 0 ? this.#effortOf(node / 2) : 0
  }

  #end(node: number): number {
    return this.#earliest[node] ?? 0
  }

  #weight(from: number, to: number): number {
    return to === from + 1 ? this.#effort(from) : 0
  }

  /** Goes from what waits for nothing to what waits for that; what is in a circle, or behind one, is never come to. */
  #settle(): readonly number[] {
    const waiting = this.#before.map(({ length }) => length)
    const settled = [...waiting.keys()].filter((node) => waiting[node] === 0)
    for (const node of settled) this.#earliest[node] = 0
    for (const node of settled) {
      for (const next of this.#next[node] ?? []) {
        const at = (this.#earliest[node] ?? 0) + this.#weight(node, next)
        this.#earliest[next] = Math.max(this.#earliest[next] ?? 0, at)
        const left = (waiting[next] ?? 0) - 1
        waiting[next] = left
        if (left === 0) settled.push(next)
      }
    }
    for (const [node, left] of waiting.entries()) if (left > 0) delete this.#earliest[node]
    return settled
  }

  /** Back from the end: when each node must be come to at the latest. */
  #leave(end: number): void {
    for (const node of this.#settled.toReversed()) {
      let latest = end
      for (const next of this.#next[node] ?? []) {
        const by = this.#latest[next]
        if (by !== undefined) latest = Math.min(latest, by - this.#weight(node, next))
      }
      this.#latest[node] = latest
    }
  }

  #longest(end: number): readonly number[] {
    const path: number[] = []
    let node = this.#settled.find((each) => this.#end(each) === end && (this.#next[each]?.length ?? 0) === 0)
    while (node !== undefined) {
      const at: number = node
      const before: number | undefined = this.#before[at]?.find(
        (each) => this.#end(each) + this.#weight(each, at) === this.#end(at),
      )
      if (before !== undefined && this.#weight(before, at) > 0) path.push(before / 2)
      node = before
    }
    return path.toReversed()
  }

  #findCircle(): readonly number[] {
    const settled = new Set(this.#settled)
    const unsettled = (node: number) => !settled.has(node)
    const seen = new Map<number, number>()
    const walk: number[] = []
    let node = [...this.#next.keys()].find(unsettled)
    while (node !== undefined && !seen.has(node)) {
      seen.set(node, walk.length)
      walk.push(node)
      node = this.#before[node]?.find(unsettled)
    }
    const round = walk.slice(seen.get(node ?? -1) ?? 0)
    const places = round.filter((each) => each < 2 * this.#items.length).map((each) => each >> 1)
    const circle = places.filter((place, index) => place !== places[index - 1])
    const first = circle[0] ?? 0
    return circle.at(-1) === first && circle.length > 1 ? circle : [...circle, first]
  }
}

/** To the sixth digit: sums of thirds are shown as people write them. */
function rounded(number: number): number {
  return Math.round(number * 1e6) / 1e6
}
