/** Makes a list and the issues of a repository equal by a three-way comparison. What both sides changed is a conflict, and stays. */

import { evidence } from '@todo-ledger/audit'
import {
  isOpen,
  openLedger,
  type RedactionOptions,
  type Session,
  type SessionState,
  type TodoItem,
} from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { openLedgerFile } from '../sources/ledger-file.js'
import { type Entry, type GitHubTracker, type Shared, sharedOf, statusOf, titleOf } from './github.js'

/** What is to become of an item and its entry, or of the one that is there. */
export interface SyncStep {
  readonly step: 'create-entry' | 'add-item' | 'change-entry' | 'change-item' | 'link' | 'conflict' | 'leave'
  readonly item: TodoItem | null
  readonly entry: Entry | null
  outcome: 'planned' | 'done' | 'refused' | 'left'
  /** Why it was refused or left. */
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

/** First the list is changed, by its rules; then the tracker gets what it lacks. A run that breaks off is completed by the next. */
export async function synchronise({ tracker, entries, state, ledger, apply }: Synchronisation) {
  const steps = stepsOf(state, entries)
  const ofList = steps.filter(({ step }) => step === 'add-item' || step === 'change-item')
  if (typeof ledger === 'string') for (const step of ofList) refuse(step, ledger)
  const session = state.session
  /** The keys that new items got. */
  const keys = new Map<SyncStep, string>()
  if (apply && typeof ledger !== 'string' && ofList.length > 0) {
    const store = await openLedgerFile(ledger.file, { readOnly: false })
    try {
      const { redaction } = ledger
      const opened = openLedger({ store, profileNamed, evidence: evidence({ tools: agentTools }), redaction })
      const live = await opened.session(session, { openTurn: 'join' })
      // A place that becomes free may be what the next change needs, and new items come last.
      const rank = ({ item, entry }: SyncStep) =>
        item === null || entry === null ? 2 : sharedOf(item).status === entry.status ? 1 : 0
      for (const step of ofList.toSorted((one, other) => rank(one) - rank(other))) {
        const key = await changeList(live, step, tracker.name)
        if (key !== null) keys.set(step, key)
      }
    } finally {
      await store.close()
    }
  }
  if (apply) {
    for (const step of steps) {
      const { item, entry } = step
      const key = item?.key ?? keys.get(step)
      const isOfTracker = ['create-entry', 'change-entry', 'link'].includes(step.step)
      if (key === undefined || (!isOfTracker && !keys.has(step))) continue
      const link = (shared: Shared) => {
        return { item: `${session}/${key}`, title: shared.title, status: shared.status }
      }
      if (item !== null && entry === null) await tracker.create(item, link(sharedOf(item)))
      else if (entry !== null)
        await tracker.change(entry, link(item !== null && isOfTracker ? sharedOf(item) : entry))
      step.outcome = 'done'
    }
  }
  return steps
}

function refuse(step: SyncStep, why: string): null {
  Object.assign(step, { outcome: 'refused', why })
  return null
}

/** What belongs together, by the links of entries, else by their titles; and what is to be done. */
function stepsOf({ session, items }: SessionState, entries: readonly Entry[]): readonly SyncStep[] {
  const stepOf = (
    step: SyncStep['step'],
    item: TodoItem | null,
    entry: Entry | null,
    why?: string,
  ): SyncStep => {
    return { step, item, entry, outcome: why === undefined ? 'planned' : 'left', why: why ?? null }
  }
  const byLink = (item: TodoItem) => entries.find(({ link }) => link?.item === `${session}/${item.key}`)
  const free = new Set(entries.filter(({ link }) => link === null))
  const taken = new Set<Entry>()
  const steps = items.flatMap((item) => {
    const entry = byLink(item) ?? [...free].find(({ title }) => title === titleOf(item.text))
    if (entry === undefined) return isOpen(item) ? [stepOf('create-entry', item, null)] : []
    free.delete(entry)
    taken.add(entry)
    const [mine, theirs, base] = [sharedOf(item), entry, entry.link]
    if (isEqual(mine, theirs)) return isEqual(theirs, base) ? [] : [stepOf('link', item, entry)]
    if (isEqual(theirs, base)) return [stepOf('change-entry', item, entry)]
    if (isEqual(mine, base)) return [stepOf('change-item', item, entry)]
    const why = base === null ? 'nobody knows which is newer' : `both changed it; it was ${wordsOf(base)}`
    return [stepOf('conflict', item, entry, why)]
  })
  const added = [...free]
    .filter(({ status }) => status === 'open')
    .map((entry) => stepOf('add-item', null, entry))
  const left = entries
    .filter((entry) => entry.link !== null && !taken.has(entry))
    .map((entry) => stepOf('leave', null, entry, 'its item is not in this list, or has another entry'))
  return [...steps, ...added, ...left]
}

function isEqual(one: Shared, other: Shared | null): boolean {
  return other !== null && one.title === other.title && one.status === other.status
}

/** What an item and its entry have in common, in words. Foreign text. */
export function wordsOf({ title, status }: Shared): string {
  return `${JSON.stringify(title)}, ${status}`
}

/** Changes the list by its rules. One that breaks a rule is refused, and the log says so. @returns the key of the item, or null */
async function changeList(session: Session, step: SyncStep, by: string): Promise<string | null> {
  const { item, entry } = step
  if (entry === null) return null
  const mine = item === null ? null : sharedOf(item)
  const text = mine?.title === entry.title ? {} : { text: entry.title }
  const status = mine?.status === entry.status ? {} : { status: statusOf(entry.status) }
  const { name, capabilities } = session.profile
  // A status that the profile does not have is not even tried: the log would say so at every run.
  if (status.status !== undefined && capabilities?.statuses?.includes(status.status) === false)
    return refuse(step, `${name} knows no status ${status.status}`)
  const wanted =
    item === null
      ? { add: [{ text: entry.title, ...status }] }
      : { edit: [{ key: item.key, ...text, ...status }] }
  const edited = await session.edit(wanted, { actor: { kind: 'program', id: by } })
  if (!edited.ok) return refuse(step, edited.violations.map(({ message }) => message).join('; '))
  return item?.key ?? edited.added[0] ?? null
}
