/** Makes a list and the issues of a repository equal by a three-way comparison. What both sides changed is a conflict, and stays. */

import { evidence } from '@todo-ledger/audit'
import {
  isOpen,
  openLedger,
  type RedactionOptions,
  type Session,
  type SessionState,
  type TodoItem,
  type TodoStatus,
} from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { openLedgerFile } from '../sources/ledger-file.js'
import { type Entry, type GitHubTracker, oneLine, statusOf, titleOf, type Word, wordOf } from './github.js'

/** One thing that is done, would be done (`planned`), or is left, as `--json` prints it. */
export interface SyncStep {
  readonly step: 'create-entry' | 'add-item' | 'change-entry' | 'change-item' | 'link' | 'conflict' | 'leave'
  item: string | null
  entry: string | null
  /** The text of the item, or of the entry where there is no item. */
  readonly text: string
  /** The part that changes; null for all of it. */
  readonly part: 'text' | 'status' | null
  /** What it is and what it is to be; of a conflict, what the list has and what the tracker has. */
  readonly from: string | null
  readonly to: string | null
  outcome: 'planned' | 'done' | 'refused' | 'failed' | 'left'
  /** Why it was refused, failed or left. */
  why: string | null
}

interface Synchronisation {
  readonly tracker: GitHubTracker
  readonly entries: readonly Entry[]
  readonly state: SessionState
  /** The ledger of the list; a text where it can't be changed says why. */
  readonly ledger: { readonly file: string; readonly redaction: RedactionOptions | false } | string
  /** False: nothing is written, the steps say what would be done. */
  readonly apply: boolean
}

/** How the text or the status of an item and its entry compare; the base is what both had after the last time. */
interface Part<Value extends string> {
  readonly ledger: Value
  readonly tracker: Value
  readonly base: Value | null
  readonly goes: 'nowhere' | 'to-tracker' | 'to-ledger' | 'conflict'
}

/** What the tracker says of an item; the key of a new one is null. */
interface ListChange {
  readonly key: string | null
  readonly text?: string
  readonly status?: TodoStatus
}

/** An item, an entry, or both, and what becomes of them. */
interface Pair {
  readonly item: TodoItem | null
  readonly entry: Entry | null
  readonly parts?: { readonly text: Part<string>; readonly status: Part<Word> }
  readonly change?: ListChange
  readonly steps: readonly SyncStep[]
  /** The key of the item that the list has changed. */
  changed?: string
}

/** First the list is changed, by its rules; then the tracker gets what it lacks. */
export async function synchronise({ tracker, entries, state, ledger, apply }: Synchronisation) {
  const pairs = pairsOf(state, entries)
  if (typeof ledger === 'string')
    for (const pair of pairs) settle(pair, 'list', { outcome: 'refused', why: ledger })
  else if (apply) await changeList(pairs, tracker.name, state.session, ledger)
  if (apply) for (const pair of pairs) await writeEntry(pair, tracker, state.session)
  return pairs.flatMap(({ steps }) => steps)
}

/** Says what became of the steps of one side. */
function settle({ steps }: Pair, side: 'list' | 'tracker', result: Partial<SyncStep>): void {
  const own = side === 'list' ? ['add-item', 'change-item'] : ['create-entry', 'change-entry', 'link']
  for (const step of steps) if (own.includes(step.step)) Object.assign(step, result)
}

/** What belongs together: by the links of entries, else by their titles; and what is to be done. */
function pairsOf({ session, items }: SessionState, entries: readonly Entry[]): readonly Pair[] {
  const keys = new Map(items.map(({ key }) => [`${session}/${key}`, key]))
  const linked = new Map<string, Entry>()
  const left: Pair[] = []
  for (const entry of entries) {
    if (entry.link === null) continue
    const key = keys.get(entry.link.item)
    if (key !== undefined && !linked.has(key)) linked.set(key, entry)
    else {
      const first = linked.get(key ?? '')
      const why =
        first === undefined ? 'its item is not in this list' : `it names the same item as ${first.id}`
      const steps = [stepOf('leave', null, entry, { from: entry.status, outcome: 'left', why })]
      left.push({ item: null, entry, steps })
    }
  }
  const free = entries.filter(({ link }) => link === null)
  const pairs = items.map((item) => {
    const place = free.findIndex(({ title }) => title === titleOf(item.text))
    const [titled] = linked.has(item.key) || place === -1 ? [] : free.splice(place, 1)
    return { item, entry: linked.get(item.key) ?? titled ?? null }
  })
  return [
    ...pairs.flatMap(({ item, entry }): readonly Pair[] => {
      if (entry !== null || !isOpen(item)) return []
      return [{ item, entry, steps: [stepOf('create-entry', item, null, { to: wordOf(item.status) })] }]
    }),
    ...pairs.flatMap(({ item, entry }) => (entry === null ? [] : [compared(item, entry)])),
    ...free.flatMap((entry): readonly Pair[] => {
      if (entry.status !== 'open') return []
      const status = statusOf(entry.status)
      const change = { key: null, text: oneLine(entry.title, 2000), status }
      return [{ item: null, entry, change, steps: [stepOf('add-item', null, entry, { to: status })] }]
    }),
    ...left,
  ]
}

function stepOf(
  step: SyncStep['step'],
  item: TodoItem | null,
  entry: Entry | null,
  rest: Partial<SyncStep>,
): SyncStep {
  return {
    ...{ step, item: item?.id ?? null, entry: entry?.id ?? null, text: item?.text ?? entry?.title ?? '' },
    ...{ part: null, from: null, to: null, outcome: 'planned', why: null },
    ...rest,
  }
}

