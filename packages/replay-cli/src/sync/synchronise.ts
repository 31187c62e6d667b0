/** Makes a list and a tracker equal by a three-way comparison. What both sides changed is a conflict, and stays. */

import { isOpen, type SessionState, type TodoItem, type TodoStatus } from '@todo-ledger/core'
import type { ListChange, ListChanged } from './list-changes.js'
import {
  type EntryLink,
  type EntryWrite,
  oneLine,
  type Tracker,
  type TrackerEntry,
  type Written,
} from './tracker.js'

/** One thing that is done, would be done, or is left. */
export interface SyncStep {
  readonly step: 'create-entry' | 'add-item' | 'change-entry' | 'change-item' | 'link' | 'conflict' | 'leave'
  /** The item's id, or null where there is none. */
  readonly item: string | null
  /** The entry's id, or null where there is none yet. */
  readonly entry: string | null
  /** The text of the item, or of the entry where there is no item. */
  readonly text: string
  /** The part that changes; null for all of it. */
  readonly part: 'text' | 'status' | null
  /** What it is now; of a conflict what the list has. Null for what is new. */
  readonly from: string | null
  /** What it is to be; of a conflict what the tracker has. Null where nothing changes. */
  readonly to: string | null
  /** What became of it; `planned` in a dry run. */
  readonly outcome: 'planned' | 'done' | 'refused' | 'failed' | 'left'
  /** Why it was refused, failed or left, and which rules an accepted change breaks; else null. */
  readonly why: string | null
}

/** What is synchronised. */
export interface Synchronisation {
  readonly tracker: Tracker
  readonly entries: readonly TrackerEntry[]
  readonly state: SessionState
  /** The side that wins where both changed; null: neither. */
  readonly prefer: 'ledger' | 'tracker' | null
  /** Changes the list; a text says why it can't be changed. */
  readonly change:
    | string
    | (<Key>(changes: ReadonlyMap<Key, ListChange>) => Promise<ReadonlyMap<Key, ListChanged>>)
  /** False: nothing is written, the steps say what would be done. */
  readonly apply: boolean
}

/** How the text or the status of an item and its entry compare. */
interface Part {
  readonly part: 'text' | 'status'
  /** What the list has, in the tracker's words. */
  readonly ledger: string
  readonly tracker: string
  /** What both had after the last time; null where there was none. */
  readonly base: string | null
  readonly goes: 'nowhere' | 'to-tracker' | 'to-ledger' | 'conflict'
}

/** What is decided about an item, an entry, or both. */
type Pairing =
  | { readonly kind: 'create'; readonly item: TodoItem }
  | {
      readonly kind: 'pair'
      readonly item: TodoItem
      readonly entry: TrackerEntry
      readonly parts: readonly [Part, Part]
    }
  | { readonly kind: 'add'; readonly entry: TrackerEntry; readonly status: TodoStatus }
  | { readonly kind: 'leave'; readonly entry: TrackerEntry; readonly why: string }

type Outcome = Pick<SyncStep, 'outcome' | 'why'>

/** First the list is changed, by its rules; then the tracker gets what it lacks. */
export async function synchronise(work: Synchronisation): Promise<readonly SyncStep[]> {
  const { tracker, state, change, apply } = work
  const pairings = pair(work)
  if (!apply) {
    const planned: Outcome = { outcome: 'planned', why: null }
    const pulled: Outcome = typeof change === 'string' ? { outcome: 'refused', why: change } : planned
    return pairings.flatMap((each) => stepsOf(each, { tracker, pulled, pushed: planned }))
  }
  const changes = new Map<Pairing, ListChange>()
  for (const each of pairings) {
    const wanted = changeOf(each, tracker)
    if (wanted !== null) changes.set(each, wanted)
  }
  const changed =
    typeof change === 'string'
      ? new Map([...changes.keys()].map((each) => [each, { ok: false, why: change } as const]))
      : await change(changes)
  const written = new Map<Pairing, Written>()
  for (const each of pairings) {
    const write = writeOf(each, state.session, tracker, changed.get(each))
    if (write === null) continue
    const result = await tracker.write(write)
    written.set(each, result)
  }
  if (written.size > 0) await tracker.finish()
  return pairings.flatMap((each) =>
    stepsOf(each, {
      tracker,
      pulled: outcomeOf(changed.get(each), 'refused'),
      pushed: outcomeOf(written.get(each), 'failed'),
      changed: changed.get(each),
      written: written.get(each),
    }),
  )
}

