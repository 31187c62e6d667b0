/**
 * `claude-code`: TodoWrite, which replaces the list, and the newer Task tools, which change single tasks.
 * Rejects what the product rejects and flags the rest. Source: docs/sources/agents.md#claude-code.
 */

import type { JsonValue, RecordedOutcome, SessionState, Violation } from '@todo-ledger/core'
import {
  type CallToRead,
  defineProfile,
  flagging,
  type Intent,
  isObject,
  type ListShape,
  listProperty,
  matchItems,
  type Profile,
  property,
  type Reading,
  readReplacedList,
  rejecting,
  renderChecklist,
  shapeViolation,
  spacedNag,
  type TodoTool,
  textOf,
  threeStatuses,
  usualStatuses,
  type WantedItem,
} from '@todo-ledger/core/profiles'
import { parsedJson } from '../../json.js'
import { readTaskCreate, readTaskQuery, readTaskUpdate, statusIn, taskReply, taskTools } from './tasks.js'

export interface ClaudeCodeSettings {
  /** Turns since the last update from which on the nag comes. */
  readonly nagAfter: number
  /** Turns between two nags. */
  readonly nagSpacing: number
  readonly toolDescription: string
  readonly [name: string]: JsonValue
}

const reminder =
  '<system-reminder>The task list has not been updated for a while. Bring it up to date if it still matters.</system-reminder>'

/** What the product answers. Source: recorded sessions. */
const todoWriteReply =
  'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. ' +
  'Please proceed with the current tasks if applicable'

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
      ...rejecting('input-shape', 'text-required', 'status-valid', 'id-known', 'claim-free'),
      ...flagging(
        'ids-unique',
        'single-in-progress',
        'empty-list-only-when-done',
        'no-reopen',
        'skipped-in-progress',
        'dependencies-closed-first',
        'no-dependency-cycle',
      ),
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
    reply(answer) {
      const [first] = answer.violations
      if (first !== undefined) return `Error: ${first.message}`
      return answer.tool === 'TodoWrite' ? todoWriteReply : taskReply(answer)
    },
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

const shape: ListShape = {
  tool: 'TodoWrite',
  list: 'todos',
  text: 'content',
  statuses: threeStatuses,
  textRequired: true,
}

function todoWriteTool(description: string): TodoTool {
  const text = { type: 'string', minLength: 1 }
  const status = { type: 'string', enum: Object.keys(threeStatuses) }
  const item = {
    type: 'object',
    properties: { content: text, status, activeForm: text },
    required: ['content', 'status', 'activeForm'],
  }
  const properties = { todos: { type: 'array', items: item } }
  return { name: 'TodoWrite', description, inputSchema: { type: 'object', properties, required: ['todos'] } }
}

/** Reads a call. In recordings `todos` may be JSON text, and items of older versions have no `activeForm`. */
function readTodoWrite({ input, state, recorded }: CallToRead): Reading {
  const given = property(input, 'todos')
  const todos = typeof given === 'string' ? parsedJson(given) : given
  const { intent, violations } = readReplacedList(isObject(input) ? { ...input, todos } : input, shape)
  if (intent.kind !== 'replace' || !Array.isArray(todos)) return { intent, violations }
  const wrong: Violation[] = []
  const items = intent.items.map((item, index) => withActiveForm(item, todos[index], wrong))
  const carried = carriedOver(items, state, recorded)
  return { intent: replacement(carried, state), violations: [...violations, ...wrong] }
}

function withActiveForm(item: WantedItem, todo: unknown, violations: Violation[]): WantedItem {
  const activeForm = property(todo, 'activeForm')
  if (activeForm === undefined) return item
  if (typeof activeForm !== 'string' || activeForm === '') {
    const fix = 'Say in activeForm what is being done, such as "Adding tests".'
    const message = `Item ${item.id}: activeForm must be a text`
    violations.push(shapeViolation(message, 'a text', activeForm, fix, item.id))
  }
  return typeof activeForm === 'string' ? { ...item, fields: { activeForm, ...item.fields } } : item
}

/**
 * A session that goes on in a new file begins with an empty list here, while the product's own held items already:
 * the first result shows them in `oldTodos`. Each wanted item that is one of them says how far it was.
 */
function carriedOver(
  items: readonly WantedItem[],
  state: SessionState,
  recorded: RecordedOutcome | null,
): readonly WantedItem[] {
  const old = state.keysUsed > 0 ? null : listProperty(recorded?.details, 'oldTodos')
  if (old === null || old.length === 0) return items
  const listed = old.map((todo, index) => ({
    id: textOf(property(todo, 'id')) ?? String(index + 1),
    text: textOf(property(todo, 'content')) ?? '',
    before: statusIn(property(todo, 'status')),
  }))
  const matches = matchItems(listed, items)
  return items.map((item) => {
    const match = matches.get(item)
    return match === undefined ? item : { ...item, before: match.before }
  })
}

/**
 * The product forgets a list once all of it is completed: the next list is a new one, in which an equal text is
 * another item. The same items sent again, completed as they are, are no new list.
 */
function replacement(items: readonly WantedItem[], state: SessionState): Intent {
  const isDone = state.items.length > 0 && state.items.every((item) => item.status === 'completed')
  const listed = new Set(state.items.map(({ text }) => text))
  const fresh = isDone && !items.some(({ status, text }) => status === 'completed' && listed.has(text))
  return { kind: 'replace', items, numbered: items.every((item) => !item.ownId), fresh }
}
