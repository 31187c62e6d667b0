/** Puts what a tracker says into a session: beside the agent's turns, by the session's rules, each change an edit of its own. */

import { evidence } from '@todo-ledger/audit'
import type { RedactionOptions } from '@todo-ledger/core'
import { openLedger, type Profile, type Session, type TodoStatus } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { openLedgerFile } from '../sources/ledger-file.js'

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
 * @throws Failure what opening a ledger throws
 */
export async function changeLedger(
  { ledger: file, session: id, by, profile, redaction }: LedgerTarget,
  changes: readonly LedgerChange[],
): Promise<readonly LedgerChanged[]> {
  if (changes.length === 0) return []
  const store = await openLedgerFile(file, { readOnly: false })
  try {
    const ledger = openLedger({ store, profileNamed, evidence: evidence({ tools: agentTools }), redaction })
    const session = await ledger.session(id, { openTurn: 'join', ...(profile === null ? {} : { profile }) })
    const made = new Map<LedgerChange, LedgerChanged>()
    for (const change of inOrder(changes)) made.set(change, await changeOne(session, change, by))
    return changes.map((change) => made.get(change) ?? { ok: false, why: 'it was not tried' })
  } finally {
    await store.close()
  }
}

function inOrder(changes: readonly LedgerChange[]): readonly LedgerChange[] {
  const rank = ({ key, status }: LedgerChange): number => {
    const place = order.indexOf(status)
    return (key === null ? order.length + 1 : 0) + (place === -1 ? order.length : place)
  }
  return changes.toSorted((one, other) => rank(one) - rank(other))
}

async function changeOne(session: Session, change: LedgerChange, by: string): Promise<LedgerChanged> {
  const { key, text, status, entry } = change
  const { name, capabilities } = session.profile
  // What the system has no word for is not even tried: the log would say so at every run.
  if (status !== undefined && capabilities?.statuses?.includes(status) === false)
    return { ok: false, why: `${name} knows no status ${status}` }
  // A reason goes with a block alone, and is taken away with it.
  const reason = status === 'blocked' ? { reason: `as ${by} says of ${entry}` } : {}
  const wanted = { ...(status === undefined ? {} : { status }), ...reason }
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
