/** Codex: update_plan replaces the plan, called as a function or in a program; an output's todo_list is a plan, too. */

import { runInNewContext } from 'node:vm'
import { type Checklist, type ChecklistScript, jsonLines } from './checklist.js'

type Step = { readonly step: string; readonly status: string }

/** The checklists of a rollout, or of an output of `codex exec --json`. */
export const codexChecklists: ChecklistScript = (text) => {
  const lists: Checklist[] = []
  const plan = (steps: readonly Step[]): void => {
    const list = steps.map(({ step, status }) => `[${status}] ${step}`)
    if (JSON.stringify(list) !== JSON.stringify(lists.at(-1))) lists.push(list)
  }
  for (const { item, payload } of jsonLines(text)) {
    if (item?.type === 'todo_list') {
      plan(
        item.items.map((each: { text: string; completed: boolean }) => ({
          step: each.text,
          status: each.completed ? 'completed' : 'pending',
        })),
      )
    } else if (payload?.type === 'function_call' && payload.name === 'update_plan') {
      plan(JSON.parse(payload.arguments).plan)
    } else if (payload?.type === 'custom_tool_call') {
      // The fixtures are our own, so their programs may be cut out and run here.
      for (const [, source] of payload.input.matchAll(/update_plan\((\{.*?\})\)/gs)) {
        plan(runInNewContext(`(${source})`).plan)
      }
    }
  }
  return lists
}
