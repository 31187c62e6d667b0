/** Carries a plan out, or only says what it would do. */

import type { Profile, RedactionOptions, SessionState, TodoItem } from '@todo-ledger/core'
import { changeLedger, type LedgerChange, type LedgerChanged } from './ledger-changes.js'
import {
  linkedItem,
  type PairPlan,
  type PartPlan,
  type SyncPart,
  type SyncPlan,
  textOfTitle,
  unknownStatus,
} from './sync-plan.js'
import type { EntryLink, EntryWrite, Tracker, TrackerEntry, Written } from './tracker.js'

/** One thing that is done, would be done, or is left. */
export interface SyncStep {
  /** What: a new entry, a new item, a change of either, both belong together from now on, a conflict, an entry that is left. */
  readonly step: 'create-entry' | 'add-item' | 'change-entry' | 'change-item' | 'link' | 'conflict' | 'leave'
  /** The item's id, or null where there is none. */
  readonly item: string | null
  /** The entry's id, or null where there is none yet. */
  readonly entry: string | null
  /** The text of the item, or of the entry where there is no item. */
  readonly text: string
  /** The part that changes; null for all of it. */
  readonly part: SyncPart | null
  /** What it is there now; of a conflict what the list has. Null for what is new. */
  readonly from: string | null
  /** What it is to be; of a conflict what the tracker has. Null where nothing changes. */
  readonly to: string | null
  /** What became of it; `planned` in a dry run. */
  readonly outcome: 'planned' | 'done' | 'refused' | 'failed' | 'left'
  /** Why it was refused, failed or left, and which rules an accepted change breaks; else null. */
  readonly why: string | null
}

/** What is done, and where. */
export interface SyncWork {
  /** What is to be done. */
  readonly plan: SyncPlan
  /** The tracker. */
  readonly tracker: Tracker
  /** The session as it is. */
  readonly state: SessionState
  /** The ledger's file; null where the source is none, and takes no change. */
  readonly ledger: string | null
  /** The profile of a session that is to begin; null for one that is there. */
  readonly profile: Profile | null
  /** What is taken out of whatever comes in; false: nothing. */
  readonly redaction: RedactionOptions | false
}

/** Why nothing can be changed in a session; null where it can. */
function closedBecause({ ledger, state }: Pick<SyncWork, 'ledger' | 'state'>): string | null {
  if (ledger === null) return 'only a ledger can be changed: import makes one'
  if (state.recorded)
    return 'the session was imported: what happened there is a fact, and importing it again must find it as it was'
  return null
}

/** Says what would be done. */
export function plannedSteps(work: SyncWork): readonly SyncStep[] {
  const { plan } = work
  const closed = closedBecause(work)
  const pulled: Outcome = closed === null ? planned : { outcome: 'refused', why: closed }
  return [
    ...plan.creates.map((item) => createStep(item, undefined, work.tracker, planned)),
    ...plan.pairs.flatMap((pair) => pairSteps(pair, work.tracker, pulled, planned)),
    ...plan.adds.map(({ entry, status }) => addStep(entry, undefined, status, pulled)),
    ...leftSteps(plan),
  ]
}

