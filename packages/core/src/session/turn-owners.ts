/** Whose an open turn is: what another process has under way is not ended by who only opens the session. */

import { HostError } from '../errors.js'
import type { TurnOwner } from '../events.js'
import type { SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'

/** What becomes of a turn that is open when a session is opened: nothing is opened, it goes on, or it ends. */
export type OpenTurnChoice = 'refuse' | 'join' | 'interrupt'

/** Says whose the turns of a ledger are, and whether the owner of another one is still there. */
export interface TurnOwners {
  /** The owner of the turns that this ledger starts; null: they are nobody's. */
  readonly self: TurnOwner | null
  /** False where the owner is gone: then its turn is ended as interrupted. */
  isAlive(owner: TurnOwner): boolean | Promise<boolean>
  /** Is told that the ledger was closed. */
  close?(): void
}

/** Turns that are nobody's. */
export const nobody: TurnOwners = { self: null, isAlive: () => false }

/** What is needed to find whose an open turn is. */
interface OpenTurnContext {
  /** Where the session is stored. */
  readonly store: EventStore
  /** Says who is there. */
  readonly owners: TurnOwners
}

/**
 * True where the open turn is to be ended as interrupted, false where it goes on.
 * @param choice what was asked for; when absent the turn of an owner who is alive is refused, this ledger's own goes on,
 * and any other is ended
 * @throws HostError `turn-open` with the owner
 */
export async function endsOpenTurn(
  { store, owners }: OpenTurnContext,
  state: SessionState,
  choice: OpenTurnChoice | undefined,
): Promise<boolean> {
  if (choice === 'join' || choice === 'interrupt') return choice === 'interrupt'
  const owner = await ownerOfTurn(store, state)
  if (choice === undefined) {
    if (owner === null) return true
    if (owner.id === owners.self?.id) return false
    if (!(await owners.isAlive(owner))) return true
  }
  throw new HostError(
    'turn-open',
    `Turn ${state.turn.number} of session ${JSON.stringify(state.session)} is under way${owner === null ? '' : `: process ${owner.pid} on ${JSON.stringify(owner.host)} has it`}. Wait until it ends, only read with ledger.read(), or open the session with openTurn: 'join' to go on with the turn, or 'interrupt' to end it.`,
    { owner },
  )
}

/** True where this ledger has the open turn under way. */
export async function ownsOpenTurn(
  { store, owners }: OpenTurnContext,
  state: SessionState,
): Promise<boolean> {
  return owners.self !== null && (await ownerOfTurn(store, state))?.id === owners.self.id
}

/** So many events are read at once at first, from the last one back; then twice as many, and so on. */
const firstPage = 64

/** The owner of a session's last turn, or null where its start names none. */
async function ownerOfTurn(store: EventStore, { session, seq }: SessionState): Promise<TurnOwner | null> {
  let owner: TurnOwner | null | undefined
  for (let to = seq, page = firstPage; to > 0 && owner === undefined; to -= page, page *= 2) {
    for await (const event of store.read(session, { from: Math.max(1, to - page + 1), to })) {
      if (event.type === 'turn.started') owner = event.data.owner ?? null
    }
  }
  return owner ?? null
}
