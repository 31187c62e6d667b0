/** `todo_write {todos: [{id, content, status}]}` of `qwen`. */

import type { Translator } from '../translator.js'
import { usualStatuses, wholeListTranslator } from './whole-list.js'

/** Says a call with Qwen Code's `todo_write`. */
export const qwen: Translator = wholeListTranslator({
  family: 'qwen',
  tool: 'todo_write',
  list: 'todos',
  statuses: usualStatuses,
  query: null,
  item: ({ id, text, status }) => ({ id, content: text, status }),
})
