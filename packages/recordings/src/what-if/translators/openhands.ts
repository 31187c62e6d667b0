/** `task_tracker {command, task_list: [{title, status}]}` of `openhands`. */

import type { TodoStatus } from '@todo-ledger/core'
import { isObject } from '../../json-value.js'
import type { Carry, PlannedCall, Translator } from '../translator.js'
import { usualStatuses, wholeListTranslator } from './whole-list.js'

const words: { readonly [Status in TodoStatus]?: string } = {
  pending: 'todo',
  in_progress: 'in_progress',
  completed: 'done',
}

const lists = wholeListTranslator({
  family: 'openhands',
  tool: 'task_tracker',
  list: 'task_list',
  statuses: usualStatuses,
  query: 'task_tracker',
  item: ({ text, status }) => ({ title: text, status: words[status] ?? 'todo' }),
})

/** Says a call with `task_tracker`: a list is a plan, a look at it is a view. */
export const openhands: Translator = {
  family: 'openhands',
  say: (carry) => commanded(lists.say(carry)),
  together: (carries: readonly Carry[]) => commanded(lists.together?.(carries) ?? []),
}

function* commanded(calls: Iterable<PlannedCall>): Generator<PlannedCall> {
  for (const { tool, input } of calls) {
    const isPlan = isObject(input) && 'task_list' in input
    yield { tool, input: isPlan ? { command: 'plan', ...input } : { command: 'view' } }
  }
}
