/**
 * `todo-list-middleware`: one tool replaces the list, and a guard keeps it in step with the work. Source:
 * docs/sources/todo-list-middleware.md. Correction, reminder, system prompt and tool description are ours where the source leaves them open.
 */

import type { SessionState, TodoItem } from '../state.js'
import { finalization } from '../supervisor/continuation.js'
import { staleNag } from '../supervisor/nag.js'
import { type Answerable, defineProfile, rejecting, usualStatuses } from './profile.js'
import { type ListShape, readReplacedList, replacedListSchema, threeStatuses } from './read-input.js'

const shape: ListShape = {
  tool: 'write_todos',
  list: 'todos',
  text: 'content',
  statuses: threeStatuses,
  textRequired: true,
}

const reminder =
  '<reminder>The todo list has not been updated for a while. Call write_todos if it is out of date.</reminder>'

const correction =
  'Your todo list still has unfinished items. Call write_todos to bring it up to date: complete what is done, and say what is left.'

const guard = 'finalization'

const allDone = 'All todos are completed. Check the result once more before you answer.'

export const todoListMiddleware = defineProfile({
  name: 'todo-list-middleware',
  source: "cubepi's middleware that guards a todo list (docs/sources/todo-list-middleware.md)",
  defaults: {
    toolDescription: 'Keep a checklist of the steps of this task. Each call replaces the whole list.',
    systemPrompt: [
      '## Checklist',
      'For work of several steps keep a list with write_todos.',
      'Exactly one item is in_progress until all are completed; write the list at most once in a turn.',
      'Bring it up to date before you give your final answer.',
    ].join('\n'),
    /** Turns with other tools and no update from which on the reminder comes, and such turns between two reminders. */
    staleAfter: 5,
    staleSpacing: 5,
  },
  aliases: { tool_description: 'toolDescription', system_prompt: 'systemPrompt' },
  build: (settings) => ({
    rules: [
      { id: 'one-update-per-turn', mode: 'reject', early: true },
      ...rejecting('input-shape', 'text-required', 'status-valid'),
      ...rejecting('empty-list-only-when-done', 'exactly-one-in-progress'),
    ],
    rollsBackOn: ['one-update-per-turn'],
    capabilities: { statuses: usualStatuses, replace: { tool: 'write_todos', ids: 'position' } },
    tools: [
      { name: shape.tool, description: settings.toolDescription, inputSchema: replacedListSchema(shape) },
    ],
    instructions: settings.systemPrompt,
    nag: staleNag({ after: settings.staleAfter, spacing: settings.staleSpacing, text: reminder }),
    continuation: finalization(() => correction),
    read: ({ input }) => readReplacedList(input, shape),
    reply,
    render: (items) => JSON.stringify({ todos: todosOf(items) }),
  }),
})

/** `{"todos": […], "reminder"?: "…"}`. The reminder comes when a list is completed. */
function reply({ state, violations }: Answerable): string {
  const [first] = violations
  if (first !== undefined) return `Error: ${first.message}`
  const todos = todosOf(state.items)
  const done = todos.length > 0 && todos.every((todo) => todo.status === 'completed')
  return JSON.stringify(done ? { todos, reminder: allDone } : { todos })
}

export interface MiddlewareTodo {
  readonly content: string
  readonly status: string
}

/** The state under the six keys that the source calls stable. */
export interface TodoListState {
  /** The list, or null before the first. */
  readonly todos: readonly MiddlewareTodo[] | null
  /** Corrections by guard that no call has followed, since the last fresh input. */
  readonly todo_guard_retries: { readonly [guard: string]: number }
  /** What a guard holds against the session, from the end of a run that it corrected in vain to the next run; else null. */
  readonly todo_guard_blocked: MiddlewareBlock | null
  /** True from the end of such an episode until the next call: the guard stays silent. */
  readonly todo_guard_suppressed: boolean
  /** Turns with other tools since the last call, refused or not. */
  readonly todo_stale_iterations: number
  /** Whether a correction waits for its turn, or has it. */
  readonly todo_finalization_correction: boolean
}

export interface MiddlewareBlock {
  readonly guard_type: string
  readonly message: string
}

/** A session's state as the source's host keeps it between runs. Source: docs/sources/todo-list-middleware.md. */
export function todoListState(state: SessionState): TodoListState {
  const { blocked, suppressed } = state.guard
  const { unheeded, open, lastCause } = state.continuations
  return {
    todos: state.lastUpdate === null ? null : todosOf(state.items),
    todo_guard_retries: { [guard]: 0, ...unheeded },
    todo_guard_blocked: blocked === null ? null : { guard_type: blocked.guard, message: blocked.message },
    todo_guard_suppressed: suppressed,
    todo_stale_iterations: state.turnsSinceCall,
    todo_finalization_correction: open && lastCause === guard,
  }
}

function todosOf(items: readonly TodoItem[]): readonly MiddlewareTodo[] {
  return items.map(({ text, status }) => ({ content: text, status }))
}
