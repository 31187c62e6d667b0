/** Makes a list and a tracker equal by a three-way comparison. What both sides changed is a conflict, and stays. */

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
import {
  type Entry,
  type GitHubTracker,
  type Link,
  oneLine,
  statusOf,
  titleOf,
  type Word,
  type Written,
  wordOf,
} from './github.js'

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

export interface Synchronisation {
  readonly tracker: GitHubTracker
  readonly entries: readonly Entry[]
  readonly state: SessionState
  /** The side that wins where both changed; null: neither. */
  readonly prefer: 'ledger' | 'tracker' | null
  /** The ledger of the list; a text where it can't be changed says why. */
  readonly ledger: { readonly file: string; readonly redaction: RedactionOptions | false } | string
  /** False: nothing is written, the steps say what would be done. */
  readonly apply: boolean
}

/** How the text or the status of an item and its entry compare. */
interface Part<Value extends string> {
  readonly ledger: Value
  readonly tracker: Value
  /** What both had after the last time; null where there was none. */
  readonly base: Value | null
  readonly goes: 'nowhere' | 'to-tracker' | 'to-ledger' | 'conflict'
}

/** What a tracker says of an item; null for a new one. */
interface ListChange {
  readonly key: string | null
  readonly text?: string
  readonly status?: TodoStatus
}

/** What became of a change of the list; `flags` are rules that it breaks and that refuse nothing. */
type Changed =
  | { readonly ok: true; readonly key: string; readonly id: string; readonly flags: readonly string[] }
  | { readonly ok: false; readonly why: string }

/** An item, an entry, or both, and what becomes of them. */
interface Match {
  readonly item: TodoItem | null
  readonly entry: Entry | null
  /** Of both: how they compare. */
  readonly parts?: { readonly text: Part<string>; readonly status: Part<Word> }
  /** Why an entry stays as it is. */
  readonly left?: string
  readonly change?: ListChange
  changed?: Changed
  written?: Written
}

/** First the list is changed, by its rules; then the tracker gets what it lacks. */
export async function synchronise(work: Synchronisation): Promise<readonly SyncStep[]> {
  const { tracker, apply, ledger, state } = work
  const matches = matchesOf(work)
  if (apply) {
    await changeList(matches, work)
    for (const match of matches) {
      const written = await write(match, tracker, state.session)
      if (written !== null) match.written = written
    }
  }
  const planned = { outcome: 'planned', why: null } as const
  const refused = typeof ledger === 'string' ? ({ outcome: 'refused', why: ledger } as const) : planned
  return matches.flatMap((match) =>
    stepsOf(
      match,
      apply ? outcomeOf(match.changed, 'refused') : refused,
      apply ? outcomeOf(match.written, 'failed') : planned,
    ),
  )
}

type Outcome = Pick<SyncStep, 'outcome' | 'why'>

function outcomeOf(result: Written | Changed | undefined, otherwise: 'refused' | 'failed'): Outcome {
  if (result?.ok === false) return { outcome: otherwise, why: result.why }
  const flags = result !== undefined && 'flags' in result ? result.flags : []
  return { outcome: 'done', why: flags.length === 0 ? null : `let pass: ${flags.join(', ')}` }
}

