/** `loki`: Loki's built-in todo tools, single items only, and its auto-continuation. Source: docs/sources/loki.md. */

import { countCompleted, firstWithId, itemsOfKeys } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'
import { autoContinue } from '../supervisor/continuation.js'
import { type Answerable, type CallToRead, defineProfile, type Reading, rejecting } from './profile.js'
import { blankText, property, query, shapeViolation, toolOf, unknownTodo, unreadable } from './read-input.js'

const continuationPrompt = [
  '[SYSTEM REMINDER - TODO CONTINUATION]',
  'You have incomplete tasks in your todo list. Continue with the next pending item.',
  'Call tools immediately. Do not explain what you will do.',
].join('\n')

const instructions = [
  '## Todo list',
  'Work in more than one step is tracked with these tools:',
  '- todo__init(goal): begins a new list; do this before you start.',
  '- todo__add(task): adds one step; add all that are planned before you start.',
  '- todo__done(id): marks a step done; call it right after finishing the step, one by one.',
  '- todo__list(): shows the list.',
].join('\n')

const clearInstructions = '- todo__clear(): empties the list when the work is called off.'

const tools = [
  toolOf('todo__init', 'Initialize a new todo list with a goal. Clears any existing todos.', {
    goal: { type: 'string', description: 'The overall goal to achieve when all todos are completed' },
  }),
  toolOf('todo__add', 'Add a new todo item to the list.', {
    task: { type: 'string', description: 'Description of the todo task' },
  }),
  toolOf('todo__done', 'Mark a todo item as done by its ID.', {
    id: { type: 'integer', description: 'The ID of the todo item to mark as done' },
  }),
  toolOf('todo__list', 'Display the current todo list with status of each item.'),
]

const clearTool = toolOf('todo__clear', 'Clear the whole todo list and its goal.')

const defaults = {
  autoContinue: false,
  maxAutoContinues: 10,
  /** Whether the tools are offered, and their instructions go into the system prompt. */
  injectTodoInstructions: true,
  /** The head of the continuation's input; the list follows it. */
  continuationPrompt,
  instructions,
  /** Whether `todo__clear` is offered, which the program has and its page does not. */
  todoClear: false,
}

export const loki = defineProfile({
  name: 'loki',
  source: "Loki's todo system (docs/sources/loki.md)",
  defaults,
  aliases: {
    auto_continue: 'autoContinue',
    max_auto_continues: 'maxAutoContinues',
    inject_todo_instructions: 'injectTodoInstructions',
    continuation_prompt: 'continuationPrompt',
  },
  build: (settings) => ({
    rules: rejecting('input-shape', 'text-required', 'id-known', 'no-reopen'),
    phases: 'completion',
    tools: settings.injectTodoInstructions ? [...tools, ...(settings.todoClear ? [clearTool] : [])] : [],
    capabilities: {
      statuses: ['pending', 'completed'],
      add: { tool: 'todo__add', oneByOne: true, nextId: ({ items }) => String(nextId(items)) },
      setStatus: { completed: 'todo__done' },
      begin: 'todo__init',
      ...(settings.todoClear ? { clear: clearTool.name } : {}),
      query: 'todo__list',
    },
    instructions: instructionsOf(settings),
    continuation: autoContinue({
      enabled: settings.autoContinue,
      max: settings.maxAutoContinues,
      prompt: (state) => `${settings.continuationPrompt.trimEnd()}\n\n${render(state.items, state.goal)}`,
    }),
    read,
    reply,
    render,
  }),
})

function instructionsOf({ injectTodoInstructions, instructions, todoClear }: typeof defaults): string {
  if (!injectTodoInstructions) return ''
  // A session from before the tool was asked for has it in its instructions already.
  return todoClear && !instructions.includes(clearTool.name)
    ? `${instructions}\n${clearInstructions}`
    : instructions
}

function read({ tool, input, state }: CallToRead): Reading {
  switch (tool) {
    case 'todo__init': {
      const goal = property(input, 'goal')
      if (typeof goal === 'string') return newList(goal)
      const fix = 'Say in goal what is to be achieved.'
      return unreadable(shapeViolation('goal is required', 'a text', goal, fix))
    }
    case 'todo__add':
      return readAdd(property(input, 'task'), state)
    case 'todo__done':
      return readDone(property(input, 'id'), state)
    case 'todo__clear':
      return newList(null)
    default:
      return query
  }
}

function newList(goal: string | null): Reading {
  return { intent: { kind: 'replace', items: [], numbered: false, fresh: true, goal }, violations: [] }
}

function readAdd(task: unknown, { items }: SessionState): Reading {
  const fix = 'Say in task what is to be done.'
  if (typeof task !== 'string') return unreadable(shapeViolation('task is required', 'a text', task, fix))
  const id = String(nextId(items))
  const violations = task.trim() === '' ? [blankText('task cannot be empty', id, fix)] : []
  return { intent: { kind: 'edit', add: [{ id, ownId: false, text: task, status: 'pending' }] }, violations }
}

/** Ids count from 1 in each list. */
function nextId(items: readonly TodoItem[]): number {
  return items.reduce((highest, item) => Math.max(highest, Number(item.id) || 0), 0) + 1
}

/** Takes a number or a numeric text. */
function readDone(given: unknown, { items }: SessionState): Reading {
  const isNumber = typeof given === 'number' || (typeof given === 'string' && /^\s*\d{1,15}\s*$/.test(given))
  const id = isNumber ? Number(given) : Number.NaN
  if (!Number.isSafeInteger(id)) {
    return unreadable(
      shapeViolation('id is required', 'a number', given, 'Give the id of a todo, such as 1.'),
    )
  }
  const item = firstWithId(items, String(id))
  if (item === undefined) return unreadable(unknownTodo(String(id), 'todo__list'))
  return { intent: { kind: 'edit', edit: [{ key: item.key, status: 'completed' }] }, violations: [] }
}

function reply({ tool, state, touched, violations: [first] }: Answerable): string {
  if (first !== undefined) return JSON.stringify({ status: 'error', message: first.message })
  if (tool === 'todo__list') return render(state.items, state.goal)
  const named = tool === 'todo__add' ? state.items.at(-1) : itemsOfKeys(state.items, touched)[0]
  const isOfOne = tool === 'todo__add' || tool === 'todo__done'
  return JSON.stringify({ status: 'ok', ...(isOfOne ? { id: Number(named?.id) } : {}) })
}

/** The list as Loki shows it. Source: docs/sources/loki.md#auto-continuation. */
function render(items: readonly TodoItem[], goal: string | null): string {
  const lines = items.map((item) => `  ${item.status === 'completed' ? '✓' : '○'} ${item.id}. ${item.text}`)
  const head = goal === null || goal === '' ? [] : [`Goal: ${goal}`]
  return [...head, `Progress: ${countCompleted(items)}/${items.length} completed`, ...lines].join('\n')
}
