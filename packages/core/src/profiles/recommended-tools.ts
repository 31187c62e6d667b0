/** The tools of `recommended` as the model sees them. */

import type { TodoTool } from './profile.js'

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const status = { type: 'string', enum: ['pending', 'in_progress', 'blocked', 'completed', 'cancelled'] }
const fields = {
  text,
  status,
  reason: { type: 'string', description: 'Why it is blocked' },
  parent: { type: 'string', description: 'The id of the item that it is a part of' },
  dependencies: { ...texts, description: 'The ids of the items that must be closed first' },
  priority: text,
  owner: text,
  notes: text,
  estimate: { type: 'string', description: 'How long it should take' },
}
const item = { type: 'object', properties: { id: text, ...fields }, required: ['text'] }
const list = { type: 'object', properties: { items: { type: 'array', items: item } }, required: ['items'] }

/** Whole lists, new items, single items, and the list. */
export const recommendedTools: readonly TodoTool[] = [
  {
    name: 'write_todos',
    description: 'Replaces the whole list. Items that stay keep their id; new ones get the next number.',
    inputSchema: list,
  },
  { name: 'add_todos', description: 'Adds items at the end of the list.', inputSchema: list },
  {
    name: 'update_todo',
    description: 'Changes one item by its id.',
    inputSchema: { type: 'object', properties: { id: text, ...fields }, required: ['id'] },
  },
  { name: 'list_todos', description: 'Shows the list.', inputSchema: { type: 'object', properties: {} } },
]
