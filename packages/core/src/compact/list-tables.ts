/** The tables of one list: by what its items are looked up. They go from one version of the list to the next, and back. */

import type { TodoStatus } from '../events.js'
import type { TodoItem } from '../state.js'

/** What becomes of one item from one version of a list to the next. */
export interface ItemStep {
  /** The item before; null where it comes, at the list's end. */
  readonly was: TodoItem | null
  /** The item after, in the same place; null where it goes. */
  readonly now: TodoItem | null
}

/** A version of the list, with what is known of it beside its items. */
export interface ListVersion {
  /** The highest place in the order that was given out. */
  lastOrdinal: number
  /** What is known of circles of dependencies. */
  circle: KnownCircle
}

/** One step from a version to the next, which can be gone back and forth. */
interface Passage {
  readonly from: ListVersion
  readonly to: ListVersion
  readonly steps: readonly ItemStep[]
  /** The place in the order of each step's item. */
  readonly ordinals: readonly number[]
}

/**
 * So many versions can be gone to: an update is tried before it is made, a turn's updates may be voided, and a reader
 * that compares two lists goes to and fro between them.
 */
const mostVersions = 64

/** The tables. They stand at one version at a time. */
export class ListTables {
  /** The keys of the items by id. */
  readonly byId: Groups = new Groups()
  /** The keys of the items by the id of the item that they are a part of. */
  readonly byParent: Groups = new Groups()
  /** The keys of the items by each id that they wait for. */
  readonly byDependency: Groups = new Groups()
  /** The keys of the items by status. */
  readonly byStatus: Groups<TodoStatus> = new Groups()
  /** The keys of the items with a text of spaces alone. */
  readonly blank: Set<string> = new Set()
  /** The keys of the blocked items that do not say why. */
  readonly unexplained: Set<string> = new Set()
  /** The ids that several items have. */
  readonly shared: Set<string> = new Set()
  /** Numbers that grow along the list, by key. */
  readonly #ordinals = new Map<string, number>()
  readonly #byKey = new Map<string, TodoItem>()
  #version: ListVersion = { lastOrdinal: -1, circle: 'unknown' }
  #passages: Passage[] = []
  /** How many of the passages lie behind. */
  #passed = 0

  /** @param items the list; linear in it */
  constructor(items: readonly TodoItem[]) {
    for (const item of items) this.#come(item, this.#version.lastOrdinal + 1)
  }

  /** The version at which the tables stand. */
  get version(): ListVersion {
    return this.#version
  }

  /** The item of a key, or undefined. */
  item(key: string): TodoItem | undefined {
    return this.#byKey.get(key)
  }

  /** Keys in the order of the list. */
  inOrder(keys: Iterable<string>): readonly string[] {
    const ordinal = (key: string) => this.#ordinals.get(key) ?? 0
    return Array.from(keys).sort((a, b) => ordinal(a) - ordinal(b))
  }

