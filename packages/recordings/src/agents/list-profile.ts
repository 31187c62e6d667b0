/** The profile of an agent whose one tool replaces the whole list. */

import type { JsonValue, Profile, TodoItem } from '@todo-ledger/core'
import {
  type Capabilities,
  defineProfile,
  flagging,
  type ListShape,
  type ProfileDefinition,
  readReplacedList,
  rejecting,
  replacedListSchema,
  type TodoTool,
  toolOf,
  usualStatuses,
} from '@todo-ledger/core/profiles'

interface ListProfile {
  readonly name: string
  readonly source: string
  readonly shape: ListShape
  /** What the tool is described to the model as; absent where `parts` has the tools. */
  readonly description?: string
  /** The JSON Schemas of an item's fields, all of them required; of its text and status when absent. */
  readonly item?: { readonly [field: string]: JsonValue }
  /** The rules that refuse a call, and those that only flag it, in the product's order. */
  readonly rejects: readonly string[]
  readonly flags: readonly string[]
  readonly moreTools?: readonly TodoTool[]
  /** The tool that only reads the list; none when absent. */
  readonly query?: string
  readonly statuses?: Capabilities['statuses']
  readonly replaces?: Partial<Capabilities['replace']>
  /** What the tool answers to a list that it accepted. */
  readonly accepted: (items: readonly TodoItem[]) => string
  readonly render: (items: readonly TodoItem[]) => string
  /** What else differs. */
  readonly parts?: Partial<ReturnType<ProfileDefinition<Record<string, never>>['build']>>
}

export function listProfile(definition: ListProfile): Profile {
  const { name, source, shape, description = '', item, moreTools = [], rejects, flags, query } = definition
  const { statuses = usualStatuses, replaces, accepted, render, parts } = definition
  const { tool, list } = shape
  const items = { type: 'object', properties: item ?? {}, required: Object.keys(item ?? {}) }
  return defineProfile({
    name,
    source,
    defaults: {},
    build: () => ({
      rules: [...rejecting(...rejects), ...flagging(...flags)],
      capabilities: {
        statuses,
        replace: { tool, ids: 'position', ...replaces },
        ...(query === undefined ? {} : { query }),
      },
      tools: [
        item === undefined
          ? { name: tool, description, inputSchema: replacedListSchema(shape) }
          : toolOf(tool, description, { [list]: { type: 'array', items } }),
        ...moreTools,
      ],
      read: ({ input }) => readReplacedList(input, shape),
      reply: ({ state, violations: [first] }) =>
        first === undefined ? accepted(state.items) : `Error: ${first.message}`,
      render,
      ...parts,
    }),
  })
}
