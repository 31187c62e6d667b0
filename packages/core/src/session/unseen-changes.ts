/** What others changed in the list since an agent looked: a call that would undo it unread is refused once, with the difference. */

import { isFromOutside, isSameActor } from '../actors.js'
import { normalizeText } from '../decide/identity.js'
import type { Intent } from '../decide/intent.js'
import type { Actor, Change, Violation } from '../events.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState, Undelivered } from '../state.js'
import type { Work } from './log-question.js'
import { type ChangeOfOther, differenceText } from './told-edits.js'
import type { Transaction } from './transaction.js'

/** What a call would undo unread, and the difference that the agent is to read. */
interface UnseenChange {
  readonly violation: Violation
  /** '' where what is told beside the answer says it all. */
  readonly difference: string
}

/**
 * What is to be refused of a call that breaks no rule: it touches what others changed since the agent looked, or replaces a
 * list that it was never shown. The refusal shows the list, so the same call is not refused again.
 * @param edits changes of the list that are told with the answer
 */
export function* unseenChange(
  transaction: Transaction,
  state: SessionState,
  kind: Intent['kind'],
  changes: readonly Change[],
  edits: readonly Undelivered[],
): Work<UnseenChange | null> {
  const { unshown, looked, actor, changed, recorded, turn, items, goal } = state
  const isBystander = turn.number === 0 && actor !== null && isFromOutside({ actor })
  if (recorded || unshown === null || isBystander) return null
  const touched = changes.flatMap((change) => ('key' in change ? (changed[change.key] ?? []) : []))
  const isTouched = touched.some((each) => each.seq > looked && !isSameActor(each.actor, actor))
  const render = () => transaction.context.profile.render(items, goal)
  if (kind === 'replace' && unshown === 0)
    return changes.some(isUndoing)
      ? { violation: neverShown, difference: differenceText([], items, render()) }
      : null
  if (kind !== 'replace' && !isTouched) return null
  const others = yield* changesOfOthers(transaction, actor, unshown === 0 ? looked + 1 : unshown)
  if (kind === 'replace' && !wouldUndo(changes, others)) return null
  const told = new Set(edits.map(({ id }) => id))
  const untold = others.filter(({ id }) => !told.has(id))
  const rendered = render()
  // What the edits tell may show a list from before the agent's own later calls.
  const isShown = edits.at(-1)?.text.includes(rendered) === true
  const difference = untold.length === 0 && isShown ? '' : differenceText(untold, items, rendered)
  return { violation: changedSince, difference }
}

const fix = 'Make the call again, with the list as it is now in mind.'

const changedSince = violationOf('unseen-change', {
  message: 'The list was changed since you last read it, and this call would take the change back',
  expected: 'the list as it is now, with what you change',
  fix,
})

const neverShown = violationOf('unseen-change', {
  message: 'Others keep this list, you have not read it yet, and this call would take back what they wrote',
  expected: 'the list as it is now, with what you change',
  fix,
})

function isUndoing(change: Change): boolean {
  return change.type === 'goal-set' ? change.from !== null : change.type !== 'added'
}

/** In events. */
const pageLength = 1_000

/** What others did to the list from an event on, in order. */
function* changesOfOthers(
  { stored }: Transaction,
  actor: Actor | null,
  first: number,
): Work<readonly ChangeOfOther[]> {
  const changes: ChangeOfOther[] = []
  for (let from = first; from <= stored.seq; from += pageLength) {
    for (const event of yield { from, to: Math.min(stored.seq, from + pageLength - 1) }) {
      if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') continue
      const { id, actor: author = null, data } = event
      if (!isSameActor(author, actor)) changes.push(...data.changes.map((change) => ({ id, author, change })))
    }
  }
  return changes
}

/** True where a new list takes back what others did: to an item, to the order, to the goal, or by bringing back what they removed. */
function wouldUndo(changes: readonly Change[], others: readonly ChangeOfOther[]): boolean {
  const theirs = others.map(({ change }) => change)
  const keys = new Set(theirs.flatMap((each) => ('key' in each ? [each.key] : [])))
  const removed = new Set(
    theirs.flatMap((each) => (each.type === 'removed' ? [normalizeText(each.text)] : [])),
  )
  const types = new Set(theirs.map(({ type }) => type))
  return changes.some((change) => {
    switch (change.type) {
      case 'added':
        return removed.has(normalizeText(change.text))
      case 'goal-set':
        return types.has('goal-set')
      default:
        return keys.has(change.key) || (change.type === 'moved' && types.has('moved'))
    }
  })
}

/**
 * What an event says where one of its texts shows the list to somebody who did not know of all that others did to it.
 * @param lists the list that a text may show
 */
export function seenIn(
  { context: { profile } }: Transaction,
  { unshown, recorded, ...state }: SessionState,
  texts: readonly string[],
  lists: readonly Pick<SessionState, 'items' | 'goal'>[] = [state],
): { readonly seen?: true } {
  if (recorded || unshown === null) return {}
  const rendered = lists.map(({ items, goal }) => profile.render(items, goal)).filter((list) => list !== '')
  return rendered.some((list) => texts.some((text) => text.includes(list))) ? { seen: true } : {}
}
