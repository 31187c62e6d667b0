/** Saying a call in tools that replace the whole list. */

import type { TodoStatus } from '@todo-ledger/core'
import type { CarriedItem } from '../carried-intent.js'
import type { Carry, PlannedCall, Translator } from '../translator.js'
import { EditedList } from './edited-list.js'
import { known } from './known-status.js'

/** In what the whole-list tools of the systems differ. */
export interface WholeListTool {
  /** The family's name. */
  readonly family: string
  /** The tool. */
  readonly tool: string
  /** The property that holds the list. */
  readonly list: string
  /** The statuses that it knows. */
  readonly statuses: readonly TodoStatus[]
  /** The tool that only reads the list, or null. */
  readonly query: string | null
  /** An item as the tool takes it. */
  readonly item: (item: CarriedItem, carry: Carry) => { readonly [field: string]: unknown }
  /** How a recorded call of the same family is made; as it is when absent. */
  readonly again?: (carry: Carry) => Iterable<PlannedCall>
}

/** The statuses that most systems know. */
export const usualStatuses: readonly TodoStatus[] = ['pending', 'in_progress', 'completed']

/** Every status that there is. */
export const allStatuses: readonly TodoStatus[] = [...usualStatuses, 'blocked', 'cancelled']

/** Makes the translator of such a tool. */
export function wholeListTranslator(target: WholeListTool): Translator {
  const { family, again } = target
  return {
    family,
    say: (carry) => (carry.intent.kind === 'steps' ? together([carry], target) : say(carry, target)),
    together: (carries) => together(carries, target),
    ...(again === undefined ? {} : { again }),
  }
}

function* say(carry: Carry, target: WholeListTool): Generator<PlannedCall> {
  const { intent, profile } = carry
  switch (intent.kind) {
    case 'unreadable':
      carry.cannot(intent.why)
      return
    case 'query':
      if (target.query === null) carry.cannot(`${profile.name} has no tool that only reads the list`)
      else yield { tool: target.query, input: {} }
      return
    case 'list': {
      if (typeof intent.goal === 'string') carry.cannot(`${profile.name} keeps no goal`)
      const items = intent.items.flatMap((item) => known(item, carry, target))
      yield listCall(items, carry, target)
    }
  }
}

/** The list of this side with all steps of the calls: one list, as a model would send it. */
function* together(carries: readonly Carry[], target: WholeListTool): Generator<PlannedCall> {
  const [first] = carries
  if (first === undefined) return
  const list = new EditedList(first)
  let steps = 0
  for (const carry of carries) {
    if (carry.intent.kind !== 'steps') continue
    for (const step of carry.intent.steps) steps += list.take(step, carry, target) ? 1 : 0
    // A call that changed nothing there is the same list again here.
    if (carry.intent.steps.length === 0) steps += 1
  }
  if (steps > 0) yield listCall(list.items, first, target)
}

function listCall(items: readonly CarriedItem[], carry: Carry, target: WholeListTool): PlannedCall {
  return { tool: target.tool, input: { [target.list]: items.map((item) => target.item(item, carry)) } }
}
