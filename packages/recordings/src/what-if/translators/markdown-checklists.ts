/** `update_todo_list {todos}` of `roo` and `task_progress {task_progress}` of `cline`: the whole list as Markdown. */

import type { TodoStatus } from '@todo-ledger/core'
import type { CarriedItem } from '../carried-intent.js'
import type { Carry, PlannedCall, Translator } from '../translator.js'
import { usualStatuses, type WholeListTool, wholeListTranslator } from './whole-list.js'

/** Says a call with `update_todo_list`. */
export const roo: Translator = markdownTranslator({
  family: 'roo',
  tool: 'update_todo_list',
  property: 'todos',
  statuses: usualStatuses,
  boxes: { pending: '[ ]', in_progress: '[-]', completed: '[x]' },
})

/** Says a call with `task_progress`, which knows done and not done alone. */
export const cline: Translator = markdownTranslator({
  family: 'cline',
  tool: 'task_progress',
  property: 'task_progress',
  statuses: ['pending', 'completed'],
  boxes: { pending: '- [ ]', completed: '- [x]' },
})

/** In what the tools differ. */
interface MarkdownTool {
  readonly family: string
  readonly tool: string
  readonly property: string
  readonly statuses: readonly TodoStatus[]
  readonly boxes: { readonly [Status in TodoStatus]?: string }
}

/** The whole list as a list of items, and then as lines. */
function markdownTranslator({ family, tool, property, statuses, boxes }: MarkdownTool): Translator {
  const item = ({ text, status }: CarriedItem): { readonly line: string } => ({
    line: `${boxes[status] ?? boxes.pending ?? ''} ${text.replace(/\s+/g, ' ').trim()}`,
  })
  const list: WholeListTool = { family, tool, list: property, statuses, query: null, item }
  const items = wholeListTranslator(list)
  const asText = function* (calls: Iterable<PlannedCall>): Generator<PlannedCall> {
    for (const call of calls) yield { tool, input: { [property]: linesOf(call.input, property) } }
  }
  return {
    family,
    say: (carry: Carry) => asText(items.say(carry)),
    together: (carries: readonly Carry[]) => asText(items.together?.(carries) ?? []),
  }
}

function linesOf(input: unknown, property: string): string {
  const given: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, property) : null
  const lines: readonly unknown[] = Array.isArray(given) ? given : []
  return lines
    .flatMap((each) => (typeof each === 'object' && each !== null && 'line' in each ? [each.line] : []))
    .join('\n')
}