/** The name of an item in a link. */
function linkedItem(session: string, key: string): string {
  return `${session}/${key}`
}

/** Says of each item and each entry what belongs together, and what is to be done. */
function pair({ state: { session, items }, entries, tracker, prefer }: Synchronisation): readonly Pairing[] {
  const known = new Set(items.map(({ key }) => linkedItem(session, key)))
  const linked = new Map<string, TrackerEntry>()
  const free = new Map<string, TrackerEntry[]>()
  const left: Pairing[] = []
  for (const entry of entries) {
    const item = entry.link?.item
    if (item === undefined) {
      const same = free.get(entry.title) ?? []
      same.push(entry)
      free.set(entry.title, same)
      continue
    }
    const first = linked.get(item)
    const isOurs = item.slice(0, item.lastIndexOf('/')) === session
    if (!isOurs) left.push({ kind: 'leave', entry, why: 'it belongs to another session' })
    else if (!known.has(item)) left.push({ kind: 'leave', entry, why: 'its item is no longer in the list' })
    else if (first !== undefined)
      left.push({ kind: 'leave', entry, why: `it names the same item as ${first.id}: close one of them` })
    else linked.set(item, entry)
  }
  const creates: Pairing[] = []
  const pairs: Pairing[] = []
  for (const item of items) {
    const entry = linked.get(linkedItem(session, item.key)) ?? free.get(tracker.titleOf(item.text))?.shift()
    if (entry !== undefined) {
      pairs.push({ kind: 'pair', item, entry, parts: partsOf(item, entry, tracker, prefer) })
    } else if (tracker.keepsClosed || isOpen(item)) creates.push({ kind: 'create', item })
  }
  const taken = new Set(pairs.map((each) => (each.kind === 'pair' ? each.entry : null)))
  const adds: Pairing[] = []
  for (const entry of entries) {
    if (entry.link !== null || taken.has(entry)) continue
    const status = tracker.statusOf(entry.status)
    if (status === null) left.push({ kind: 'leave', entry, why: unknownStatus(entry.status) })
    else if (tracker.keepsClosed || (status !== 'completed' && status !== 'cancelled'))
      adds.push({ kind: 'add', entry, status })
  }
  return [...creates, ...pairs, ...adds, ...left]
}

