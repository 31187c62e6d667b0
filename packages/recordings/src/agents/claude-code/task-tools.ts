/** Claude Code's Task tools as the model sees them. */

import type { TodoTool } from '@todo-ledger/core/profiles'

const text = { type: 'string' }
const ids = { type: 'array', items: text }

/** TaskCreate, TaskUpdate, TaskList and TaskGet. */
export const taskTools: readonly TodoTool[] = [
  {
    name: 'TaskCreate',
    description: 'Adds a task to the task list.',
    inputSchema: {
      type: 'object',
      properties: { subject: text, description: text, activeForm: text, metadata: { type: 'object' } },
      required: ['subject', 'description'],
    },
  },
  {
    name: 'TaskUpdate',
    description: 'Changes a task of the task list.',
    inputSchema: {
      type: 'object',
      properties: {
        taskId: text,
        status: { type: 'string', enum: ['pending', 'in_progress', 'completed', 'deleted'] },
        subject: text,
        description: text,
        activeForm: text,
        owner: text,
        metadata: { type: 'object' },
        addBlocks: ids,
        addBlockedBy: ids,
      },
      required: ['taskId'],
    },
  },
  {
    name: 'TaskList',
    description: 'Lists the tasks.',
    inputSchema: { type: 'object', properties: {} },
  },
  {
    name: 'TaskGet',
    description: 'Shows one task.',
    inputSchema: { type: 'object', properties: { taskId: text }, required: ['taskId'] },
  },
]
