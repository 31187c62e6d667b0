/**
 * `markdown-list`: checklists that an agent keeps in Markdown, in a file or in what it says: `- [ ]`, `- [x]`, `- [-]`.
 * There is no such tool: who reads the recording gives each list as a call of `markdown_checklist`, and nothing is ever
 * refused but what is no list. Several lists stand side by side, each by the name of its file; an item's field
 * `metadata` says in which. Source: GitHub's task lists.
 */

import type { SessionState, TodoItem } from '@todo-ledger/core'
import {
  allStatuses,
  type CallToRead,
  defineProfile,
  flagging,
  type ItemEdit,
  listOf,
  listProperty,
  listsAround,
  listTag,
  matchItems,
  normalizeText,
  type Profile,
  property,
  type Reading,
  rejecting,
  renderChecklist,
  shapeViolation,
  textOf,
  toolOf,
  unreadable,
  type WantedItem,
} from '@todo-ledger/core/profiles'

export const checklistTool = 'markdown_checklist'

const item = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    status: { type: 'string', enum: [...allStatuses] },
  },
  required: ['text', 'status'],
}
const properties = {
  list: { type: 'string', description: 'The file, or a name for what was only said.' },
  part: { type: 'boolean', description: 'True where the other items of the lists stay as they are.' },
  items: { type: 'array', items: item },
}

export const markdownList: Profile = defineProfile({
  name: 'markdown-list',
  source: 'Markdown task lists in files and messages, as agents keep them',
  defaults: {},
  build: () => ({
    rules: [
      ...rejecting('input-shape', 'text-required', 'status-valid'),
      ...flagging('single-in-progress', 'no-reopen', 'skipped-in-progress'),
    ],
    tools: [
      toolOf(checklistTool, 'Tells a checklist that stands in a Markdown file or a message.', properties, [
        'list',
        'items',
      ]),
    ],
    read,
    reply: ({ state, violations }) =>
      violations[0] === undefined ? renderChecklist(state.items) : `Error: ${violations[0].message}`,
    render: (items) => renderChecklist(items),
  }),
})

type ListedItem = Pick<TodoItem, 'text' | 'status'>

function read({ input, state }: CallToRead): Reading {
  const given = listProperty(input, 'items') ?? []
  const list = textOf(property(input, 'list')) ?? ''
  const items = given.flatMap(itemIn)
  if (listProperty(input, 'items') === null || list === '' || items.length < given.length) {
    const message = 'list and items are required, and of each item a text and a status that is known'
    const fix = 'Give {"list": "PLAN.md", "items": [{"text": "…", "status": "pending"}]}.'
    return unreadable(shapeViolation(message, 'a list', input, fix))
  }
  const isPart = property(input, 'part') === true
  return { intent: isPart ? partOf(list, items, state) : wholeOf(list, items, state), violations: [] }
}

function itemIn(item: unknown): readonly ListedItem[] {
  const text = textOf(property(item, 'text')) ?? ''
  const status = allStatuses.find((known) => known === property(item, 'status'))
  return text.trim() === '' || status === undefined ? [] : [{ text, status }]
}

/** The list as it stands now: what is not in it any more is gone from it, and other lists stay. */
function wholeOf(list: string, items: readonly ListedItem[], state: SessionState): Reading['intent'] {
  const before = state.items.filter((item) => listOf(item) === list)
  const wanted = items.map(({ text, status }): WantedItem => ({ id: '', ownId: false, text, status }))
  const matches = matchItems(before, wanted)
  let count = state.keysUsed
  const named = wanted.map((want): WantedItem => {
    const item = matches.get(want)
    if (item === undefined) count += 1
    return { ...want, id: item?.id ?? newId(count), ownId: true, fields: { metadata: listTag(list) } }
  })
  return { kind: 'replace', items: listsAround(state.items, list, named), numbered: false }
}

/** Items that were reported without the rest: those of the same text change, the others come in. */
function partOf(list: string, items: readonly ListedItem[], state: SessionState): Reading['intent'] {
  const own = state.items.filter((item) => listOf(item) === list)
  const others = state.items.filter((item) => listOf(item) !== null && listOf(item) !== list)
  const known = new Map<string, TodoItem>()
  for (const item of [...own, ...others]) {
    const key = normalizeText(item.text)
    if (!known.has(key)) known.set(key, item)
  }
  const edit = new Map<string, ItemEdit>()
  const add = new Map<string, WantedItem>()
  for (const { text, status } of items) {
    const key = normalizeText(text)
    const item = known.get(key)
    if (item !== undefined) edit.set(item.key, { key: item.key, status })
    else {
      const id = add.get(key)?.id ?? newId(state.keysUsed + add.size + 1)
      add.set(key, { id, ownId: true, text, status, fields: { metadata: listTag(list) } })
    }
  }
  return { kind: 'edit', edit: [...edit.values()], add: [...add.values()] }
}

/** Keys are never used again, so neither are these; a letter distinguishes them from the numbers of a todo tool's list. */
function newId(count: number): string {
  return `m${count}`
}