function partsOf(
  item: TodoItem,
  { title, status, link }: TrackerEntry,
  tracker: Tracker,
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
    { part: 'status', ...statuses, goes: now === null ? 'conflict' : wayOf(compared, prefer) },
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

/** What the tracker says of an item, or null. */
function changeOf(pairing: Pairing, tracker: Tracker): ListChange | null {
  if (pairing.kind === 'add') {
    const { entry, status } = pairing
    return { key: null, text: textOf(entry), status, entry: entry.id }
  }
  if (pairing.kind !== 'pair') return null
  const { item, entry, parts } = pairing
  const [text, status] = parts.map(({ goes }) => goes === 'to-ledger')
  const word = status === true ? tracker.statusOf(entry.status) : null
  if (text !== true && word === null) return null
  return {
    key: item.key,
    entry: entry.id,
    ...(text === true ? { text: textOf(entry) } : {}),
    ...(word === null ? {} : { status: word }),
  }
}

function textOf({ title }: TrackerEntry): string {
  return oneLine(title, 2000)
}

/** What is to be written of an entry, or null where it is as it must be. */
function writeOf(
  pairing: Pairing,
  session: string,
  tracker: Tracker,
  changed: ListChanged | undefined,
): EntryWrite | null {
  switch (pairing.kind) {
    case 'leave':
      return null
    case 'create': {
      const { item } = pairing
      const [title, status] = [tracker.titleOf(item.text), tracker.wordOf(item.status)]
      return {
        entry: null,
        item,
        title,
        status,
        link: { item: linkedItem(session, item.key), title, status },
      }
    }
    case 'add': {
      if (changed?.ok !== true) return null
      const { entry } = pairing
      const { title, status } = entry
      return {
        entry,
        item: null,
        title,
        status,
        link: { item: linkedItem(session, changed.key), title, status },
      }
    }
    case 'pair': {
      const { item, entry } = pairing
      const [text, status] = pairing.parts.map((part) => settled(part, changed?.ok !== false))
      if (text?.base == null || status?.base == null) return null
      const link: EntryLink = { item: linkedItem(session, item.key), title: text.base, status: status.base }
      const isSame =
        text.value === entry.title &&
        status.value === entry.status &&
        JSON.stringify(link) === JSON.stringify(entry.link)
      return isSame ? null : { entry, item, title: text.value, status: status.value, link }
    }
  }
}

/** What an entry's part is to be, and what both sides have then. What is not settled is found again by the next run. */
function settled(
  { goes, ledger, tracker, base }: Part,
  isPulled: boolean,
): { readonly value: string; readonly base: string | null } {
  if (goes === 'to-tracker') return { value: ledger, base: ledger }
  const isEqual = goes === 'nowhere' || (goes === 'to-ledger' && isPulled)
  return { value: tracker, base: isEqual ? tracker : base }
}

function outcomeOf(result: Written | ListChanged | undefined, otherwise: 'refused' | 'failed'): Outcome {
  if (result?.ok === false) return { outcome: otherwise, why: result.why }
  const flags = result !== undefined && 'flags' in result ? result.flags : []
  return { outcome: 'done', why: flags.length === 0 ? null : `let pass: ${flags.join(', ')}` }
}

function stepsOf(
  pairing: Pairing,
  {
    tracker,
    pulled,
    pushed,
    changed,
    written,
  }: {
    readonly tracker: Tracker
    readonly pulled: Outcome
    readonly pushed: Outcome
    readonly changed?: ListChanged | undefined
    readonly written?: Written | undefined
  },
): readonly SyncStep[] {
  const whole = { part: null, from: null, to: null }
  switch (pairing.kind) {
    case 'create': {
      const { id, text, status } = pairing.item
      const entry = written?.ok === true ? written.id : null
      return [
        { step: 'create-entry', item: id, entry, text, ...whole, to: tracker.wordOf(status), ...pushed },
      ]
    }
    case 'add': {
      const { entry, status } = pairing
      const item = changed?.ok === true ? changed.id : null
      const isMarked = changed?.ok !== true || written?.ok !== false
      const outcome: Outcome = isMarked
        ? pulled
        : {
            outcome: 'failed',
            why: `the item is in the list, but its entry could not be marked: ${pushed.why}`,
          }
      return [
        { step: 'add-item', item, entry: entry.id, text: entry.title, ...whole, to: status, ...outcome },
      ]
    }
    case 'leave': {
      const { entry, why } = pairing
      const { id, title, status } = entry
      return [
        { step: 'leave', item: null, entry: id, text: title, ...whole, from: status, outcome: 'left', why },
      ]
    }
    case 'pair': {
      const { item, entry, parts } = pairing
      const shared = { item: item.id, entry: entry.id, text: item.text }
      const steps: SyncStep[] = []
      for (const plan of parts) {
        const { part, goes, ledger: from, tracker: to } = plan
        if (goes === 'to-tracker')
          steps.push({ step: 'change-entry', ...shared, part, from: to, to: from, ...pushed })
        else if (goes === 'to-ledger')
          steps.push({ step: 'change-item', ...shared, part, from, to, ...pulled })
        else if (goes === 'conflict') {
          const why = conflictOf(plan, tracker)
          steps.push({ step: 'conflict', ...shared, part, from, to, outcome: 'left', why })
        }
      }
      if (steps.length > 0 || parts.every((part) => part.tracker === part.base)) return steps
      return [{ step: 'link', ...shared, ...whole, ...pushed }]
    }
  }
}

function conflictOf({ part, tracker, base }: Part, { statusOf }: Tracker): string {
  if (part === 'status' && statusOf(tracker) === null) return unknownStatus(tracker)
  return base === null ? 'nobody knows which is newer' : `both changed it; it was ${JSON.stringify(base)}`
}

/** Why a status of a tracker is not followed. */
export function unknownStatus(word: string): string {
  return `nobody here knows the status ${JSON.stringify(word)}`
}