  /** The place of a key in the list at this version, from 0; -1 where it is not there. */
  placeOf(items: readonly TodoItem[], key: string): number {
    const ordinal = this.#ordinals.get(key)
    if (ordinal === undefined) return -1
    // Items before it may have gone, none came: it stands there or further to the front.
    let high = Math.min(ordinal, items.length - 1)
    if (items[high]?.key === key) return high
    let low = 0
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#ordinals.get(items[middle]?.key ?? '') ?? 0
      if (other < ordinal) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The ids of one circle of dependencies, the first again at the end; null where there is none. */
  circle(items: readonly TodoItem[]): readonly string[] | null {
    const version = this.#version
    if (version.circle === 'unknown') version.circle = findDependencyCircle(items) ?? 'none'
    return version.circle === 'none' ? null : version.circle
  }

  /** Goes on to a new version and gives its name. */
  advance(steps: readonly ItemStep[]): ListVersion {
    const from = this.#version
    this.#version = { ...from }
    const ordinals: number[] = []
    for (const { was, now } of steps) {
      this.#version.circle = circleAfter(this.#version.circle, was, now, this.#dependencies)
      const ordinal = was === null ? this.#version.lastOrdinal + 1 : (this.#ordinals.get(was.key) ?? 0)
      ordinals.push(ordinal)
      this.#take(was, now, ordinal)
    }
    this.#passages.length = this.#passed
    this.#passages.push({ from, to: this.#version, steps, ordinals })
    if (this.#passages.length > 2 * mostVersions) this.#passages = this.#passages.slice(mostVersions)
    this.#passed = this.#passages.length
    return this.#version
  }

  /** Goes to a version. False where it is none of the last ones; the tables are as they were then. */
  goTo(version: ListVersion): boolean {
    if (version === this.#version) return true
    const next = this.#passages.findLastIndex(({ from }) => from === version)
    const place = next < 0 && this.#passages.at(-1)?.to === version ? this.#passages.length : next
    if (place < 0) return false
    while (this.#passed > place) this.#goBack(this.#passages[--this.#passed])
    while (this.#passed < place) this.#goForth(this.#passages[this.#passed++])
    return true
  }

  #goBack(passage: Passage | undefined): void {
    if (passage === undefined) return
    const { from, steps, ordinals } = passage
    for (let i = steps.length - 1; i >= 0; i -= 1)
      this.#take(steps[i]?.now ?? null, steps[i]?.was ?? null, ordinals[i] ?? 0)
    this.#version = from
  }

  #goForth(passage: Passage | undefined): void {
    if (passage === undefined) return
    const { to, steps, ordinals } = passage
    steps.forEach(({ was, now }, i) => {
      this.#take(was, now, ordinals[i] ?? 0)
    })
    this.#version = to
  }

  #take(was: TodoItem | null, now: TodoItem | null, ordinal: number): void {
    if (was !== null && now !== null) this.#swap(was, now)
    else if (was !== null) this.#go(was)
    else if (now !== null) this.#come(now, ordinal)
  }

  #come(item: TodoItem, ordinal: number): void {
    const { key, id, parent, dependencies, status } = item
    this.#byKey.set(key, item)
    this.#ordinals.set(key, ordinal)
    this.#version.lastOrdinal = Math.max(this.#version.lastOrdinal, ordinal)
    this.byStatus.add(status, key)
    if (this.byId.add(id, key) > 1) this.shared.add(id)
    if (parent !== null) this.byParent.add(parent, key)
    for (const dependency of dependencies) this.byDependency.add(dependency, key)
    if (isBlank(item)) this.blank.add(key)
    if (isUnexplained(item)) this.unexplained.add(key)
  }

  #go(item: TodoItem): void {
    const { key, id, parent, dependencies, status } = item
    this.#byKey.delete(key)
    this.#ordinals.delete(key)
    this.byStatus.drop(status, key)
    if (this.byId.drop(id, key) <= 1) this.shared.delete(id)
    if (parent !== null) this.byParent.drop(parent, key)
    for (const dependency of dependencies) this.byDependency.drop(dependency, key)
    this.blank.delete(key)
    this.unexplained.delete(key)
  }

  /** Most changes are of a status alone: what stayed the same is not taken out and put in again. */
  #swap(was: TodoItem, now: TodoItem): void {
    const isSame = was.id === now.id && was.parent === now.parent && was.dependencies === now.dependencies
    if (!isSame) {
      const ordinal = this.#ordinals.get(was.key) ?? 0
      this.#go(was)
      this.#come(now, ordinal)
      return
    }
    const { key } = now
    this.#byKey.set(key, now)
    if (was.status !== now.status) {
      this.byStatus.drop(was.status, key)
      this.byStatus.add(now.status, key)
    }
    if (was.text !== now.text) mark(this.blank, key, isBlank(now))
    mark(this.unexplained, key, isUnexplained(now))
  }

  readonly #dependencies = {
    isAwaited: (id: string): boolean => this.byDependency.of(id).size > 0,
    isShared: (id: string, key: string): boolean => {
      const keys = this.byId.of(id)
      return keys.size > (keys.has(key) ? 1 : 0)
    },
    leadTo: (from: readonly string[], id: string): boolean => {
      const seen = new Set(from)
      for (const each of seen) {
        if (each === id) return true
        for (const key of this.byId.of(each))
          for (const next of this.#byKey.get(key)?.dependencies ?? []) seen.add(next)
      }
      return false
    },
  }
}

/** Keys of items under names. */
class Groups<Name extends string = string> {
  readonly #keys = new Map<Name, Set<string>>()