function compared(item: TodoItem, entry: Entry): Pair {
  const part = <Value extends string>(ledger: Value, tracker: Value, base: Value | null): Part<Value> => ({
    ...{ ledger, tracker, base },
    goes:
      ledger === tracker
        ? 'nowhere'
        : tracker === base
          ? 'to-tracker'
          : ledger === base
            ? 'to-ledger'
            : 'conflict',
  })
  const parts = {
    text: part(titleOf(item.text), entry.title, entry.link?.title ?? null),
    status: part(wordOf(item.status), entry.status, entry.link?.status ?? null),
  }
  const steps = (['text', 'status'] as const).flatMap((part): readonly SyncStep[] => {
    const { goes, ledger, tracker, base } = parts[part]
    if (goes === 'nowhere') return []
    if (goes === 'to-tracker')
      return [stepOf('change-entry', item, entry, { part, from: tracker, to: ledger })]
    const change = { part, from: ledger, to: tracker }
    if (goes === 'to-ledger') return [stepOf('change-item', item, entry, change)]
    const why =
      base === null ? 'nobody knows which is newer' : `both changed it; it was ${JSON.stringify(base)}`
    return [stepOf('conflict', item, entry, { ...change, outcome: 'left', why })]
  })
  const isLinked = parts.text.tracker === parts.text.base && parts.status.tracker === parts.status.base
  const changes = {
    ...(parts.text.goes === 'to-ledger' ? { text: oneLine(entry.title, 2000) } : {}),
    ...(parts.status.goes === 'to-ledger' ? { status: statusOf(entry.status) } : {}),
  }
  return {
    ...{ item, entry, parts },
    steps: steps.length > 0 || isLinked ? steps : [stepOf('link', item, entry, {})],
    ...(Object.keys(changes).length === 0 ? {} : { change: { key: item.key, ...changes } }),
  }
}

/** Changes the list by its rules. One that breaks a rule is refused, and the log says so. */
async function changeList(
  pairs: readonly Pair[],
  by: string,
  id: string,
  { file, redaction }: Exclude<Synchronisation['ledger'], string>,
): Promise<void> {
  // A place that becomes free may be what the next change needs, and new items come last.
  const rank = ({ change }: Pair) => (change?.key === null ? 2 : change?.status === undefined ? 1 : 0)
  const changing = pairs.filter(({ change }) => change !== undefined)
  if (changing.length === 0) return
  const store = await openLedgerFile(file, { readOnly: false })
  try {
    const opened = openLedger({ store, profileNamed, evidence: evidence({ tools: agentTools }), redaction })
    const session = await opened.session(id, { openTurn: 'join' })
    for (const pair of changing.toSorted((one, other) => rank(one) - rank(other)))
      if (pair.change !== undefined) await changeItem(session, pair, pair.change, by)
  } finally {
    await store.close()
  }
}

async function changeItem(session: Session, pair: Pair, change: ListChange, by: string): Promise<void> {
  const { key, ...fields } = change
  const { text = '', status } = fields
  const { name, capabilities } = session.profile
  // A status that the profile does not have is not even tried: the log would say so at every run.
  if (status !== undefined && capabilities?.statuses?.includes(status) === false) {
    settle(pair, 'list', { outcome: 'refused', why: `${name} knows no status ${status}` })
    return
  }
  const wanted = key === null ? { add: [{ ...fields, text }] } : { edit: [{ key, ...fields }] }
  const edited = await session.edit(wanted, { actor: { kind: 'program', id: by } })
  if (!edited.ok) {
    const why = edited.violations.map(({ message }) => message).join('; ')
    settle(pair, 'list', { outcome: 'refused', why })
    return
  }
  const changed = key ?? edited.added[0] ?? ''
  pair.changed = changed
  const item = session.state.items.find((each) => each.key === changed)?.id ?? null
  settle(pair, 'list', { outcome: 'done', item })
}

/** Writes an entry, unless it is as it must be. What is not settled is found again by the next run. */
async function writeEntry(pair: Pair, tracker: GitHubTracker, session: string): Promise<void> {
  const { item, entry, parts, changed } = pair
  if (entry === null && item !== null) {
    const link = { item: `${session}/${item.key}`, title: titleOf(item.text), status: wordOf(item.status) }
    const made = await tracker.create(item, link)
    settle(pair, 'tracker', made.ok ? { outcome: 'done', entry: made.id } : { outcome: 'failed', ...made })
    return
  }
  const key = item?.key ?? changed
  if (entry === null || key === undefined) return
  const whole = { value: entry.title, base: entry.title }
  const title = parts === undefined ? whole : settled(parts.text, changed)
  const status =
    parts === undefined ? { value: entry.status, base: entry.status } : settled(parts.status, changed)
  if (title.base === null || status.base === null) return
  const link = { item: `${session}/${key}`, title: title.base, status: status.base }
  const isSame = title.value === entry.title && status.value === entry.status
  if (isSame && JSON.stringify(link) === JSON.stringify(entry.link)) return
  const written = await tracker.change(entry, { title: title.value, status: status.value, link })
  if (written.ok) settle(pair, 'tracker', { outcome: 'done' })
  else if (parts !== undefined) settle(pair, 'tracker', { outcome: 'failed', why: written.why })
  else {
    const why = `the item is in the list, but its entry could not be marked: ${written.why}`
    settle(pair, 'list', { outcome: 'failed', why })
  }
}

/** What an entry's part is to be, and what both sides have then. */
function settled<Value extends string>({ goes, ledger, tracker, base }: Part<Value>, changed?: string) {
  if (goes === 'to-tracker') return { value: ledger, base: ledger }
  const isEqual = goes === 'nowhere' || (goes === 'to-ledger' && changed !== undefined)
  return { value: tracker, base: isEqual ? tracker : base }
}
