/** What `todo-manager` and `todo-write` have in common: the tool `todo`, its reply and their nag. */

import type { JsonValue, Violation } from '../events.js'
import type { TodoItem } from '../state.js'
import { everyTurnNag, type NagPolicy } from '../supervisor/nag.js'
import type { Answerable, RuleSetting, TodoTool } from './profile.js'
import { isObject, kindOf, property, shapeViolation } from './read-input.js'

/** The settings of the two systems. */
export interface SeedTodoSettings {
  /** How many items a list holds at most. */
  readonly maxItems: number
  /** From which turn of a run without a call of the tool the nag comes. */
  readonly nagAfter: number
  /** What the tool is described to the model as. */
  readonly toolDescription: string
  /** A setting. */
  readonly [name: string]: JsonValue
}

/** The defaults of both. Source: seeds 000 and 001. */
export const seedTodoDefaults: SeedTodoSettings = {
  maxItems: 20,
  nagAfter: 3,
  toolDescription: 'Update task list. Track progress on multi-step tasks.',
}

/** The tool as the model sees it. Source: seed 001, the schema; `id` may be left out, as both sources allow. */
export function seedTodoTool(settings: SeedTodoSettings): TodoTool {
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
export function capRule(settings: SeedTodoSettings): RuleSetting {
  return { id: 'max-items', mode: 'reject', options: { max: settings.maxItems }, early: true }
}

/** The violation of a call that has no list. Source: seed 001, "items must be a list". */
export function noList(input: unknown): Violation {
  const received = isObject(input) ? property(input, 'items') : input
  const fix = `Call the tool with {"items": [{"id": "1", "text": "…", "status": "pending"}]}; it got ${kindOf(received)}.`
  return shapeViolation('items must be a list', 'a list', received, fix)
}

/** An item's id: its own, or its position from 1 where it has none. An object is no id. */
export function readId(value: unknown, position: number): { readonly id: string; readonly ownId: boolean } {
  const own = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return own ? { id: String(value), ownId: true } : { id: String(position), ownId: false }
}

/** The reply: the list where the call was accepted, else the first violation. Source: seeds 000 and 001. */
export function seedReply(answer: Answerable, render: (items: readonly TodoItem[]) => string): string {
  const [first] = answer.violations
  return first === undefined ? render(answer.state.items) : `Error: ${first.message}`
}

/** The nag of both. Source: seeds 000 and 001; the watcher's line is seed 000's. */
export function seedNag(settings: SeedTodoSettings): NagPolicy {
  return everyTurnNag({
    after: settings.nagAfter,
    text: '<reminder>Update your todos.</reminder>',
    watcher: '>>> Supervisor reminder: Update todo list!',
  })
}
