/**
 * `claude-code`: TodoWrite, which replaces the list, and the newer Task tools, which change single tasks.
 * Rejects what the product rejects and flags the rest. Source: docs/sources/claude-code.md.
 */

import type { JsonValue } from '@todo-ledger/core'
import {
  type Answerable,
  type CallToRead,
  defineProfile,
  type Profile,
  type Reading,
  renderChecklist,
  spacedNag,
  usualStatuses,
} from '@todo-ledger/core/profiles'
import { taskTools } from './task-tools.js'
import { readTaskCreate, readTaskQuery, readTaskUpdate, taskReply } from './tasks.js'
import { readTodoWrite, replacement, todoWriteReply, todoWriteTool } from './todo-write.js'

/** The settings of `claude-code`. */
export interface ClaudeCodeSettings {
  /** Turns since the last update from which on the nag comes. */
  readonly nagAfter: number
  /** Turns between two nags. */
  readonly nagSpacing: number
  /** What TodoWrite is described to the model as. */
  readonly toolDescription: string
  /** A setting. */
  readonly [name: string]: JsonValue
}

const reminder =
  '<system-reminder>The task list has not been updated for a while. Bring it up to date if it still matters.</system-reminder>'

/** Claude Code's todo list. */
export const claudeCode: Profile<ClaudeCodeSettings> = defineProfile<ClaudeCodeSettings>({
  name: 'claude-code',
  source: 'Claude Code, as its recorded sessions show it',
  defaults: {
    nagAfter: 10,
    nagSpacing: 10,
    toolDescription: 'Creates and replaces the task list of this session. Keep it current as you work.',
  },
  build: (settings) => ({
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'id-known', mode: 'reject' },
      { id: 'claim-free', mode: 'reject' },
      { id: 'ids-unique', mode: 'flag' },
      { id: 'single-in-progress', mode: 'flag' },
      { id: 'empty-list-only-when-done', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
      { id: 'dependencies-closed-first', mode: 'flag' },
      { id: 'no-dependency-cycle', mode: 'flag' },
    ],
    capabilities: {
      statuses: usualStatuses,
      replace: {
        tool: 'TodoWrite',
        ids: 'position',
        keeps: ['activeForm', 'priority'],
        intentOf: replacement,
      },
      query: 'TaskList',
    },
    tools: [todoWriteTool(settings.toolDescription), ...taskTools],
    nag: spacedNag({ after: settings.nagAfter, spacing: settings.nagSpacing, text: () => reminder }),
    read,
    reply,
    render: (items) => renderChecklist(items),
  }),
})

function read(call: CallToRead): Reading {
  switch (call.tool) {
    case 'TodoWrite':
      return readTodoWrite(call)
    case 'TaskCreate':
      return readTaskCreate(call)
    case 'TaskUpdate':
      return readTaskUpdate(call)
    default:
      return readTaskQuery(call)
  }
}

function reply(answer: Answerable): string {
  const [first] = answer.violations
  if (first !== undefined) return `Error: ${first.message}`
  return answer.tool === 'TodoWrite' ? todoWriteReply : taskReply(answer)
}
