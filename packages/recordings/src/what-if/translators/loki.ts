/** `todo__init`, `todo__add`, `todo__done` … of `loki`. */

import type { Translator } from '../translator.js'
import { singleItemTranslator } from './single-items.js'

/** Says a call with Loki's tools. */
export const loki: Translator = singleItemTranslator({
  family: 'loki',
  query: { tool: 'todo__list', input: {} },
  add: (texts) => texts.map((task) => ({ tool: 'todo__add', input: { task } })),
  complete: (id) => ({ tool: 'todo__done', input: { id: Number(id) } }),
  clear: { tool: 'todo__clear', input: {} },
  begin: (goal) => ({ tool: 'todo__init', input: { goal } }),
})
