/** Whose an open turn is: what another process has under way is not ended by who only opens the session. */

import { openTurns } from '../actor-state.js'
import { isSameActor } from '../actors.js'
import { HostError } from '../errors.js'
import type { Actor, TurnOwner } from '../events.js'
import type { ActorState, SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'

/** What becomes of a turn that is open when a session is opened: nothing is opened, it goes on, or it ends. */
export type OpenTurnChoice = 'refuse' | 'join' | 'interrupt'

/** Says whose the turns of a ledger are, and whether the owner of another one is still there. */
export interface TurnOwners {
  /** The owner of the turns that this ledger starts; null: they are nobody's. */
  readonly self: TurnOwner | null
  /**
   * False where the owner is gone: then its turn is ended as interrupted. Null where that can't be seen from here: then it is
   * alive while its heartbeat in the store is fresh, or where it has none.
   * @param since when its turn began
   */
  isAlive(owner: TurnOwner, since?: Date): boolean | null | Promise<boolean | null>
  /** Is told that a turn of this ledger's begins. */
  began?(): void
  /** Is told that the ledger is closed. */
  close?(): void | Promise<void>
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
 * The open turns that are to be ended as interrupted; the others go on. A turn is in the way of whoever opens the session
 * only where it is of the same actor: others work beside. Of whomever it is, one whose owner is gone is ended.
 * @param opening the state, and who opens the session; null where nobody is named
 * @param choice what was asked for; when absent the own turn is refused while an owner who is another ledger is alive
 * @throws HostError `turn-open` with the owner
 */
export async function turnsToEnd(
  context: OpenTurnContext,
  { state, mine }: { readonly state: SessionState; readonly mine: Actor | null },
  choice: OpenTurnChoice | undefined,
): Promise<readonly ActorState[]> {
  const open = openTurns(state)
  if (open.length === 0 || choice === 'join') return []
  const starts = await startsOf(context.store, state, open)
  const ended: ActorState[] = []
  for (const one of open) {
    const { owner = null, at } = starts.get(one.turn.number) ?? {}
    const isMine = isSameActor(one.actor, mine)
    if (isMine && choice === 'interrupt') ended.push(one)
    else if (isMine && choice === 'refuse') throw refusal(state, one, owner)
    else if (owner !== null && owner.id === context.owners.self?.id) continue
    else if (owner === null ? isMine : (await context.owners.isAlive(owner, at)) === false) ended.push(one)
    else if (isMine) throw refusal(state, one, owner)
  }
  return ended
}

function refusal({ session }: SessionState, { turn, actor }: ActorState, owner: TurnOwner | null): HostError {
  const whose = actor === null ? '' : ` of ${JSON.stringify(actor.id)}`
  return new HostError(
    'turn-open',
    `Turn ${turn.number}${whose} of session ${JSON.stringify(session)} is under way${owner === null ? '' : `: process ${owner.pid} on ${JSON.stringify(owner.host)} has it`}. Wait until it ends, only read with ledger.read(), or open the session with openTurn: 'join' to go on with the turn, or 'interrupt' to end it.`,
    { owner },
  )
}

/** The turns that this ledger has under way. */
export async function ownTurns(
  { store, owners }: OpenTurnContext,
  state: SessionState,
): Promise<readonly ActorState[]> {
  const open = openTurns(state)
  const { self } = owners
  if (self === null || open.length === 0) return []
  const starts = await startsOf(store, state, open)
  return open.filter(({ turn }) => starts.get(turn.number)?.owner?.id === self.id)
}

/** So many events are read at once at first, from the last one back; then twice as many, and so on. */
const firstPage = 64

/** When turns began and whose they are, by their numbers; null where the start names nobody. */
async function startsOf(
  store: EventStore,
  { session, seq }: SessionState,
  turns: readonly ActorState[],
): Promise<ReadonlyMap<number, { readonly owner: TurnOwner | null; readonly at: Date }>> {
  const wanted = new Set(turns.map(({ turn }) => turn.number))
  const starts = new Map<number, { readonly owner: TurnOwner | null; readonly at: Date }>()
  for (let to = seq, page = firstPage; to > 0 && starts.size < wanted.size; to -= page, page *= 2) {
    for await (const event of store.read(session, { from: Math.max(1, to - page + 1), to })) {
      if (event.type === 'turn.started' && wanted.has(event.turn))
        starts.set(event.turn, { owner: event.data.owner ?? null, at: event.at })
    }
  }
  return starts
}
