/** Whom a list names: nobody where one agent works alone on it. Ids come from outside: they are to be made printable. */

import { type Actor, isSameActor, type SessionState, type TodoEvent, type TodoItem } from '@todo-ledger/core'
import { cut } from '../text/cut.js'
import { pageText } from '../text/printable.js'

/** True where more than one had a part in a list: several agents, or somebody who changed it beside the one. */
export function isShared({ actor, otherActors, items }: SessionState): boolean {
  return (
    otherActors.length > 0 || items.some((item) => item.actor !== null && !isSameActor(item.actor, actor))
  )
}

/** The id of who has an item, or gave it the status that it has now; null where nobody took it up, or nobody is named. */
export function holderOf({
  status,
  actor,
}: {
  readonly status: TodoItem['status']
  readonly actor?: Actor | null
}): string | null {
  return status === 'pending' ? null : (actor?.id ?? null)
}

/** The items of a shared list with the ids of who has them; those of one agent's list name nobody. */
export function withHolders(state: SessionState): readonly (TodoItem & { readonly holder: string | null })[] {
  const shared = isShared(state)
  return state.items.map((item) => ({ ...item, holder: shared ? holderOf(item) : null }))
}

/** Who did it, as it stands at the head of a sentence: an agent by name where several work on the list. */
export function actorWords({ actor }: TodoEvent, state: SessionState): string {
  if (actor?.kind === 'person') return 'A person'
  if (actor?.kind === 'program') return 'A program'
  if (actor === undefined || !isShared(state))
    return actor?.kind === 'sub-agent' ? 'A sub-agent' : 'The agent'
  return cut(pageText(actor.id), 40)
}