/** Does it: first what the tracker says into the ledger, by its rules; then what is left into the tracker. */
export async function doneSteps(work: SyncWork): Promise<readonly SyncStep[]> {
  const { plan, tracker, state } = work
  const { session } = state
  const changes = new Map<PairPlan | SyncPlan['adds'][number], LedgerChange>()
  for (const pair of plan.pairs) {
    const change = changeOf(pair, tracker)
    if (change !== null) changes.set(pair, change)
  }
  for (const add of plan.adds) {
    const { entry, status } = add
    changes.set(add, { key: null, text: textOfTitle(entry.title), status, entry: entry.id })
  }
  const pulled = await pull(work, changes)
  const ids = new Map(plan.pairs.map(({ item, entry }) => [item.id, entry.id]))
  const idOf = (item: string): string | null => ids.get(item) ?? null
  const writes = new Map<object, EntryWrite>()
  for (const item of plan.creates) {
    const [title, status] = [tracker.titleOf(item.text), tracker.wordOf(item.status)]
    const link = { item: linkedItem(session, item.key), title, status }
    writes.set(item, { entry: null, item, title, status, link, idOf })
  }
  for (const pair of plan.pairs) {
    const write = writeOf(pair, session, pulled.get(pair)?.ok !== false, idOf)
    if (write !== null) writes.set(pair, write)
  }
  for (const add of plan.adds) {
    const { entry } = add
    const changed = pulled.get(add)
    if (changed?.ok !== true) continue
    const { title, status } = entry
    const link = { item: linkedItem(session, changed.key), title, status }
    writes.set(add, { entry, item: null, title, status, link, idOf })
  }
  const written = await push(tracker, writes, ids)
  return [
    ...plan.creates.map((item) => createStep(item, written.get(item), tracker, outcomeOf(written.get(item)))),
    ...plan.pairs.flatMap((pair) =>
      pairSteps(pair, tracker, outcomeOf(pulled.get(pair)), outcomeOf(written.get(pair))),
    ),
    ...plan.adds.map((add) =>
      addStep(add.entry, pulled.get(add), add.status, both(pulled.get(add), written.get(add))),
    ),
    ...leftSteps(plan),
  ]
}

async function pull<Key>(
  work: SyncWork,
  changes: ReadonlyMap<Key, LedgerChange>,
): Promise<ReadonlyMap<Key, LedgerChanged>> {
  const { ledger, state, tracker, profile, redaction } = work
  const why = closedBecause(work)
  if (ledger === null || why !== null)
    return new Map([...changes.keys()].map((key) => [key, { ok: false, why: why ?? '' }]))
  const target = { ledger, session: state.session, by: tracker.name, profile, redaction }
  const made = await changeLedger(target, [...changes.values()])
  return zipped(changes, made)
}

/** Entries are written one by one, in their order: a new one may name those before it. */
async function push<Key>(
  tracker: Tracker,
  writes: ReadonlyMap<Key, EntryWrite>,
  ids: Map<string, string>,
): Promise<ReadonlyMap<Key, Written>> {
  const results = new Map<Key, Written>()
  for (const [key, write] of writes) {
    const written = await tracker.write(write)
    if (written.ok && write.item !== null) ids.set(write.item.id, written.id)
    results.set(key, written)
  }
  if (writes.size > 0) await tracker.finish()
  return results
}

