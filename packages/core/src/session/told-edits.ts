/** What an agent is told of changes of its list that others made. Texts from outside are quoted, each on one line. */

import type { Actor, Change } from '../events.js'
import type { TodoItem, Undelivered } from '../state.js'

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
export function differenceText(
  changes: readonly ChangeOfOther[],
  now: readonly TodoItem[],
  rendered: string,
): string {
  // By item, and of each item the last of each kind: of thousands of changes each is looked at once.
  const byItem = new Map<string, Map<string, ChangeOfOther>>()
  for (const each of changes) {
    const { change } = each
    const key = 'key' in change ? change.key : ''
    const ofItem = byItem.get(key) ?? new Map<string, ChangeOfOther>()
    byItem.delete(key)
    if (change.type === 'removed') {
      if (ofItem.has('added ')) continue
      ofItem.clear()
    }
    const part = `${change.type} ${'field' in change ? change.field : ''}`
    ofItem.delete(part)
    byItem.set(key, ofItem.set(part, each))
  }
  const lasting = [...byItem.values()].flatMap((ofItem) => [...ofItem.values()])
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