/** Says of each item and each entry what belongs together: by their links, else by the title. */
function matchesOf({ state: { session, items }, entries, prefer }: Synchronisation): readonly Match[] {
  const keys = new Map(items.map(({ key }) => [`${session}/${key}`, key]))
  const linked = new Map<string, Entry>()
  const left: Match[] = []
  for (const entry of entries) {
    if (entry.link === null) continue
    const { item } = entry.link
    const key = keys.get(item)
    const first = linked.get(key ?? '')
    if (key !== undefined && first === undefined) linked.set(key, entry)
    else
      left.push({
        item: null,
        entry,
        left: !item.startsWith(`${session}/`)
          ? 'it belongs to another session'
          : first === undefined
            ? 'its item is no longer in the list'
            : `it names the same item as ${first.id}: close one of them`,
      })
  }
  const free = entries.filter(({ link }) => link === null)
  const known = items.map((item): Match => {
    const place = free.findIndex(({ title }) => title === titleOf(item.text))
    const [titled] = linked.has(item.key) || place === -1 ? [] : free.splice(place, 1)
    const entry = linked.get(item.key) ?? titled ?? null
    return entry === null ? { item, entry } : compared(item, entry, prefer)
  })
  const fresh = free.map((entry): Match => {
    const { title, status } = entry
    return { item: null, entry, change: { key: null, text: oneLine(title, 2000), status: statusOf(status) } }
  })
  return [
    ...known.filter(({ item, entry }) => entry === null && item !== null && isOpen(item)),
    ...known.filter(({ entry }) => entry !== null),
    ...fresh.filter(({ entry }) => entry?.status === 'open'),
    ...left,
  ]
}

function compared(item: TodoItem, entry: Entry, prefer: Synchronisation['prefer']): Match {
  const { link } = entry
  const part = <Value extends string>(ledger: Value, tracker: Value, base: Value | null): Part<Value> => {
    const preferred = prefer === null ? 'conflict' : prefer === 'ledger' ? 'to-tracker' : 'to-ledger'
    const goes =
      ledger === tracker
        ? 'nowhere'
        : tracker === base
          ? 'to-tracker'
          : ledger === base
            ? 'to-ledger'
            : preferred
    return { ledger, tracker, base, goes }
  }
  const text = part(titleOf(item.text), entry.title, link?.title ?? null)
  const status = part(wordOf(item.status), entry.status, link?.status ?? null)
  const changes = {
    ...(text.goes === 'to-ledger' ? { text: oneLine(entry.title, 2000) } : {}),
    ...(status.goes === 'to-ledger' ? { status: statusOf(entry.status) } : {}),
  }
  const change = Object.keys(changes).length === 0 ? {} : { change: { key: item.key, ...changes } }
  return { item, entry, parts: { text, status }, ...change }
}

/** Changes the list by its rules. One that breaks a rule is refused, and the log says so. */
async function changeList(
  matches: readonly Match[],
  { tracker, ledger, state }: Synchronisation,
): Promise<void> {
  const changing = matches.flatMap((match) =>
    match.change === undefined ? [] : [{ match, change: match.change }],
  )
  if (changing.length === 0) return
  if (typeof ledger === 'string') {
    for (const { match } of changing) match.changed = { ok: false, why: ledger }
    return
  }
  const { file, redaction } = ledger
  const store = await openLedgerFile(file, { readOnly: false })
  try {
    const opened = openLedger({ store, profileNamed, evidence: evidence({ tools: agentTools }), redaction })
    const session = await opened.session(state.session, { openTurn: 'join' })
    // A place that becomes free may be what the next change needs, and new items come last.
    const rank = ({ key, status }: ListChange) =>
      key === null ? 3 : status === 'in_progress' ? 2 : status === undefined ? 1 : 0
    for (const { match, change } of changing.toSorted((one, other) => rank(one.change) - rank(other.change)))
      match.changed = await changeItem(session, change, tracker.name)
  } finally {
    await store.close()
  }
}

async function changeItem(session: Session, change: ListChange, by: string): Promise<Changed> {
  const { key, text, status } = change
  const { name, capabilities } = session.profile
  // A status that the profile does not have is not even tried: the log would say so at every run.
  if (status !== undefined && capabilities?.statuses?.includes(status) === false)
    return { ok: false, why: `${name} knows no status ${status}` }
  const wanted = status === undefined ? {} : { status }
  const edited = await session.edit(
    key === null
      ? { add: [{ text: text ?? '', ...wanted }] }
      : { edit: [{ key, ...(text === undefined ? {} : { text }), ...wanted }] },
    { actor: { kind: 'program', id: by } },
  )
  if (!edited.ok) return { ok: false, why: edited.violations.map(({ message }) => message).join('; ') }
  const changed = key ?? edited.added[0] ?? ''
  const id = session.state.items.find((item) => item.key === changed)?.id ?? ''
  return { ok: true, key: changed, id, flags: edited.flags.map(({ rule }) => rule) }
}

