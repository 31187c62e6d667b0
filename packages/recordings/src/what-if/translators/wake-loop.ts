/** `todo_write`, `todo_update`, `todo_list` of `wake-loop`. */

import type { Translator } from '../translator.js'
import { singleItemTranslator } from './single-items.js'

/** Says a call with the wake loop's tools. */
export const wakeLoop: Translator = singleItemTranslator({
  family: 'wake-loop',
  query: { tool: 'todo_list', input: {} },
  add: (items) => [{ tool: 'todo_write', input: { items } }],
  complete: (id) => ({ tool: 'todo_update', input: { id: Number(id), status: 'done' } }),
  block: (id, reason) => ({
    tool: 'todo_update',
    input: { id: Number(id), status: 'blocked', ...(reason === null ? {} : { reason }) },
  }),
})
