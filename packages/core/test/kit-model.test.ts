import { expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import type { JsonValue, TodoStatus } from '../src/events.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { maxItems } from '../src/rules/max-items.js'
import { type ModelItem, modelCheck, type PlainModel } from '../src/testing/model-check.js'

/** The TodoManager as docs/sources/todo-manager.md describes it, for lists of objects; other inputs it leaves open. */
const todoManagerModel: PlainModel<readonly ModelItem[]> = {
  initial: [],
  step(list, { input }) {
    const items = fieldsOf(input)?.['items']
    if (!Array.isArray(items)) return { model: list, accepted: false, list }
    if (!items.every(isPlain)) return { model: list, accepted: false, list }
    const wanted = items.map((item, index) => readItem(fieldsOf(item) ?? {}, index))
    const busy = wanted.filter(({ status }) => status === 'in_progress').length
    const accepted = wanted.length <= 20 && busy <= 1 && wanted.every(({ text }) => text !== '')
    return accepted ? { model: wanted, accepted, list: wanted } : { model: list, accepted, list }
  },
}

function readItem(
  { id, text, status }: { readonly [name: string]: JsonValue },
  index: number,
): Required<ModelItem> {
  const word = status === undefined ? 'pending' : String(status).toLowerCase()
  const known: TodoStatus = word === 'in_progress' || word === 'completed' ? word : 'pending'
  return { id: String(id ?? index + 1), text: String(text ?? '').trim(), status: known }
}

/** True for an item that the source can read: its fields are texts or numbers, or, save the status, missing. */
function isPlain(item: JsonValue): boolean {
  const fields = fieldsOf(item)
  if (fields === null || fields['status'] === null) return false
  const isWord = (value: JsonValue | undefined) =>
    value === undefined || value === null || typeof value === 'string' || typeof value === 'number'
  const { id, text, status } = fields
  return (isWord(id) || typeof id === 'boolean') && isWord(text) && isWord(status)
}

function fieldsOf(value: JsonValue): { readonly [name: string]: JsonValue } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(value, name)))
}

it('todo-manager does what twenty lines say that its source does', async () => {
  await modelCheck(profiles.todoManager, todoManagerModel, { runs: runs(1000) })
})

it('a model that disagrees is shown the smallest difference, with the session as a recording', async () => {
  const unlimited = { ...maxItems, check: () => [] }
  await expect(
    modelCheck(profiles.todoManager, todoManagerModel, { runs: 1000, rules: [unlimited] }),
  ).rejects.toThrow(
    /accepted of todo\([\s\S]*the model says false, the session true[\s\S]*"recording":"todo-ledger\/1"/,
  )
})
