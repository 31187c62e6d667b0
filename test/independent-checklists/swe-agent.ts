/** SWE-agent has no list of its own; the fixtures have a bundle of tools with update_plan. */

import type { ChecklistScript } from './checklist.js'

/** The checklists of a trajectory. */
export const sweAgentChecklists: ChecklistScript = (text) => {
  const { history } = JSON.parse(text)
  return history
    .flatMap((item: (typeof history)[number]) => item.tool_calls ?? [])
    .filter((call: (typeof history)[number]) => call.function.name === 'update_plan')
    .map((call: (typeof history)[number]) =>
      JSON.parse(call.function.arguments).plan.map(
        (each: (typeof history)[number]) => `[${each.status}] ${each.step}`,
      ),
    )
}