function zipped<Key, Value>(
  keys: ReadonlyMap<Key, unknown>,
  values: readonly Value[],
): ReadonlyMap<Key, Value> {
  return new Map(
    [...keys.keys()].flatMap((key, index) => {
      const value = values[index]
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}

/** What the tracker says of an item, or null. */
function changeOf({ item, entry, parts }: PairPlan, tracker: Tracker): LedgerChange | null {
  const pulls = parts.filter(({ goes }) => goes === 'to-ledger')
  if (pulls.length === 0) return null
  const text = pulls.some(({ part }) => part === 'text') ? { text: textOfTitle(entry.title) } : {}
  const given = pulls.some(({ part }) => part === 'status') ? tracker.statusOf(entry.status) : null
  return { key: item.key, entry: entry.id, ...text, ...(given === null ? {} : { status: given }) }
}

/** What is to be written of an entry, or null where it is as it must be. @param pulled false: the ledger refused */
function writeOf(
  { item, entry, parts }: PairPlan,
  session: string,
  pulled: boolean,
  idOf: EntryWrite['idOf'],
): EntryWrite | null {
  const now = (part: SyncPart): { readonly value: string; readonly base: string | null } => {
    const plan = parts.find((each) => each.part === part)
    if (plan === undefined) return { value: '', base: null }
    const { goes, ledger, tracker, base } = plan
    if (goes === 'nowhere') return { value: tracker, base: tracker }
    if (goes === 'to-tracker') return { value: ledger, base: ledger }
    // What is not settled stays as it was, and is found again by the next run.
    return { value: tracker, base: goes === 'to-ledger' && pulled ? tracker : base }
  }
  const [text, status] = [now('text'), now('status')]
  if (text.base === null || status.base === null) return null
  const link: EntryLink = { item: linkedItem(session, item.key), title: text.base, status: status.base }
  const isSame =
    text.value === entry.title &&
    status.value === entry.status &&
    JSON.stringify(link) === JSON.stringify(entry.link)
  return isSame ? null : { entry, item, title: text.value, status: status.value, link, idOf }
}

/** What became of something. */
type Outcome = Pick<SyncStep, 'outcome' | 'why'>

const planned: Outcome = { outcome: 'planned', why: null }

function outcomeOf(result: Written | LedgerChanged | undefined): Outcome {
  if (result === undefined) return { outcome: 'done', why: null }
  if (result.ok) {
    const flags = 'flags' in result ? result.flags : []
    return { outcome: 'done', why: flags.length === 0 ? null : `let pass: ${flags.join(', ')}` }
  }
  return { outcome: 'refused', why: result.why }
}

/** A new item is there once the ledger has it; that its entry could not be told is said, too. */
function both(changed: LedgerChanged | undefined, written: Written | undefined): Outcome {
  const first = outcomeOf(changed)
  if (first.outcome !== 'done' || written?.ok !== false) return first
  return {
    outcome: 'failed',
    why: `the item is in the list, but its entry could not be marked: ${written.why}`,
  }
}

function createStep(
  item: TodoItem,
  written: Written | undefined,
  tracker: Tracker,
  outcome: Outcome,
): SyncStep {
  const entry = written?.ok === true ? written.id : null
  const { id, text, status } = item
  return {
    step: 'create-entry',
    item: id,
    entry,
    text,
    part: null,
    from: null,
    to: tracker.wordOf(status),
    ...failed(outcome),
  }
}

function addStep(
  entry: TrackerEntry,
  changed: LedgerChanged | undefined,
  status: string,
  outcome: Outcome,
): SyncStep {
  const item = changed?.ok === true ? changed.id : null
  return {
    step: 'add-item',
    item,
    entry: entry.id,
    text: entry.title,
    part: null,
    from: null,
    to: status,
    ...outcome,
  }
}

function pairSteps(pair: PairPlan, words: Tracker, pulled: Outcome, pushed: Outcome): readonly SyncStep[] {
  const { item, entry, parts } = pair
  const shared = { item: item.id, entry: entry.id, text: item.text }
  const steps = parts
    .filter(({ goes }) => goes !== 'nowhere')
    .map((plan): SyncStep => {
      const { part, ledger, tracker, goes } = plan
      if (goes === 'to-tracker')
        return { step: 'change-entry', ...shared, part, from: tracker, to: ledger, ...failed(pushed) }
      const change = { ...shared, part, from: ledger, to: tracker }
      return goes === 'to-ledger'
        ? { step: 'change-item', ...change, ...pulled }
        : { step: 'conflict', ...change, outcome: 'left', why: conflictOf(plan, words) }
    })
  if (steps.length > 0) return steps
  const isLinked = parts.every(({ tracker, base }) => tracker === base)
  return isLinked ? [] : [{ step: 'link', ...shared, part: null, from: null, to: null, ...failed(pushed) }]
}

function conflictOf({ part, tracker, base }: PartPlan, words: Tracker): string {
  if (part === 'status' && words.statusOf(tracker) === null) return unknownStatus(tracker)
  return base === null ? 'nobody knows which is newer' : `both changed it; it was ${JSON.stringify(base)}`
}

/** The tracker does not refuse, it fails. */
function failed(outcome: Outcome): Outcome {
  return outcome.outcome === 'refused' ? { ...outcome, outcome: 'failed' } : outcome
}

function leftSteps({ left }: SyncPlan): readonly SyncStep[] {
  return left.map(({ entry, why }) => ({
    step: 'leave',
    item: null,
    entry: entry.id,
    text: entry.title,
    part: null,
    from: entry.status,
    to: null,
    outcome: 'left',
    why,
  }))
}
