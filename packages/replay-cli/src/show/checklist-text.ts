/** The checklist as people read it. */

import { countCompleted, type SessionState, type TodoItem, troubleSigns } from '@todo-ledger/core'
import { isShared, withHolders } from '../session-view/who.js'
import { statusMarks } from '../session-view/words.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'

const textLimit = 500

/** What is shown of an item. */
export interface ShownItem extends Pick<TodoItem, 'id' | 'text' | 'status' | 'reason'> {
  /** The id of who has it, where several work on the list; else null or absent. */
  readonly holder?: string | null
}

export function checklistText(state: SessionState, columns: number, style: Style): readonly string[] {
  const { session, profile, seq, goal, items, phase } = state
  const facts = `${turnWords(state)}, event ${seq}, ${printable(profile, 60)}, ${phase}`
  return [
    ...wrap(printable(session, 200), columns).map((line) => style('bold', line)),
    ...wrap(facts, columns).map((line) => style('dim', line)),
    ...(goal === null ? [] : hang('Goal: ', printable(goal, textLimit), columns)),
    '',
    ...withHolders(state).flatMap((item) => itemText(item, columns, style)),
    ...(items.length === 0 ? ['No todos.'] : ['', `(${countCompleted(items)}/${items.length} completed)`]),
    ...signLines(state, columns, style),
  ]
}

/** Where a state stands; where several work on the list, whose turn it is, and which others are under way. */
function turnWords(state: SessionState): string {
  const { turn, actor, otherActors } = state
  if (!isShared(state)) return `turn ${turn.number}`
  const named = [{ turn, actor }, ...otherActors.filter((other) => other.turn.open)].map(
    ({ turn: { number }, actor: whose }) =>
      `turn ${number}${whose === null ? '' : ` by ${printable(whose.id, 40)}`}`,
  )
  const [first = '', ...rest] = named
  return rest.length === 0 ? first : `${first} (under way, too: ${rest.join(', ')})`
}

function signLines(state: SessionState, columns: number, style: Style): readonly string[] {
  const signs = troubleSigns(state)
  const lines = signs.flatMap(({ message, advice }) => wrap(`${message} ${advice}`, columns))
  return lines.length === 0 ? [] : ['', ...lines.map((line) => style('yellow', line))]
}

export function itemText(item: ShownItem, columns: number, style: Style): readonly string[] {
  const { mark, style: name } = statusMarks[item.status]
  const holder = item.holder == null ? '' : ` [${printable(item.holder, 40)}]`
  const reason = item.reason === null ? '' : ` (${item.status}: ${printable(item.reason, textLimit)})`
  const before = `${mark} #${printable(item.id, 40)}: `
  const [first = '', ...rest] = hang(before, `${printable(item.text, textLimit)}${reason}${holder}`, columns)
  if (name === null) return [first, ...rest]
  return [`${style(name, mark)}${first.slice(mark.length)}`, ...rest]
}
