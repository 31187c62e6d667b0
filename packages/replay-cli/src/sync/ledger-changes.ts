/** Puts what a tracker says into a session: through the session, by its rules, each change a turn of its own. */

import { evidence } from '@todo-ledger/audit'
import type { RedactionOptions } from '@todo-ledger/core'
import { openLedger, type Profile, type Session, type SessionState, type TodoStatus } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { Failure } from '../failure.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { oneLine } from './tracker.js'

/** A change of one item. */
export interface LedgerChange {
  /** The item's key, or null for a new item. */
  readonly key: string | null
  /** Its text from now on; absent: as it was. */
  readonly text?: string
  /** Its status from now on; absent: as it was. */
  readonly status?: TodoStatus
  /** The entry that says so. */
  readonly entry: string
}

/** What became of a change. */
export type LedgerChanged =
  | {
      /** The list has it. */
      readonly ok: true
      /** The item's key. */
      readonly key: string
      /** Its id. */
      readonly id: string
      /** The rules that it breaks and that refuse nothing. */
      readonly flags: readonly string[]
    }
  | {
      /** It was refused. */
      readonly ok: false
      /** Why. */
      readonly why: string
    }

/** Where changes go. */
export interface LedgerTarget {
  /** The ledger's file. */
  readonly ledger: string
  /** The session's id. */
  readonly session: string
  /** Who says so, for the log. */
  readonly by: string
  /** The profile of a session that is to begin; null for one that is there. */
  readonly profile: Profile | null
  /** What is taken out of what comes in; false: nothing. */
  readonly redaction: RedactionOptions | false
}

/** What is done first: a place that becomes free may be what the next change needs. */
const order: readonly (TodoStatus | undefined)[] = ['completed', 'cancelled', 'blocked', 'pending', undefined]

/**
 * Makes the changes. One that breaks a rule is refused, and stands in the log as that.
 * @returns what became of each, in their order
 * @throws Failure `turn-open` while the session's agent is in a turn, and what opening a session throws
 */
export async function changeLedger(
  { ledger: file, session: id, by, profile, redaction }: LedgerTarget,
  changes: readonly LedgerChange[],
): Promise<readonly LedgerChanged[]> {
  if (changes.length === 0) return []
  const store = await openLedgerFile(file, { readOnly: false })
  try {
    const ledger = openLedger({ store, profileNamed, evidence: evidence({ tools: agentTools }), redaction })
    const session = await ledger.session(id, { shared: true, ...(profile === null ? {} : { profile }) })
    if (session.turn() !== null)
      throw new Failure(
        'turn-open',
        `Session ${JSON.stringify(id)} is in the middle of a turn. Run it again when the turn is over; nothing was changed.`,
      )
    const made = new Map<LedgerChange, LedgerChanged>()
    const ways: Way[] = []
    for (const change of inOrder(changes)) {
      const way = wayOf(change, session.profile)
      if ('tool' in way) ways.push(way)
      else made.set(change, way)
    }
    if (ways.length > 0) {
      const told = ways.map(({ change }) => change)
      await tell(session, by, newsOf(by, told, session.state))
    }
    for (const way of ways) made.set(way.change, await changeOne(session, way, by))
    return changes.map((change) => made.get(change) ?? { ok: false, why: 'it was not tried' })
  } finally {
    await store.close()
  }
}

/** A change, and the tool that says it. */
interface Way {
  readonly change: LedgerChange
  readonly tool: string
}

/** How a profile says a change; or that it can't. */
function wayOf(change: LedgerChange, profile: Profile): Way | Extract<LedgerChanged, { readonly ok: false }> {
  const { key, status } = change
  const statuses = profile.capabilities?.statuses
  if (status !== undefined && statuses !== undefined && !statuses.includes(status))
    return { ok: false, why: `${profile.name} knows no status ${status}` }
  const tool = toolOf(profile, key === null)
  return tool === null ? { ok: false, why: `${profile.name} has no tool` } : { change, tool }
}

/** Records the news as the tracker's: no word of the user, and no input that renews a budget. */
async function tell(session: Session, by: string, text: string): Promise<void> {
  const actor = { kind: 'program', id: by } as const
  if (session.state.run.open) await session.recordMessage({ role: 'user', text, actor })
  else await session.startRun({ trigger: 'unknown', text, actor })
}

/** What a model is to be told: its list is about to be another one than it wrote. */
function newsOf(by: string, changes: readonly LedgerChange[], { items }: SessionState): string {
  const lines = changes.map(({ key, text, status, entry }) => {
    const item = items.find((each) => each.key === key)
    if (item === undefined) return `- new (${quoted(entry)}): ${quoted(text ?? '')}`
    const parts = [text === undefined ? null : `now ${quoted(text)}`, status ?? null]
    return `- item ${quoted(item.id)} (${quoted(entry)}), ${quoted(item.text)}: ${parts.filter((part) => part !== null).join(', ')}`
  })
  return `${by} changes the list:\n${lines.join('\n')}`
}

/** Text from outside, as it can stand in a prompt. */
function quoted(text: string): string {
  return JSON.stringify(oneLine(text, 2000))
}

function inOrder(changes: readonly LedgerChange[]): readonly LedgerChange[] {
  const rank = ({ key, status }: LedgerChange): number => {
    const place = order.indexOf(status)
    return (key === null ? order.length + 1 : 0) + (place === -1 ? order.length : place)
  }
  return changes.toSorted((one, other) => rank(one) - rank(other))
}

async function changeOne(session: Session, { change, tool: name }: Way, by: string): Promise<LedgerChanged> {
  const { key, text, status, entry } = change
  const { profile } = session
  // A reason goes with a block alone, and is taken away with it.
  const reason = status === 'blocked' ? { reason: `as ${by} says of ${entry}` } : {}
  const wanted = {
    ...(text === undefined ? {} : { text }),
    ...(status === undefined ? {} : { status }),
    ...reason,
  }
  const turn = await session.startTurn()
  let flags: readonly string[] = []
  session.once('event', ({ event }) => {
    if (event.type === 'todos.updated') flags = event.data.flags.map(({ rule }) => rule)
  })
  const reply = await turn.updateTodos(
    key === null
      ? {
          kind: 'edit',
          add: [{ id: nextId(profile, session.state), ownId: true, text: '', status: 'pending', ...wanted }],
        }
      : { kind: 'edit', edit: [{ key, ...wanted }] },
    { name, input: { via: by, entry, ...wanted }, actor: { kind: 'program', id: by } },
  )
  await turn.end()
  if (!reply.ok) return { ok: false, why: (reply.violations ?? []).map(({ message }) => message).join('; ') }
  const { items } = session.state
  const item = key === null ? items.at(-1) : items.find((each) => each.key === key)
  return { ok: true, key: item?.key ?? '', id: item?.id ?? '', flags }
}

/** The tool of the profile that could say it; where none can, its first: what is wanted is known without its words. */
function toolOf({ capabilities, tools }: Profile, adds: boolean): string | null {
  const named = adds ? capabilities?.add?.tool : undefined
  return named ?? capabilities?.replace?.tool ?? tools[0]?.name ?? null
}

/** The id of the item that comes next. */
function nextId({ capabilities }: Profile, state: SessionState): string {
  const next = capabilities?.add?.nextId(state, 0)
  if (next !== undefined && !state.items.some(({ id }) => id === next)) return next
  const numbers = state.items.map(({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0))
  return String(Math.max(state.idsUsed, ...numbers) + 1)
}
