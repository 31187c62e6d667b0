/** Makes a list and a tracker equal by a three-way comparison. What both sides changed is a conflict, and stays. */

import { isOpen, type SessionState, type TodoItem, type TodoStatus } from '@todo-ledger/core'
import type { GitHubTracker } from './github.js'
import type { ListChange, ListChanged } from './list-changes.js'
import { type EntryWrite, oneLine, type TrackerEntry, type Written } from './tracker.js'

/** One thing that is done, would be done (`planned`), or is left, as `--json` prints it. */
export interface SyncStep {
  readonly step: 'create-entry' | 'add-item' | 'change-entry' | 'change-item' | 'link' | 'conflict' | 'leave'
  readonly item: string | null
  readonly entry: string | null
  /** The text of the item, or of the entry where there is no item. */
  readonly text: string
  /** The part that changes; null for all of it. */
  readonly part: 'text' | 'status' | null
  /** What it is and what it is to be; of a conflict, what the list has and what the tracker has. */
  readonly from: string | null
  readonly to: string | null
  readonly outcome: 'planned' | 'done' | 'refused' | 'failed' | 'left'
  /** Why it was refused, failed or left, and which rules an accepted change breaks. */
  readonly why: string | null
}

type Outcome = Pick<SyncStep, 'outcome' | 'why'>

/** What became of a plan. */
interface Result {
  readonly pulled: Outcome
  readonly pushed: Outcome
  readonly changed?: ListChanged | undefined
  readonly written?: Written | undefined
}

/** What is decided about an item, an entry, or both. */
interface Plan {
  /** What the tracker says of the item. */
  readonly change?: ListChange
  /** What is to be written of the entry; null where it is as it must be. */
  readonly write: (changed: ListChanged | undefined) => EntryWrite | null
  readonly steps: (result: Result) => readonly SyncStep[]
}

/** How the text or the status of an item and its entry compare, in the tracker's words. */
interface Part {
  readonly part: 'text' | 'status'
  readonly ledger: string
  readonly tracker: string
  /** What both had after the last time; null where there was none. */
  readonly base: string | null
  readonly goes: 'nowhere' | 'to-tracker' | 'to-ledger' | 'conflict'
}

export interface Synchronisation {
  readonly tracker: GitHubTracker
  readonly entries: readonly TrackerEntry[]
  readonly state: SessionState
  /** The side that wins where both changed; null: neither. */
  readonly prefer: 'ledger' | 'tracker' | null
  /** Changes the list; a text says why it can't be changed. */
  readonly change:
    | string
    | ((changes: ReadonlyMap<Plan, ListChange>) => Promise<ReadonlyMap<Plan, ListChanged>>)
  /** False: nothing is written, the steps say what would be done. */
  readonly apply: boolean
}

/** First the list is changed, by its rules; then the tracker gets what it lacks. */
export async function synchronise(work: Synchronisation): Promise<readonly SyncStep[]> {
  const { tracker, change, apply } = work
  const plans = plansOf(work)
  if (!apply) {
    const pushed: Outcome = { outcome: 'planned', why: null }
    const pulled: Outcome = typeof change === 'string' ? { outcome: 'refused', why: change } : pushed
    return plans.flatMap(({ steps }) => steps({ pulled, pushed }))
  }
  const changes = new Map(
    plans.flatMap((plan) => (plan.change === undefined ? [] : [[plan, plan.change] as const])),
  )
  const refused = (why: string) =>
    new Map([...changes.keys()].map((plan) => [plan, { ok: false, why } as const]))
  const changed = typeof change === 'string' ? refused(change) : await change(changes)
  const written = new Map<Plan, Written>()
  for (const plan of plans) {
    const write = plan.write(changed.get(plan))
    if (write !== null) written.set(plan, await tracker.write(write))
  }
  return plans.flatMap((plan) => {
    const results = { changed: changed.get(plan), written: written.get(plan) }
    const pulled = outcomeOf(results.changed, 'refused')
    return plan.steps({ ...results, pulled, pushed: outcomeOf(results.written, 'failed') })
  })
}