/** Writes an entry; null where it is as it must be. */
async function write(
  { item, entry, parts, left, changed }: Match,
  tracker: GitHubTracker,
  session: string,
): Promise<Written | null> {
  if (left !== undefined) return null
  if (entry === null) {
    if (item === null) return null
    const link = { item: `${session}/${item.key}`, title: titleOf(item.text), status: wordOf(item.status) }
    return tracker.create(item, link)
  }
  if (item === null || parts === undefined) {
    if (changed?.ok !== true) return null
    const { title, status } = entry
    return tracker.change(entry, {
      title,
      status,
      link: { item: `${session}/${changed.key}`, title, status },
    })
  }
  const isPulled = changed?.ok !== false
  const [title, status] = [settled(parts.text, isPulled), settled(parts.status, isPulled)]
  if (title.base === null || status.base === null) return null
  const link: Link = { item: `${session}/${item.key}`, title: title.base, status: status.base }
  const isSame =
    title.value === entry.title &&
    status.value === entry.status &&
    JSON.stringify(link) === JSON.stringify(entry.link)
  return isSame ? null : tracker.change(entry, { title: title.value, status: status.value, link })
}

/** What an entry's part is to be, and what both sides have then. What is not settled is found again by the next run. */
function settled<Value extends string>({ goes, ledger, tracker, base }: Part<Value>, isPulled: boolean) {
  if (goes === 'to-tracker') return { value: ledger, base: ledger }
  const isEqual = goes === 'nowhere' || (goes === 'to-ledger' && isPulled)
  return { value: tracker, base: isEqual ? tracker : base }
}

function stepsOf(match: Match, pulled: Outcome, pushed: Outcome): readonly SyncStep[] {
  const { item, entry, parts, left, changed, written } = match
  const whole = {
    ...{ item: item?.id ?? null, entry: entry?.id ?? null, text: item?.text ?? entry?.title ?? '' },
    ...({ part: null, from: null, to: null } as const),
  }
  if (left !== undefined)
    return [{ step: 'leave', ...whole, from: entry?.status ?? null, outcome: 'left', why: left }]
  if (entry === null) {
    const made = written?.ok === true ? written.id : null
    return [
      {
        step: 'create-entry',
        ...whole,
        entry: made,
        to: item === null ? null : wordOf(item.status),
        ...pushed,
      },
    ]
  }
  if (parts === undefined) {
    const added = changed?.ok === true ? changed.id : null
    const why = `the item is in the list, but its entry could not be marked: ${pushed.why}`
    const outcome = added !== null && written?.ok === false ? ({ outcome: 'failed', why } as const) : pulled
    return [{ step: 'add-item', ...whole, item: added, to: match.change?.status ?? null, ...outcome }]
  }
  const steps = (['text', 'status'] as const).flatMap((part): readonly SyncStep[] => {
    const { goes, ledger: from, tracker: to, base } = parts[part]
    if (goes === 'to-tracker')
      return [{ step: 'change-entry', ...whole, part, from: to, to: from, ...pushed }]
    if (goes === 'to-ledger') return [{ step: 'change-item', ...whole, part, from, to, ...pulled }]
    if (goes === 'nowhere') return []
    const why =
      base === null ? 'nobody knows which is newer' : `both changed it; it was ${JSON.stringify(base)}`
    return [{ step: 'conflict', ...whole, part, from, to, outcome: 'left', why }]
  })
  const isLinked = parts.text.tracker === parts.text.base && parts.status.tracker === parts.status.base
  return steps.length > 0 || isLinked ? steps : [{ step: 'link', ...whole, ...pushed }]
}
