/** Changes a session's list for a tracker: beside the agent's turns, by the session's rules, each change an edit of its own. */

import { evidence } from '@todo-ledger/audit'
import { openLedger, type RedactionOptions, type Session, type TodoStatus } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { openLedgerFile } from '../sources/ledger-file.js'

/** A change of one item; of what is absent nothing changes. */
export interface ListChange {
  /** The item's key, or null for a new item. */
  readonly key: string | null
  readonly text?: string
  readonly status?: TodoStatus
  /** The entry that says so. */
  readonly entry: string
}

/** What became of a change; `flags` are rules that it breaks and that refuse nothing. */
export type ListChanged =
  | { readonly ok: true; readonly key: string; readonly id: string; readonly flags: readonly string[] }
  | { readonly ok: false; readonly why: string }

/** Where changes go. */
export interface ListToChange {
  readonly ledger: string
  readonly session: string
  /** Who makes them, for the log. */
  readonly by: string
  readonly redaction: RedactionOptions | false
}

/** What is done first: a place that becomes free may be what the next change needs. New items come last. */
const order: readonly (TodoStatus | undefined)[] = [
  'completed',
  'cancelled',
  'blocked',
  'pending',
  undefined,
  'in_progress',
]

/**
 * Makes the changes. One that breaks a rule is refused, and the log says so.
 * @throws Failure what opening a ledger throws
 */
export async function changeList<Key>(
  { ledger: file, session: id, by, redaction }: ListToChange,
  changes: ReadonlyMap<Key, ListChange>,
): Promise<ReadonlyMap<Key, ListChanged>> {
  const made = new Map<Key, ListChanged>()
  if (changes.size === 0) return made
  const store = await openLedgerFile(file, { readOnly: false })
  try {
    const ledger = openLedger({ store, profileNamed, evidence: evidence({ tools: agentTools }), redaction })
    const session = await ledger.session(id, { openTurn: 'join' })
    const rank = ({ key, status }: ListChange): number =>
      (key === null ? order.length : 0) + order.indexOf(status)
    for (const [key, change] of [...changes].sort(([, one], [, other]) => rank(one) - rank(other)))
      made.set(key, await changeItem(session, change, by))
    return made
  } finally {
    await store.close()
  }
}

async function changeItem(session: Session, change: ListChange, by: string): Promise<ListChanged> {
  const { key, text, status, entry } = change
  const { name, capabilities } = session.profile
  // A status that the profile does not have is not even tried: the log would say so at every run.
  if (status !== undefined && capabilities?.statuses?.includes(status) === false)
    return { ok: false, why: `${name} knows no status ${status}` }
  const wanted = {
    ...(status === undefined ? {} : { status }),
    ...(status === 'blocked' ? { reason: `as ${by} says of ${entry}` } : {}),
  }
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