function outcomeOf(result: Written | ListChanged | undefined, otherwise: 'refused' | 'failed'): Outcome {
  if (result?.ok === false) return { outcome: otherwise, why: result.why }
  const flags = result !== undefined && 'flags' in result ? result.flags : []
  return { outcome: 'done', why: flags.length === 0 ? null : `let pass: ${flags.join(', ')}` }
}

/** Says of each item and each entry what belongs together, and what is to be done. */
function plansOf({ state: { session, items }, entries, tracker, prefer }: Synchronisation): readonly Plan[] {
  const linkOf = (key: string): string => `${session}/${key}`
  const known = new Set(items.map(({ key }) => linkOf(key)))
  const linked = new Map<string, TrackerEntry>()
  const free = new Map<string, TrackerEntry[]>()
  const left: Plan[] = []
  for (const entry of entries) {
    const item = entry.link?.item
    const first = linked.get(item ?? '')
    if (item === undefined) free.set(entry.title, [...(free.get(entry.title) ?? []), entry])
    else if (item.slice(0, item.lastIndexOf('/')) !== session)
      left.push(leavePlan(entry, 'it belongs to another session'))
    else if (!known.has(item)) left.push(leavePlan(entry, 'its item is no longer in the list'))
    else if (first !== undefined)
      left.push(leavePlan(entry, `it names the same item as ${first.id}: close one of them`))
    else linked.set(item, entry)
  }
  const creates: Plan[] = []
  const pairs: Plan[] = []
  const taken = new Set<TrackerEntry>()
  for (const item of items) {
    const link = linkOf(item.key)
    const entry = linked.get(link) ?? free.get(tracker.titleOf(item.text))?.shift()
    if (entry !== undefined) {
      taken.add(entry)
      pairs.push(pairPlan(item, entry, link, tracker, prefer))
    } else if (isOpen(item)) creates.push(createPlan(item, link, tracker))
  }
  const adds: Plan[] = []
  for (const entry of entries) {
    if (entry.link !== null || taken.has(entry)) continue
    const status = tracker.statusOf(entry.status)
    if (isOpen({ status })) adds.push(addPlan(entry, status, linkOf))
  }
  return [...creates, ...pairs, ...adds, ...left]
}

const whole = { item: null, entry: null, part: null, from: null, to: null } as const

/** An entry that stays as it is. */
function leavePlan({ id, title, status }: TrackerEntry, why: string): Plan {
  return {
    write: () => null,
    steps: () => [{ step: 'leave', ...whole, entry: id, text: title, from: status, outcome: 'left', why }],
  }
}

/** An item without an entry. */
function createPlan(item: TodoItem, link: string, tracker: GitHubTracker): Plan {
  const { id, text } = item
  const [title, status] = [tracker.titleOf(text), tracker.wordOf(item.status)]
  return {
    write: () => ({ entry: null, item, title, status, link: { item: link, title, status } }),
    steps({ written, pushed }) {
      const entry = written?.ok === true ? written.id : null
      return [{ step: 'create-entry', ...whole, item: id, entry, text, to: status, ...pushed }]
    },
  }
}

/** An entry without an item. */
function addPlan(entry: TrackerEntry, to: TodoStatus, linkOf: (key: string) => string): Plan {
  const { id, title, status } = entry
  return {
    change: { key: null, text: oneLine(title, 2000), status: to, entry: id },
    write(changed) {
      if (changed?.ok !== true) return null
      return { entry, item: null, title, status, link: { item: linkOf(changed.key), title, status } }
    },
    steps({ changed, written, pulled, pushed }) {
      const item = changed?.ok === true ? changed.id : null
      const why = `the item is in the list, but its entry could not be marked: ${pushed.why}`
      const isMarked = changed?.ok !== true || written?.ok !== false
      const outcome: Outcome = isMarked ? pulled : { outcome: 'failed', why }
      return [{ step: 'add-item', ...whole, item, entry: id, text: title, to, ...outcome }]
    },
  }
}

