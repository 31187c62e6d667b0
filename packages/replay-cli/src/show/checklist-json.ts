/** What `show --json` prints. Scripts rely on its keys. */

import {
  type Actor,
  countCompleted,
  type Phase,
  type SessionState,
  type TodoStatus,
  type TroubleSign,
  troubleSigns,
} from '@todo-ledger/core'
import { renderChecklist } from '@todo-ledger/core/profiles'
import { profileNamed } from '@todo-ledger/recordings'

/** What `show --json` prints of a session. */
export interface ChecklistOutput {
  /** The session's id. */
  readonly session: string
  /** The turn of the moment, from 1; 0 before the first. */
  readonly turn: number
  /** Whose turn it is, where somebody is named. */
  readonly actor?: Actor
  /** The seq of the last event up to the moment. */
  readonly seq: number
  /** The list's goal, or null. */
  readonly goal: string | null
  /** How far the list is. */
  readonly phase: Phase
  /** The items, in order. */
  readonly items: readonly {
    /** The item's id. */
    readonly id: string
    /** Its text. */
    readonly text: string
    /** Its status. */
    readonly status: TodoStatus
    /** Who gave it that, where somebody is named. */
    readonly actor?: Actor
  }[]
  /** How many items are completed, of how many. */
  readonly progress: { readonly completed: number; readonly total: number }
  /** The signs of trouble at this moment: tools that are not used, a list that only grows, a model that is stuck. */
  readonly signs: readonly TroubleSign[]
  /** The list as the profile shows it to its people and models. */
  readonly rendered: string
}

/** What `show --json` prints of a state. */
export function checklistOutput(state: SessionState): ChecklistOutput {
  const { session, turn, actor, seq, goal, phase, items } = state
  const render = profileNamed(state.profile)?.render ?? renderChecklist
  return {
    session,
    turn: turn.number,
    ...(actor === null ? {} : { actor }),
    seq,
    goal,
    phase,
    items: items.map(({ id, text, status, actor }) => ({
      id,
      text,
      status,
      ...(actor === null ? {} : { actor }),
    })),
    progress: { completed: countCompleted(items), total: items.length },
    signs: troubleSigns(state),
    rendered: render(items, goal),
  }
}