  /** The keys under a name. */
  of(name: Name): ReadonlySet<string> {
    return this.#keys.get(name) ?? none
  }

  /** Puts a key under a name; gives how many are there then. */
  add(name: Name, key: string): number {
    const keys = this.#keys.get(name)
    if (keys === undefined) this.#keys.set(name, new Set([key]))
    else keys.add(key)
    return keys?.size ?? 1
  }

  /** Takes a key from under a name; gives how many are left there. */
  drop(name: Name, key: string): number {
    const keys = this.#keys.get(name)
    keys?.delete(key)
    if (keys?.size === 0) this.#keys.delete(name)
    return keys?.size ?? 0
  }
}

const none: ReadonlySet<string> = new Set()

function mark(keys: Set<string>, key: string, isMarked: boolean): void {
  if (isMarked) keys.add(key)
  else keys.delete(key)
}

/** True for a text of spaces alone. */
export function isBlank({ text }: TodoItem): boolean {
  const first = text.charCodeAt(0)
  // Most texts begin with a letter, and need not be trimmed to know it.
  return !(first > 32 && first < 127) && text.trim() === ''
}

/** True for a blocked item that does not say why. */
export function isUnexplained({ status, reason }: TodoItem): boolean {
  return status === 'blocked' && (reason ?? '').trim() === ''
}

/**
 * The ids of one circle, its first id again at the end; null where there is none. Depth-first without recursion, in
 * the order of the list.
 */
export function findDependencyCircle(items: readonly TodoItem[]): readonly string[] | null {
  const byId = new Map(items.map((item) => [item.id, item]))
  const finished = new Set<string>()
  for (const start of byId.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    const stack: { id: string; leave: boolean }[] = [{ id: start, leave: false }]
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (step.leave) {
        path.pop()
        onPath.delete(step.id)
        finished.add(step.id)
        continue
      }
      if (onPath.has(step.id)) return [...path.slice(path.indexOf(step.id)), step.id]
      if (finished.has(step.id)) continue
      path.push(step.id)
      onPath.add(step.id)
      stack.push({ id: step.id, leave: true })
      for (const id of byId.get(step.id)?.dependencies ?? [])
        if (byId.has(id)) stack.push({ id, leave: false })
    }
  }
  return null
}

/** What is known of a list's circles: one of them, that there is none, or nothing yet. */
type KnownCircle = readonly string[] | 'none' | 'unknown'

/** What the list holds before an item comes, goes or changes. */
interface Dependencies {
  /** True where an item of the list waits for this id. */
  isAwaited(id: string): boolean
  /** True where another item than the one of this key has the id. */
  isShared(id: string, key: string): boolean
  /** True where one of these ids waits, over others or directly, for that id. */
  leadTo(from: readonly string[], id: string): boolean
}

/**
 * What is known of a list's circles once an item came at its end, went, or changed in its place: most changes make
 * none and undo none, so that the list need not be searched.
 * @param was the item before, null where it comes; @param now the item after, null where it goes
 */
function circleAfter(
  circle: KnownCircle,
  was: TodoItem | null,
  now: TodoItem | null,
  list: Dependencies,
): KnownCircle {
  if (circle === 'unknown') return circle
  if (now === null) {
    const isPlain = circle === 'none' && was !== null && !list.isShared(was.id, was.key)
    return isPlain ? 'none' : 'unknown'
  }
  if (was === null) {
    if (list.isShared(now.id, now.key)) return 'unknown'
    if (now.dependencies.length === 0) return circle
    if (!list.isAwaited(now.id) && !now.dependencies.includes(now.id)) return circle
    return circle === 'none' && !leadsBack(now.dependencies, now.id, list) ? 'none' : 'unknown'
  }
  if (was.id !== now.id) return 'unknown'
  if (isSameList(was.dependencies, now.dependencies)) return circle
  if (circle !== 'none') return 'unknown'
  const more = now.dependencies.filter((id) => !was.dependencies.includes(id))
  return leadsBack(more, now.id, list) ? 'unknown' : 'none'
}

function leadsBack(from: readonly string[], id: string, list: Dependencies): boolean {
  if (from.includes(id)) return true
  return from.length > 0 && list.isAwaited(id) && list.leadTo(from, id)
}

/** True where the very same values stand in the same places. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, place) => value === other[place]))
}