/** An item and its entry. */
function pairPlan(
  item: TodoItem,
  entry: TrackerEntry,
  link: string,
  tracker: GitHubTracker,
  prefer: Synchronisation['prefer'],
): Plan {
  const parts = partsOf(item, entry, tracker, prefer)
  const [text, status] = parts
  const word = status.goes === 'to-ledger' ? tracker.statusOf(entry.status) : null
  const isRenamed = text.goes === 'to-ledger'
  const change: ListChange = {
    ...{ key: item.key, entry: entry.id },
    ...(isRenamed ? { text: oneLine(entry.title, 2000) } : {}),
    ...(word === null ? {} : { status: word }),
  }
  return {
    ...(isRenamed || word !== null ? { change } : {}),
    write(changed) {
      const [title, state] = [text, status].map((part) => settled(part, changed?.ok !== false))
      if (title?.base == null || state?.base == null) return null
      const write = {
        ...{ entry, item, title: title.value, status: state.value },
        link: { item: link, title: title.base, status: state.base },
      }
      const isSame =
        write.title === entry.title &&
        write.status === entry.status &&
        JSON.stringify(write.link) === JSON.stringify(entry.link)
      return isSame ? null : write
    },
    steps({ pulled, pushed }) {
      const shared = { item: item.id, entry: entry.id, text: item.text }
      const steps = parts.flatMap((each): readonly SyncStep[] => {
        const { part, goes, ledger: from, tracker: to } = each
        if (goes === 'to-tracker')
          return [{ step: 'change-entry', ...shared, part, from: to, to: from, ...pushed }]
        if (goes === 'to-ledger') return [{ step: 'change-item', ...shared, part, from, to, ...pulled }]
        if (goes === 'nowhere') return []
        return [{ step: 'conflict', ...shared, part, from, to, outcome: 'left', why: conflictOf(each) }]
      })
      if (steps.length > 0 || parts.every((part) => part.tracker === part.base)) return steps
      return [{ step: 'link', ...whole, ...shared, ...pushed }]
    },
  }
}

function partsOf(
  item: TodoItem,
  { title, status, link }: TrackerEntry,
  tracker: GitHubTracker,
  prefer: Synchronisation['prefer'],
): readonly [Part, Part] {
  const now = tracker.statusOf(status)
  // A tracker may have two words for one status: nobody changed it from one to the other.
  const word = (each: TodoStatus): string => (each === now ? status : tracker.wordOf(each))
  const before = link === null ? null : tracker.statusOf(link.status)
  const texts = { ledger: tracker.titleOf(item.text), tracker: title, base: link?.title ?? null }
  const statuses = { ledger: word(item.status), tracker: status, base: link?.status ?? null }
  const compared = { ...statuses, base: before === null ? statuses.base : word(before) }
  return [
    { part: 'text', ...texts, goes: wayOf(texts, prefer) },
    { part: 'status', ...statuses, goes: wayOf(compared, prefer) },
  ]
}

function wayOf(
  { ledger, tracker, base }: Pick<Part, 'ledger' | 'tracker' | 'base'>,
  prefer: Synchronisation['prefer'],
): Part['goes'] {
  if (ledger === tracker) return 'nowhere'
  if (tracker === base) return 'to-tracker'
  if (ledger === base) return 'to-ledger'
  if (prefer === null) return 'conflict'
  return prefer === 'ledger' ? 'to-tracker' : 'to-ledger'
}

/** What an entry's part is to be, and what both sides have then. What is not settled is found again by the next run. */
function settled({ goes, ledger, tracker, base }: Part, isPulled: boolean) {
  if (goes === 'to-tracker') return { value: ledger, base: ledger }
  const isEqual = goes === 'nowhere' || (goes === 'to-ledger' && isPulled)
  return { value: tracker, base: isEqual ? tracker : base }
}

function conflictOf({ base }: Part): string {
  return base === null ? 'nobody knows which is newer' : `both changed it; it was ${JSON.stringify(base)}`
}
