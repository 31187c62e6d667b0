/** `write_todos`, `add_todos`, `update_todo`, `list_todos` of `recommended`. */

import type { CarriedItem, CarriedStep } from '../carried-intent.js'
import type { Carry, PlannedCall, Translator } from '../translator.js'
import { renamed } from './named-item.js'
import { allStatuses, wholeListTranslator } from './whole-list.js'

const lists = wholeListTranslator({
  family: 'recommended',
  tool: 'write_todos',
  list: 'items',
  statuses: allStatuses,
  query: 'list_todos',
  // An item that is there keeps its id for life; a new one gets the next.
  item: (item, carry) => {
    const id = carry.counterparts.of(item, carry.state())?.id
    return { ...(id === undefined ? {} : { id }), ...said(item) }
  },
})

/** Says a call with the tools of `recommended`: a list as a list, single items as single items. */
export const recommended: Translator = {
  family: 'recommended',
  *say(carry) {
    const { intent } = carry
    const isSingle = intent.kind === 'steps' && intent.steps.every((step) => step.kind !== 'remove')
    if (isSingle) for (const step of intent.steps) yield* oneStep(carry, step)
    else yield* lists.say(carry)
  },
  *again(carry) {
    const { intent, recorded } = carry
    const steps = intent.kind === 'steps' ? intent.steps : []
    const [named] = steps.filter((step) => step.kind !== 'add')
    if (named === undefined) yield recorded
    else yield* renamed(carry, named.item, 'id')
  },
}

function* oneStep(carry: Carry, step: CarriedStep): Generator<PlannedCall> {
  const { counterparts, profile } = carry
  if (step.kind === 'add') {
    yield { tool: 'add_todos', input: { items: [said(step.item)] } }
    counterparts.learn([step.item], carry.state())
    return
  }
  const id = counterparts.of(step.item, carry.state())?.id
  if (id === undefined) carry.dangling(step.item)
  else if (step.kind === 'reword') yield { tool: 'update_todo', input: { id, text: step.text } }
  else if (step.kind === 'status') {
    const reason = step.reason === null ? {} : { reason: step.reason }
    yield { tool: 'update_todo', input: { id, status: step.status, ...reason } }
  } else if (step.kind === 'other') carry.cannot(`${step.what} is not carried over to ${profile.name}`)
}

function said({ text, status, reason, priority }: CarriedItem): { readonly [field: string]: unknown } {
  return {
    text,
    status,
    ...(reason === null ? {} : { reason }),
    ...(priority === null ? {} : { priority }),
  }
}
