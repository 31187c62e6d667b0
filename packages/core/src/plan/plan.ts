/** What is left of a list, in which order: progress rolled up, what waits for what, the critical path. Pure. */

import { type EffortUnit, readEstimate } from '../estimate.js'
import type { TodoStatus } from '../events.js'
import { isOpen } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'
import { Forest } from './forest.js'
import { type ItemTimes, PrecedenceGraph } from './precedence.js'

/** How much of something is done. What was cancelled is no part of it. */
export interface Progress {
  /** How many are completed. */
  readonly completed: number
  /** Of how many. */
  readonly total: number
}

/** An item in the plan. */
export interface PlannedItem extends ItemTimes {
  /** The internal key. */
  readonly key: string
  /** The id that people and models see. */
  readonly id: string
  /** What is to be done. */
  readonly text: string
  /** How far it is. */
  readonly status: TodoStatus
  /** Why it is blocked, else null. */
  readonly reason: string | null
  /** The id of the item of the list that it is a part of, or null. */
  readonly parent: string | null
  /** How many items it stands below. */
  readonly depth: number
  /** The progress of its parts that have no parts themselves; null where it has no parts. */
  readonly progress: Progress | null
  /** The ids of the open items that it waits for. What has closed is waited for no more. */
  readonly waitsFor: readonly string[]
  /** The ids that it waits for and that no item of the list has: nothing is waited for. */
  readonly unknown: readonly string[]
  /** True where it can be worked on: open, not blocked, no open parts, and nothing is waited for, by what it is a part of either. */
  readonly ready: boolean
  /** True where it is marked as blocked although all that it waited for has closed. */
  readonly resolved: boolean
  /** What it should take, in the plan's unit; of one with parts their sum. Null where nobody says. */
  readonly estimate: number | null
}

/** What is left of a list. */
export interface Plan {
  /** The list's goal, or null. */
  readonly goal: string | null
  /** The items; one with parts stands before them. */
  readonly items: readonly PlannedItem[]
  /** The progress of all items without parts. */
  readonly progress: Progress
  /** What lengths, estimates and slack are counted in. */
  readonly unit: EffortUnit
  /** How many of the open items without parts have no estimate: they count as the median of those that have, or as one. */
  readonly unestimated: number
  /** The effort that is left, one item after the other. */
  readonly effort: number
  /** The shortest time for all of it, were everything that waits for nothing done at once; null where items go round in a circle. */
  readonly length: number | null
  /** The ids of the items that this time is made of, in order; null as `length`. */
  readonly criticalPath: readonly string[] | null
  /** The ids of the items that can be worked on. */
  readonly ready: readonly string[]
  /** The ids of one circle of open items that wait for each other, the first again at the end; null where there is none. */
  readonly circle: readonly string[] | null
}

