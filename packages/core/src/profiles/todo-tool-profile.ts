/** What `todo-manager` and `todo-write` have in common: all but how an item is read, one rule and the empty list. */

import type { WantedItem } from '../decide/intent.js'
import type { JsonValue, Violation } from '../events.js'
import type { TodoItem } from '../state.js'
import { everyTurnNag, type NagPolicy } from '../supervisor/nag.js'
import { usualStatuses } from './capabilities.js'
import {
  type Answerable,
  defineProfile,
  type Profile,
  type Reading,
  type RuleSetting,
  type TodoTool,
} from './profile.js'
import { isObject, kindOf, listProperty, property, shapeViolation, unreadable } from './read-input.js'

/** The settings of the two systems. */
export interface TodoToolSettings {
  /** How many items a list holds at most. */
  readonly maxItems: number
  /** From which turn of a run without a call of the tool the nag comes. */
  readonly nagAfter: number
  /** What the tool is described to the model as. */
  readonly toolDescription: string
  /** A setting. */
  readonly [name: string]: JsonValue
}

/** In what the two systems differ. */
interface TodoToolSystem {
  /** The profile's name. */
  readonly name: string
  /** Where its behaviour is described. */
  readonly source: string
  /** The rule that its reading of an item judges, beside the input's shape. */
  readonly itemRule: 'text-required' | 'status-valid'
  /** Reads one item and notes what is wrong with it; `position` counts from 1. */
  readonly readItem: (item: unknown, position: number, violations: Violation[]) => WantedItem
  /** The list as the model sees it. */
  readonly render: (items: readonly TodoItem[]) => string
}

/** Makes the profile of one of the two systems. */
export function defineTodoToolProfile(system: TodoToolSystem): Profile<TodoToolSettings> {
  const { name, source, itemRule, readItem, render } = system
  return defineProfile<TodoToolSettings>({
    name,
    source,
    defaults,
    build: (settings) => ({
      rules: [
        capRule(settings),
        { id: 'input-shape', mode: 'reject' },
        { id: itemRule, mode: 'reject' },
        { id: 'single-in-progress', mode: 'reject' },
      ],
      tools: [todoTool(settings)],
      capabilities: { statuses: usualStatuses, replace: { tool: 'todo', ids: 'own', text: 'trimmed' } },
      nag: nag(settings),
      read: ({ input }) => readList(input, readItem),
      reply: (answer) => reply(answer, render),
      render,
    }),
  })
}

function readList(input: unknown, readItem: TodoToolSystem['readItem']): Reading {
  const items = listProperty(input, 'items')
  if (items === null) return unreadable(noList(input))
  const violations: Violation[] = []
  const wanted = items.map((item, index) => readItem(item, index + 1, violations))
  return { intent: { kind: 'replace', items: wanted, numbered: false }, violations }
}

/** The defaults of both. */
const defaults: TodoToolSettings = {
  maxItems: 20,
  nagAfter: 3,
  toolDescription: 'Update task list. Track progress on multi-step tasks.',
}

/** The tool as the model sees it: the schema of `todo-write`. `id` may be left out, as both sources allow. */
function todoTool(settings: TodoToolSettings): TodoTool {
  return {
    name: 'todo',
    description: settings.toolDescription,
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              text: { type: 'string' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
            },
            required: ['id', 'text', 'status'],
          },
        },
      },
      required: ['items'],
    },
  }
}

/** The cap, which both sources check before they look at an item. */
function capRule(settings: TodoToolSettings): RuleSetting {
  return { id: 'max-items', mode: 'reject', options: { max: settings.maxItems }, early: true }
}

/** The violation of a call that has no list; its text is that of `todo-write`. */
function noList(input: unknown): Violation {
  const received = isObject(input) ? property(input, 'items') : input
  const fix = `Call the tool with {"items": [{"id": "1", "text": "…", "status": "pending"}]}; it got ${kindOf(received)}.`
  return shapeViolation('items must be a list', 'a list', received, fix)
}

/** An item's id: its own, or its position from 1 where it has none. An object is no id. */
export function readId(value: unknown, position: number): { readonly id: string; readonly ownId: boolean } {
  const own = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return own ? { id: String(value), ownId: true } : { id: String(position), ownId: false }
}

/** The reply: the list where the call was accepted, else the first violation. */
function reply(answer: Answerable, render: (items: readonly TodoItem[]) => string): string {
  const [first] = answer.violations
  return first === undefined ? render(answer.state.items) : `Error: ${first.message}`
}

/** The nag of both; the watcher's line is `todo-manager`'s. */
function nag(settings: TodoToolSettings): NagPolicy {
  return everyTurnNag({
    after: settings.nagAfter,
    text: '<reminder>Update your todos.</reminder>',
    watcher: '>>> Supervisor reminder: Update todo list!',
  })
}
