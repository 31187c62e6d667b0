/**
 * `todo-list-middleware`: one tool replaces the list, and a guard keeps it in step with the work. Source:
 * docs/sources/todo-list-middleware.md. Correction, reminder, system prompt and tool description are ours where the source leaves them open.
 */

import type { JsonValue } from '../events.js'
import type { SessionState, TodoItem } from '../state.js'
import { finalization } from '../supervisor/continuation.js'
import { staleNag } from '../supervisor/nag.js'
import { usualStatuses } from './capabilities.js'
import { type Answerable, defineProfile, type Profile } from './profile.js'
import { type ListShape, readReplacedList, replacedListSchema, threeStatuses } from './replaced-list.js'

/** The settings of `todo-list-middleware`; the first two also under the source's own names. */
export interface TodoListMiddlewareSettings {
  /** What the tool is described to the model as. */
  readonly toolDescription: string
  /** What goes into the system prompt. */
  readonly systemPrompt: string
  /** Turns with other tools and no update from which on the reminder comes. */
  readonly staleAfter: number
  /** Such turns between two reminders. */
  readonly staleSpacing: number
  /** A setting. */
  readonly [name: string]: JsonValue
}

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

const allDone = 'All todos are completed. Check the result once more before you answer.'

/** cubepi's middleware, docs/sources/todo-list-middleware.md. */
export const todoListMiddleware: Profile<TodoListMiddlewareSettings> =
  defineProfile<TodoListMiddlewareSettings>({
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
      staleAfter: 5,
      staleSpacing: 5,
    },
    aliases: { tool_description: 'toolDescription', system_prompt: 'systemPrompt' },
    build: (settings) => ({
      rules: [
        { id: 'one-update-per-turn', mode: 'reject', early: true },
        { id: 'input-shape', mode: 'reject' },
        { id: 'text-required', mode: 'reject' },
        { id: 'status-valid', mode: 'reject' },
        { id: 'empty-list-only-when-done', mode: 'reject' },
        { id: 'exactly-one-in-progress', mode: 'reject' },
      ],
      rollsBackOn: ['one-update-per-turn'],
      capabilities: { statuses: usualStatuses, replace: { tool: 'write_todos', ids: 'position' } },
      tools: [
        {
          name: 'write_todos',
          description: settings.toolDescription,
          inputSchema: replacedListSchema(shape),
        },
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

/** One todo as the source keeps it. */
export interface MiddlewareTodo {
  /** What is to be done. */
  readonly content: string
  /** How far it is. */
  readonly status: string
}

/** The state under the six keys that the source calls stable. */
export interface TodoListState {
  /** The list, or null before the first. */
  readonly todos: readonly MiddlewareTodo[] | null
  /** Corrections by guard since the last fresh input. */
  readonly todo_guard_retries: { readonly finalization: number }
  /** What a guard holds back: nothing, for here the run proceeds after one correction. */
  readonly todo_guard_blocked: null
  /** True while a guard stays silent after its correction. */
  readonly todo_guard_suppressed: boolean
  /** Turns since the last accepted call. */
  readonly todo_stale_iterations: number
  /** Whether a correction waits for its turn. */
  readonly todo_finalization_correction: boolean
}

/** A session's state as the source's host keeps it between runs. Source: docs/sources/todo-list-middleware.md. */
export function todoListState(state: SessionState): TodoListState {
  const corrected = state.continuations.lastCause === 'finalization'
  return {
    todos: state.lastUpdate === null ? null : todosOf(state.items),
    todo_guard_retries: { finalization: corrected ? state.continuations.used : 0 },
    todo_guard_blocked: null,
    todo_guard_suppressed: corrected,
    todo_stale_iterations: state.turnsSinceUpdate,
    todo_finalization_correction: state.undelivered.some((entry) => entry.kind === 'continuation'),
  }
}

function todosOf(items: readonly TodoItem[]): readonly MiddlewareTodo[] {
  return items.map(({ text, status }) => ({ content: text, status }))
}
