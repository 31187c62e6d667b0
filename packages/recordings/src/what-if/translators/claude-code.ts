/** Claude Code: `TodoWrite` says lists; recorded calls of the Task tools are made again with the ids of this side. */

import type { TodoItem } from '@todo-ledger/core'
import { isObject } from '../../json-value.js'
import type { CarriedItem, CarriedStep } from '../carried-intent.js'
import type { Carry, PlannedCall, Translator } from '../translator.js'
import { renamed } from './named-item.js'
import { usualStatuses, wholeListTranslator } from './whole-list.js'

/** Says a call with `TodoWrite`. */
export const claudeCode: Translator = wholeListTranslator({
  family: 'claude-code',
  tool: 'TodoWrite',
  list: 'todos',
  statuses: usualStatuses,
  query: 'TaskList',
  item: ({ text, status, activeForm, priority }) => ({
    content: text,
    status,
    activeForm: activeForm ?? text,
    ...(priority === null ? {} : { priority }),
  }),
  again,
})

/** The Task tools give ids by counting; a recording may begin when many were given out. */
function* again(carry: Carry): Generator<PlannedCall> {
  const { recorded, intent } = carry
  const steps = intent.kind === 'steps' ? intent.steps : []
  const [item] = steps.map((step) => step.item)
  if (recorded.tool === 'TaskUpdate' && item !== undefined) yield* update(carry, steps, item)
  else yield recorded
}

function* update(carry: Carry, steps: readonly CarriedStep[], item: CarriedItem): Generator<PlannedCall> {
  const input = isObject(carry.recorded.input) ? carry.recorded.input : {}
  const isCarriedOver = steps.some((step) => step.kind === 'add')
  if (isCarriedOver) {
    // The task was made before the recording began: on this side it has to be made first.
    yield { tool: 'TaskCreate', input: { subject: item.text } }
    const made: TodoItem | undefined = carry.state().items.at(-1)
    if (made === undefined) return
    carry.counterparts.set(item, made)
    yield { tool: 'TaskUpdate', input: { ...input, taskId: made.id } }
    return
  }
  yield* renamed(carry, item, 'taskId')
}
