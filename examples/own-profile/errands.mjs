// errands.mjs
import {
  defineProfile,
  neverContinue,
  property,
  shapeViolation,
  spacedNag,
  textOf,
  unreadable,
} from '@todo-ledger/core/profiles'

/** Errands, with ids that are never used twice. */
export const errands = defineProfile({
  name: 'errands',
  source: 'docs/guides/rules.md#write-a-profile',
  defaults: { maxErrands: 5, nagAfter: 4 },
  build: ({ maxErrands, nagAfter }) => ({
    tools: [
      { name: 'add', description: 'Adds an errand.', inputSchema: textIn('text') },
      { name: 'done', description: 'Ticks an errand off.', inputSchema: textIn('id') },
      { name: 'remove', description: 'Takes an errand away.', inputSchema: textIn('id') },
    ],
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'reject' },
      { id: 'max-items', mode: 'reject', options: { max: maxErrands } },
    ],
    capabilities: {
      statuses: ['pending', 'completed'],
      add: {
        tool: 'add',
        oneByOne: true,
        nextId: ({ idsUsed }, index) => String(idsUsed + 1 + index),
      },
      setStatus: { completed: 'done' },
    },
    read,
    reply: ({ state, violations: [first] }) => first?.message ?? render(state.items),
    render,
    nag: spacedNag({ after: nagAfter, spacing: nagAfter, text: () => 'Are there errands left?' }),
    continuation: neverContinue,
  }),
})

/**
 * What a call wants. Bad input gives a violation, never an exception.
 * @param {import('@todo-ledger/core/profiles').CallToRead} call
 * @returns {import('@todo-ledger/core/profiles').Reading}
 */
function read({ tool, input, state }) {
  if (tool === 'add') {
    const text = textOf(property(input, 'text'))
    if (text === null) return wrong('text must be a text', 'a text', property(input, 'text'))
    const id = String(state.idsUsed + 1)
    return {
      intent: { kind: 'edit', add: [{ id, ownId: false, text: text.trim(), status: 'pending' }] },
      violations: [],
    }
  }
  const id = textOf(property(input, 'id'))
  const errand = state.items.find((item) => item.id === id)
  if (errand === undefined) return wrong('there is no such errand', 'the id of an errand', id)
  const { key } = errand
  return tool === 'done'
    ? { intent: { kind: 'edit', edit: [{ key, status: 'completed' }] }, violations: [] }
    : { intent: { kind: 'edit', remove: [key] }, violations: [] }
}

/** @param {string} message @param {string} expected @param {unknown} received */
function wrong(message, expected, received) {
  return unreadable(shapeViolation(message, expected, received, `Give ${expected}.`))
}

/** @param {readonly import('@todo-ledger/core').TodoItem[]} items */
function render(items) {
  return items.map(({ id, text, status }) => `${status === 'completed' ? '✓' : '·'} ${id} ${text}`).join('\n')
}

/** @param {string} name */
function textIn(name) {
  return { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }
}
