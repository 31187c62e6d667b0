/**
 * `recommended`: our own default. Items have ids for life; whole lists and single items; subtasks, dependencies, blocks
 * with reasons, cancelled items. Every refusal says how to mend the call. `evidenceRequired: true` makes completions need
 * support in the log; it is off by default, for it can only count what a host records. Its reasons:
 * docs/sources/todo-systems.md.
 */

import type { JsonValue } from '../events.js'
import { countCompleted, isOpen, type SessionState, type TodoItem } from '../state.js'
import { guard } from '../supervisor/continuation.js'
import { adaptiveNag } from '../supervisor/nag.js'
import { reminderText } from '../supervisor/reminder-text.js'
import { allStatuses } from './capabilities.js'
import { type Answerable, type CallToRead, defineProfile, type Profile, type Reading } from './profile.js'
import { readAdd, readUpdate, readWrite } from './recommended-items.js'
import { recommendedTools } from './recommended-tools.js'

/** The settings of `recommended`. */
export interface RecommendedSettings {
  /** How many items a list holds at most. */
  readonly maxItems: number
  /** The nag's threshold in turns to start with; it moves between 2 and 10. */
  readonly nagAfter: number
  /** How many re-entries one activation gets. */
  readonly maxContinuations: number
  /** What goes into the system prompt. */
  readonly instructions: string
  /** A setting. */
  readonly [name: string]: JsonValue
}

const instructions = [
  '## Todo list',
  'Keep a list for work of several steps: write_todos for the plan, update_todo as you go.',
  'One item is in_progress at a time. Complete an item only when its work is done and checked.',
  'An item that cannot go on is blocked, with a reason; one that is not needed any more is cancelled.',
].join('\n')

const markers = {
  pending: '[ ]',
  in_progress: '[>]',
  blocked: '[!]',
  completed: '[x]',
  cancelled: '[-]',
} as const

const reminders: readonly ((state: SessionState) => string)[] = [
  () => '<reminder>Is the todo list still up to date? Update it when something has changed.</reminder>',
  (state) =>
    `<reminder>The todo list has not been updated for a while. Open items:\n${openLines(state)}\n</reminder>`,
  (state) =>
    `<reminder>The todo list is out of step with the work. Open items:\n${openLines(state)}\nUpdate it now, or say why it still holds.</reminder>`,
]

/** Our own default. */
export const recommended: Profile<RecommendedSettings> = defineProfile<RecommendedSettings>({
  name: 'recommended',
  source: 'todo-ledger itself',
  givesFix: true,
  defaults: { maxItems: 20, nagAfter: 3, maxContinuations: 10, instructions },
  build: (settings) => ({
    rules: [
      { id: 'one-update-per-turn', mode: 'reject', options: { tools: ['write_todos'] }, early: true },
      { id: 'max-items', mode: 'reject', options: { max: settings.maxItems }, early: true },
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'ids-unique', mode: 'reject' },
      { id: 'id-known', mode: 'reject' },
      { id: 'single-in-progress', mode: 'reject' },
      { id: 'empty-list-only-when-done', mode: 'reject' },
      { id: 'reason-required-when-blocked', mode: 'reject' },
      { id: 'dependencies-closed-first', mode: 'reject' },
      { id: 'children-closed-first', mode: 'reject' },
      { id: 'no-dependency-cycle', mode: 'reject' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    tools: recommendedTools,
    capabilities: {
      statuses: allStatuses,
      replace: { tool: 'write_todos', ids: 'lifelong', keeps: ['reason', 'priority'] },
      add: {
        tool: 'add_todos',
        keeps: ['reason', 'priority'],
        nextId: ({ idsUsed }, index) => String(idsUsed + 1 + index),
      },
      setStatus: Object.fromEntries(allStatuses.map((status) => [status, 'update_todo'])),
      reword: 'update_todo',
      query: 'list_todos',
    },
    instructions: settings.instructions,
    nag: adaptiveNag({ start: settings.nagAfter, lowest: 2, highest: 10, heededWithin: 2, texts: reminders }),
    wakeBudget: settings.maxContinuations,
    continuation: guard({ budget: settings.maxContinuations, prompt }),
    read,
    reply,
    render,
  }),
})

function read(call: CallToRead): Reading {
  switch (call.tool) {
    case 'write_todos':
      return readWrite(call)
    case 'add_todos':
      return readAdd(call)
    case 'update_todo':
      return readUpdate(call)
    default:
      return { intent: { kind: 'query' }, violations: [] }
  }
}

function reply({ state, violations }: Answerable): string {
  const [first] = violations
  return first === undefined ? render(state.items) : `Error: ${first.message}. ${first.fix}`
}

/** The list with ids, subtasks below their item with their progress rolled up, and what an item waits for. */
function render(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'No todos.'
  const ids = new Set(items.map((item) => item.id))
  const lines: string[] = []
  const seen = new Set<string>()
  const add = (item: TodoItem, depth: number) => {
    if (seen.has(item.key)) return
    seen.add(item.key)
    const children = items.filter((child) => child.parent === item.id)
    lines.push(`${'  '.repeat(depth)}${lineOf(item, children)}`)
    for (const child of children) add(child, depth + 1)
  }
  for (const item of items) if (item.parent === null || !ids.has(item.parent)) add(item, 0)
  // Items whose parents go round in a circle have no top: they are shown all the same.
  for (const item of items) add(item, 0)
  return `${lines.join('\n')}\n\n(${countCompleted(items)}/${items.length} completed)`
}

function lineOf(item: TodoItem, children: readonly TodoItem[]): string {
  const progress = children.length === 0 ? '' : ` (${countCompleted(children)}/${children.length})`
  const after =
    item.dependencies.length === 0 ? '' : ` after ${item.dependencies.map((id) => `#${id}`).join(', ')}`
  const reason = item.status === 'blocked' ? ` (blocked: ${item.reason ?? ''})` : ''
  return `${markers[item.status]} #${item.id}: ${item.text}${progress}${after}${reason}`
}

function openLines({ items }: SessionState): string {
  return items
    .filter(isOpen)
    .map((item) => `  ${markers[item.status]} #${reminderText(item.id)}: ${reminderText(item.text)}`)
    .join('\n')
}

function prompt(state: SessionState): string {
  return `These todos are still open:\n${openLines(state)}\nGo on with the next one. Block an item with a reason when it cannot go on, and cancel it when it is not needed.`
}
