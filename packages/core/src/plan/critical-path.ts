/**
 * The critical path method over the open items of a list. An item begins once all that it, or an item that it is a part
 * of, waits for is closed; it ends once its parts have ended.
 */

import { isOpen } from '../items.js'
import type { TodoItem } from '../state.js'

/** An item in the hierarchy, and what is said of it together with its parts. */
export interface Entry {
  readonly item: TodoItem
  readonly parts: Entry[]
  parent: Entry | null
  depth: number
  dependencies: readonly Entry[]
  completed: number
  total: number
  estimate: number | null
  /** The effort that is left of the item itself, without its parts. */
  effort: number
}

/** The beginning or the end of an item. */
interface Border {
  readonly entry: Entry
  /** The effort that lies before an end. */
  readonly effort: number
  readonly next: Border[]
  /** How many of the borders before it were not reached yet. */
  waiting: number
  /** When it is reached at the earliest, and after which other. */
  at: number
  after: Border | null
}

/** The items whose efforts make up the shortest time for everything, in order; null where items wait for each other in a circle. */
export function criticalPathOf(entries: readonly Entry[]): readonly Entry[] | null {
  const borders = bordersOf(entries.filter(({ item }) => isOpen(item)))
  const reached = borders.filter(({ waiting }) => waiting === 0)
  for (const border of reached) {
    border.at += border.effort
    for (const next of border.next) {
      if (border.at > next.at) Object.assign(next, { at: border.at, after: border })
      next.waiting -= 1
      if (next.waiting === 0) reached.push(next)
    }
  }
  if (reached.length < borders.length) return null
  const path: Entry[] = []
  let last = reached.reduce<Border | null>((best, next) => (next.at > (best?.at ?? 0) ? next : best), null)
  for (; last !== null; last = last.after) if (last.effort > 0) path.push(last.entry)
  return path.reverse()
}

function bordersOf(open: readonly Entry[]): readonly Border[] {
  const bordersWith = (effortOf: (entry: Entry) => number) =>
    new Map(
      open.map((entry): [Entry, Border] => [
        entry,
        { entry, effort: effortOf(entry), next: [], waiting: 0, at: 0, after: null },
      ]),
    )
  const begins = bordersWith(() => 0)
  const ends = bordersWith(({ effort }) => effort)
  const link = (from: Border | undefined, to: Border | undefined): void => {
    if (from === undefined || to === undefined) return
    from.next.push(to)
    to.waiting += 1
  }
  for (const entry of open) {
    const [begin, end] = [begins.get(entry), ends.get(entry)]
    link(begin, end)
    if (entry.parent !== null) link(begins.get(entry.parent), begin)
    if (entry.parent !== null) link(end, ends.get(entry.parent))
    // That an item ends after its own parts is known.
    for (const other of entry.dependencies) if (other.parent !== entry) link(ends.get(other), begin)
  }
  return [...begins.values(), ...ends.values()]
}