/** The plan of a list. Near linear in its items and in what they wait for. */
export function planOf({ goal, items }: Pick<SessionState, 'goal' | 'items'>): Plan {
  const forest = new Forest(items)
  const effort = effortOf(items, forest)
  const graph = new PrecedenceGraph(items, forest, effort.of)
  const { circle, length } = graph
  const openIds = new Set(items.filter(isOpen).map(({ id }) => id))
  const ids = new Set(items.map(({ id }) => id))
  const progress = rolledUp(items, forest)
  const estimates = effort.unit === 'items' ? [] : summedUp(forest, effort.given)
  const free: boolean[] = []
  const planned = forest.order.map((place): PlannedItem => {
    const item = itemAt(items, place)
    const above = forest.parent[place] ?? -1
    const dependencies = [...new Set(item.dependencies)]
    const waitsFor = isOpen(item) ? dependencies.filter((id) => openIds.has(id)) : []
    free[place] = waitsFor.length === 0 && (above < 0 || free[above] === true)
    const hasOpenParts = forest.partsOf(place).some((each) => isOpen(itemAt(items, each)))
    const known = dependencies.filter((id) => ids.has(id))
    return {
      key: item.key,
      id: item.id,
      text: item.text,
      status: item.status,
      reason: item.reason,
      parent: above < 0 ? null : itemAt(items, above).id,
      depth: forest.depth[place] ?? 0,
      progress: forest.partsOf(place).length === 0 ? null : (progress[place] ?? null),
      waitsFor,
      unknown: dependencies.filter((id) => !ids.has(id)),
      ready: isOpen(item) && item.status !== 'blocked' && free[place] === true && !hasOpenParts,
      resolved: item.status === 'blocked' && known.length > 0 && waitsFor.length === 0,
      estimate: estimates[place] ?? null,
      ...graph.times(place),
    }
  })
  const leaves = forest.order.filter((place) => forest.partsOf(place).length === 0)
  return {
    goal,
    items: planned,
    progress: sumOf(leaves.map((place) => ownProgress(itemAt(items, place)))),
    unit: effort.unit,
    unestimated: effort.unestimated,
    effort: leaves.reduce((sum, place) => sum + effort.of(place), 0),
    length,
    criticalPath: graph.path?.map((place) => itemAt(items, place).id) ?? null,
    ready: planned.filter(({ ready }) => ready).map(({ id }) => id),
    circle: circle?.map((place) => itemAt(items, place).id) ?? null,
  }
}

function itemAt(items: readonly TodoItem[], place: number): TodoItem {
  const item = items[place]
  if (item === undefined) throw new RangeError(`no item at ${place}`)
  return item
}

function ownProgress({ status }: TodoItem): Progress {
  return { completed: status === 'completed' ? 1 : 0, total: status === 'cancelled' ? 0 : 1 }
}

function sumOf(all: readonly Progress[]): Progress {
  return all.reduce(
    (sum, each) => ({ completed: sum.completed + each.completed, total: sum.total + each.total }),
    { completed: 0, total: 0 },
  )
}

/** The progress of each item: of its parts where it has some, else its own. */
function rolledUp(items: readonly TodoItem[], forest: Forest): readonly Progress[] {
  const progress: Progress[] = []
  for (const place of forest.order.toReversed()) {
    const parts = forest.partsOf(place)
    progress[place] =
      parts.length === 0
        ? ownProgress(itemAt(items, place))
        : sumOf(parts.map((each) => progress[each] ?? { completed: 0, total: 0 }))
  }
  return progress
}

/** The estimate of each item: the sum of its parts' where it has some and they have. */
function summedUp(forest: Forest, given: readonly (number | null)[]): readonly (number | null)[] {
  const sums: (number | null)[] = []
  for (const place of forest.order.toReversed()) {
    const parts = forest.partsOf(place).flatMap((each) => sums[each] ?? [])
    sums[place] = parts.length > 0 ? parts.reduce((sum, each) => sum + each, 0) : (given[place] ?? null)
  }
  return sums
}

interface Effort {
  readonly unit: EffortUnit
  /** The estimates, in that unit. */
  readonly given: readonly (number | null)[]
  readonly unestimated: number
  /** What is left of an item by itself: nothing of one that is closed, or that has parts. */
  of(place: number): number
}

/** Minutes where any item has an estimate in time, else points where any has one, else items. */
function effortOf(items: readonly TodoItem[], forest: Forest): Effort {
  const estimates = items.map(({ estimate }) => readEstimate(estimate))
  const unit = (['minutes', 'points'] as const).find((each) => estimates.some((read) => read?.unit === each))
  const given = estimates.map((read) => (read !== null && read.unit === unit ? read.amount : null))
  const sorted = given.filter((amount) => amount !== null).toSorted((one, other) => one - other)
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 1
  const isLeft = (place: number) => forest.partsOf(place).length === 0 && isOpen(itemAt(items, place))
  return {
    unit: unit ?? 'items',
    given,
    unestimated: items.filter((_, place) => isLeft(place) && given[place] == null).length,
    of: (place) => (isLeft(place) ? (given[place] ?? usual) : 0),
  }
}
