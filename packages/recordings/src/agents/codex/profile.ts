/**
 * `codex`: Codex's `update_plan`, which replaces the plan. Refuses unknown fields; that at most one step is in progress
 * is only asked for in prose, so it is flagged. Source: docs/sources/codex.md.
 */

import type { SessionState, Violation } from '@todo-ledger/core'
import {
  defineProfile,
  isObject,
  type ListShape,
  listProperty,
  type Profile,
  type Reading,
  readReplacedList,
  renderChecklist,
  shapeViolation,
  threeStatuses,
  usualStatuses,
} from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'update_plan',
  list: 'plan',
  text: 'step',
  statuses: threeStatuses,
}

const planSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { step: { type: 'string' }, status: { type: 'string', enum: Object.keys(threeStatuses) } },
    required: ['step', 'status'],
    additionalProperties: false,
  },
}

/** Codex's plan. */
export const codex: Profile = defineProfile({
  name: 'codex',
  source: 'Codex, its update_plan tool',
  defaults: {},
  build: () => ({
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'text-required', mode: 'flag' },
      { id: 'single-in-progress', mode: 'flag' },
      { id: 'empty-list-only-when-done', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    capabilities: { statuses: usualStatuses, replace: { tool: 'update_plan', ids: 'position' } },
    tools: [
      {
        name: 'update_plan',
        description: 'Updates the task plan. At most one step can be in_progress at a time.',
        inputSchema: {
          type: 'object',
          properties: { explanation: { type: 'string' }, plan: planSchema },
          required: ['plan'],
          additionalProperties: false,
        },
      },
    ],
    read: ({ input }) => withUnknownFields(input, readReplacedList(input, shape)),
    reply: ({ violations }) =>
      violations[0] === undefined ? 'Plan updated' : `Error: ${violations[0].message}`,
    render: (items: SessionState['items']) => renderChecklist(items),
  }),
})

/** The product refuses fields that it does not know. */
function withUnknownFields(input: unknown, reading: Reading): Reading {
  const unknown = [
    ...unknownField(input, ['explanation', 'plan'], null),
    ...(listProperty(input, 'plan') ?? []).flatMap((step, index) =>
      unknownField(step, ['step', 'status'], String(index + 1)),
    ),
  ]
  return { intent: reading.intent, violations: [...unknown, ...reading.violations] }
}

function unknownField(value: unknown, known: readonly string[], item: string | null): readonly Violation[] {
  const field = isObject(value) ? Object.keys(value).find((name) => !known.includes(name)) : undefined
  if (field === undefined) return []
  const message = `unknown field ${JSON.stringify(field)}, expected one of ${known.join(', ')}`
  return [shapeViolation(message, known.join(', '), field, `Leave ${JSON.stringify(field)} out.`, item)]
}
