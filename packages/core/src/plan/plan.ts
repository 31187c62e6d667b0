/** What is left of a list, in which order: progress rolled up, what waits for what, the critical path. Pure. */

import { type EffortUnit, readEstimate } from '../estimate.js'
import { isOpen } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'

/** How much of something is done. Cancelled items do not count. */
export interface Progress {
  readonly completed: number
  readonly total: number
}

export interface PlannedItem extends Pick<TodoItem, 'key' | 'id' | 'text' | 'status' | 'reason'> {
  /** The id of the item of the list that it is a part of, or null. */
  readonly parent: string | null
  readonly depth: number
  /** The progress of its parts that have no parts themselves; null where it has no parts. */
  readonly progress: Progress | null
  readonly waitsFor: readonly string[]
  /** True where it can be worked on: open, not blocked, no open parts, and neither it nor a parent waits for anything. */
  readonly ready: boolean
  /** In the plan's unit; of an item with parts their sum. Null where nobody says. */
  readonly estimate: number | null
  /** The seconds of work in which it was in progress. */
  readonly worked: number
}

export interface Plan {
  readonly goal: string | null
  readonly items: readonly PlannedItem[]
  readonly progress: Progress
  /** What estimates, effort and length are counted in. */
  readonly unit: EffortUnit
  /** The effort that is left. An item without an estimate counts as the median of those that have one, or as one. */
  readonly effort: number
  /** The shortest time for all of it, if what waits for nothing is done at once; null where items wait in a circle. */
  readonly length: number | null
  /** The ids of the items that this time is made of, in order; null as `length`. */
  readonly criticalPath: readonly string[] | null
}

/** @param worked for how many seconds items were in progress, by key */
export function planOf(
  { goal, items }: Pick<SessionState, 'goal' | 'items'>,
  worked: ReadonlyMap<string, number> = new Map(),
): Plan {
  const entries = hierarchyOf(items)
  const unit = estimate(entries)
  for (const entry of entries.toReversed()) {
    const { parts } = entry
    if (parts.length === 0) continue
    if (parts.some((part) => part.estimate !== null)) entry.estimate = sumOf(parts, (part) => part.estimate)
    entry.completed = sumOf(parts, (part) => part.completed)
    entry.total = sumOf(parts, (part) => part.total)
  }
  const tops = entries.filter(({ parent }) => parent === null)
  const path = criticalPathOf(entries)
  const waiting = new Set<Entry>()
  const idOf = ({ item }: Entry) => item.id
  const hasWork = ({ item }: Entry) => isOpen(item)
  return {
    goal,
    items: entries.map((entry): PlannedItem => {
      const { item, parent, parts, depth, dependencies, completed, total } = entry
      const { key, id, text, status, reason } = item
      const waitsFor = isOpen(item) ? dependencies.filter(hasWork).map(idOf) : []
      if (waitsFor.length > 0 || (parent !== null && waiting.has(parent))) waiting.add(entry)
      return {
        ...{ key, id, text, status, reason, depth, waitsFor },
        parent: parent?.item.id ?? null,
        progress: parts.length === 0 ? null : { completed, total },
        ready: isOpen(item) && status !== 'blocked' && !waiting.has(entry) && !parts.some(hasWork),
        estimate: entry.estimate,
        worked: worked.get(key) ?? 0,
      }
    }),
    progress: { completed: sumOf(tops, (top) => top.completed), total: sumOf(tops, (top) => top.total) },
    unit,
    effort: sumOf(entries, ({ effort }) => effort),
    length: path === null ? null : sumOf(path, ({ effort }) => effort),
    criticalPath: path?.map(idOf) ?? null,
  }
}

/** Each item before its parts, otherwise in the order of the list. An id of several items means the first of them. */
function hierarchyOf(items: readonly TodoItem[]): readonly Entry[] {
  const entries = items.map((item): Entry => {
    const counts = {
      completed: item.status === 'completed' ? 1 : 0,
      total: item.status === 'cancelled' ? 0 : 1,
    }
    return { item, parts: [], parent: null, depth: 0, dependencies: [], ...counts, estimate: null, effort: 0 }
  })
  const byId = new Map(entries.toReversed().map((entry) => [entry.item.id, entry]))
  for (const entry of entries) {
    entry.dependencies = [...new Set(entry.item.dependencies)].flatMap((id) => byId.get(id) ?? [])
    entry.parent = byId.get(entry.item.parent ?? '') ?? null
    entry.parent?.parts.push(entry)
  }
  const order = new Set<Entry>()
  // Items that are parts of each other have no top: the first of them stands for one.
  for (const top of [...entries.filter(({ parent }) => parent === null), ...entries]) {
    const stack = [top]
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      if (order.has(entry)) continue
      order.add(entry)
      if (entry !== top) entry.depth = (entry.parent?.depth ?? 0) + 1
      stack.push(...entry.parts.toReversed())
    }
  }
  return [...order]
}

/** In minutes where any item has an estimate in time, else in points where any has one, else each item counts as one. */
function estimate(entries: readonly Entry[]): EffortUnit {
  const read = entries.map(({ item }) => readEstimate(item.estimate))
  const unit = (['minutes', 'points'] as const).find((each) => read.some((one) => one?.unit === each))
  const amounts = read.map((one) => (one?.unit === unit ? (one?.amount ?? null) : null))
  const known = amounts.filter((amount) => amount !== null).toSorted((one, other) => one - other)
  for (const [index, entry] of entries.entries()) {
    entry.estimate = amounts[index] ?? null
    if (entry.parts.length > 0 || !isOpen(entry.item)) continue
    entry.effort = entry.estimate ?? known[Math.floor((known.length - 1) / 2)] ?? 1
  }
  return unit ?? 'items'
}

function sumOf(entries: readonly Entry[], of: (entry: Entry) => number | null): number {
  return entries.reduce((sum, entry) => sum + (of(entry) ?? 0), 0)
}

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

interface Border {
  readonly entry: Entry
  readonly effort: number
  readonly next: Border[]
  /** How many of the borders before it were not reached yet. */
  waiting: number
  /** When it is reached at the earliest, and after which other. */
  at: number
  after: Border | null
}

/** The items whose efforts make up the shortest time for everything, in order; null where items wait for each other in a circle. */
function criticalPathOf(entries: readonly Entry[]): readonly Entry[] | null {
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
