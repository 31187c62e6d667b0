/** What an agent is told of changes of its list that others made. Texts from outside are quoted, each on one line. */

import { isFromOutside, isSameActor } from '../actors.js'
import { type Intent, normalizeText } from '../decide.js'
import type { Actor, Change, Violation } from '../events.js'
import { isOpen } from '../items.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState, TodoItem, Undelivered } from '../state.js'
import type { Work } from './log-question.js'
import type { Transaction } from './transaction.js'

export type Told = Pick<Undelivered, 'kind' | 'text'>

const kinds: { readonly [kind in Actor['kind']]: string } = {
  person: 'a person',
  program: 'a program',
  agent: 'an agent',
  'sub-agent': 'a sub-agent',
}

/** Stands before the list, alone on its line: texts from outside can't hold it. */
const listHeading = '\nGo on with the list as it is now:\n'

/** The list is another one than the agent wrote. */
export function editText(
  { kind, id }: Actor,
  changes: readonly Change[],
  before: readonly TodoItem[],
  rendered: string,
): string {
  const lines = changes.map((change) => `- ${changeText(change, before)}`)
  return `The todo list was changed by ${kinds[kind]}, ${quoted(id)}, not by you:\n${lines.join('\n')}${listHeading}${rendered}`
}

/** A change of the list with the id of its event, and who made it: null for an agent that nobody names. */
export interface ChangeOfOther {
  readonly id: string
  readonly author: Actor | null
  readonly change: Change
}

/** In lines. */
const longestDifference = 40

/** What others changed, as far as it still holds, and the list as it is now. */
function differenceText(
  changes: readonly ChangeOfOther[],
  now: readonly TodoItem[],
  rendered: string,
): string {
  const keys = new Set(now.map(({ key }) => key))
  const byPart = new Map<string, ChangeOfOther>()
  for (const each of changes) {
    const { change } = each
    if ('key' in change && keys.has(change.key) === (change.type === 'removed')) continue
    const part = `${change.type} ${'key' in change ? change.key : ''} ${'field' in change ? change.field : ''}`
    byPart.delete(part)
    byPart.set(part, each)
  }
  const lasting = [...byPart.values()]
  const lines = lasting.slice(-longestDifference).map(({ author, change }) => {
    const who = author === null ? 'the main agent' : `${kinds[author.kind]}, ${quoted(author.id)}`
    return `- ${changeText(change, now)} (by ${who})`
  })
  const more = lasting.length - lines.length
  const shown = more > 0 ? [...lines, `- and ${more} more`] : lines
  const head =
    lines.length === 0 ? '' : `What others changed since you last read the list:\n${shown.join('\n')}`
  return `${head}${listHeading}${rendered}`.trimStart()
}

/** What is told together: the list stands in the last of the edits alone. */
export function toldTogether(told: readonly Told[]): readonly string[] {
  const last = told.findLastIndex(({ kind }) => kind === 'edit')
  return told.map(({ kind, text }, index) => {
    const [changes = text] = kind === 'edit' && index !== last ? text.split(listHeading, 1) : [text]
    return changes
  })
}

function changeText(change: Change, before: readonly TodoItem[]): string {
  const item = 'key' in change ? before.find(({ key }) => key === change.key) : undefined
  const name = item === undefined ? 'an item' : `item ${quoted(item.id)}, ${quoted(item.text)},`
  switch (change.type) {
    case 'added':
      return `new: item ${quoted(change.id)}, ${quoted(change.text)}, ${change.status}`
    case 'removed':
      return `removed: item ${quoted(change.id)}, ${quoted(change.text)}`
    case 'reworded':
      return `item ${quoted(item?.id ?? '')}, ${quoted(change.from)}, now reads ${quoted(change.to)}`
    case 'moved':
      return `${name} is number ${change.to + 1} of the list now`
    case 'status-set': {
      const status = change.to === 'in_progress' ? 'in progress' : change.to
      return `${name} is ${status} now${change.reason === null ? '' : `: ${quoted(change.reason)}`}`
    }
    case 'field-set':
      return `${name} has another ${change.field}`
    case 'goal-set':
      return change.to === null ? 'the goal is gone' : `the goal is ${quoted(change.to)} now`
  }
}

/** In characters. */
const longestText = 300

function quoted(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()]
  const cut = characters.length > longestText ? '…' : ''
  return JSON.stringify(`${characters.slice(0, longestText).join('')}${cut}`)
}

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
  state: SessionState,
  texts: readonly string[],
  lists: readonly Pick<SessionState, 'items' | 'goal'>[] = [state],
): { readonly seen?: true } {
  if (state.recorded || state.unshown === null) return {}
  const rendered = lists.map(({ items, goal }) => profile.render(items, goal)).filter((list) => list !== '')
  return rendered.some((list) => texts.some((text) => text.includes(list))) ? { seen: true } : {}
}

/** What a conversation that begins anew is to read first, or null if nothing is open. @param rendered the list as its profile shows it */
export function openList({ items }: Pick<SessionState, 'items'>, rendered: () => string): string | null {
  if (!items.some(isOpen)) return null
  return `The todo list of this session, as it was left before this conversation:\n${rendered()}`
}
