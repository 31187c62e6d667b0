/** What `show --json` prints. Scripts rely on its keys. */

import { countCompleted, type SessionState, troubleSigns } from '@todo-ledger/core'
import { renderChecklist } from '@todo-ledger/core/profiles'
import { profileNamed } from '@todo-ledger/recordings'

/** What `show --json` prints of a state. */
export function checklistOutput(state: SessionState) {
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
