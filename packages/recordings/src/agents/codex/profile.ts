/**
 * `codex`: Codex's `update_plan`, which replaces the plan. Refuses unknown fields; that at most one step is in progress
 * is only asked for in prose, so it is flagged. Source: docs/sources/agents.md#codex.
 */

import type { JsonValue, Violation } from '@todo-ledger/core'
import {
  isObject,
  type ListShape,
  listProperty,
  type Reading,
  readReplacedList,
  renderChecklist,
  shapeViolation,
  threeStatuses,
} from '@todo-ledger/core/profiles'
import { listProfile } from '../list-profile.js'

const shape: ListShape = { tool: 'update_plan', list: 'plan', text: 'step', statuses: threeStatuses }

const step = { step: { type: 'string' }, status: { type: 'string', enum: Object.keys(threeStatuses) } }
const plan = { type: 'array', items: strictObject(step, ['step', 'status']) }

function strictObject(properties: { readonly [name: string]: JsonValue }, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false }
}

export const codex = listProfile({
  name: 'codex',
  source: 'Codex, its update_plan tool',
  shape,
  rejects: ['input-shape', 'status-valid'],
  flags: [
    'text-required',
    'single-in-progress',
    'empty-list-only-when-done',
    'no-reopen',
    'skipped-in-progress',
  ],
  accepted: () => 'Plan updated',
  render: (items) => renderChecklist(items),
  parts: {
    tools: [
      {
        name: 'update_plan',
        description: 'Updates the task plan. At most one step can be in_progress at a time.',
        inputSchema: strictObject({ explanation: { type: 'string' }, plan }, ['plan']),
      },
    ],
    read: ({ input }) => withUnknownFields(input, readReplacedList(input, shape)),
  },
})

function withUnknownFields(input: unknown, { intent, violations }: Reading): Reading {
  const steps = listProperty(input, 'plan') ?? []
  const unknown = [
    ...unknownField(input, ['explanation', 'plan'], null),
    ...steps.flatMap((each, index) => unknownField(each, ['step', 'status'], String(index + 1))),
  ]
  return { intent, violations: [...unknown, ...violations] }
}

function unknownField(value: unknown, known: readonly string[], item: string | null): readonly Violation[] {
  const field = isObject(value) ? Object.keys(value).find((name) => !known.includes(name)) : undefined
  if (field === undefined) return []
  const message = `unknown field ${JSON.stringify(field)}, expected one of ${known.join(', ')}`
  return [shapeViolation(message, known.join(', '), field, `Leave ${JSON.stringify(field)} out.`, item)]
}
