/**
 * opencode. Profile `opencode`: its `todowrite` and `todoread`, with free-text status and priority; it refuses nothing but
 * what is no list of todos. A status in other words is pending here, and the raw input keeps its word. Source:
 * docs/sources/agents.md#opencode.
 */

import type { Profile, TodoItem } from '@todo-ledger/core'
import { allStatuses, fiveStatuses, readReplacedList, toolOf } from '@todo-ledger/core/profiles'
import { type Agent, defineAgent } from '../agent.js'
import { listProfile } from '../list-profile.js'
import { opencode as format } from './format.js'
import { opencodeHome } from './home.js'

const shape = {
  ...{ tool: 'todowrite', list: 'todos', text: 'content' },
  statuses: fiveStatuses,
  unknownStatus: 'pending' as const,
}
const text = { type: 'string' }

const profile = listProfile({
  name: 'opencode',
  source: 'opencode, its todowrite and todoread tools',
  shape,
  description: 'Writes the whole todo list of this session.',
  item: { content: text, status: text, priority: text },
  moreTools: [toolOf('todoread', 'Reads the todo list of this session.')],
  rejects: ['input-shape'],
  flags: [
    'status-valid',
    'text-required',
    'ids-unique',
    'single-in-progress',
    'empty-list-only-when-done',
    'no-reopen',
    'skipped-in-progress',
  ],
  statuses: allStatuses,
  replaces: { keeps: ['priority'] },
  query: 'todoread',
  accepted: render,
  render,
  parts: {
    read: ({ tool, input }) =>
      tool === 'todoread' ? { intent: { kind: 'query' }, violations: [] } : readReplacedList(input, shape),
  },
})

function render(items: readonly TodoItem[]): string {
  const shown = items.map(({ text: content, status, priority }) => ({
    content,
    status,
    priority: priority ?? 'medium',
  }))
  return JSON.stringify(shown, null, 2)
}

export const opencode: Agent<Profile> = defineAgent({
  name: 'opencode',
  title: 'opencode',
  profile,
  formats: [format],
  home: opencodeHome,
  isTodoCall: ({ name }) => name === 'todowrite' || name === 'todoread',
  tools: {
    names: { read: 'todoread', think: 'planenter', communicate: 'planexit' },
    programs: 'opencode',
  },
})
