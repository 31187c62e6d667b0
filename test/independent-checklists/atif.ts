/** Trajectories: the calls of the todo tools that the fixtures have. */

import type { ChecklistScript } from './checklist.js'

/** The checklists of a trajectory. */
export const atifChecklists: ChecklistScript = (text) => {
  const { steps } = JSON.parse(text)
  type Value = (typeof steps)[number]
  return steps
    .flatMap((step: Value) => step.tool_calls ?? [])
    .map((call: Value) => call.arguments.todos ?? call.arguments.plan)
    .filter((list: Value) => list !== undefined)
    .map((list: Value) => list.map((each: Value) => `[${each.status}] ${each.content ?? each.step}`))
}
