/** What happened to a list, in a few words. */

import type { Change, SessionState, TodoEvent } from '@todo-ledger/core'
import { cut, isShared, pageText, statusWords } from 'todo-replay/session-view'

/** What a change did to an item. */
export function changeWords(change: Change): string {
  switch (change.type) {
    case 'added':
      return 'new'
    case 'removed':
      return 'removed'
    case 'reworded':
      return 'reworded'
    case 'moved':
      return `moved to place ${change.to + 1}`
    case 'status-set':
      return change.from === change.to ? 'another reason' : statusWords[change.to]
    case 'field-set':
      return `${change.field} set`
    case 'goal-set':
      return 'the goal changed'
  }
}

/** Who did it, as it stands at the head of a sentence: an agent by name where several work on the list. */
export function actorWords({ actor }: TodoEvent, state: SessionState): string {
  if (actor?.kind === 'person') return 'A person'
  if (actor?.kind === 'program') return 'A program'
  if (actor === undefined || !isShared(state))
    return actor?.kind === 'sub-agent' ? 'A sub-agent' : 'The agent'
  return cut(pageText(actor.id), 40)
}
