/** `write_todos {todos: [{content, status}]}` of `todo-list-middleware` and `langchain`. */

import type { Translator } from '../translator.js'
import { usualStatuses, wholeListTranslator } from './whole-list.js'

/** Says a call with `write_todos`. */
export const writeTodos: Translator = wholeListTranslator({
  family: 'write_todos',
  tool: 'write_todos',
  list: 'todos',
  statuses: usualStatuses,
  query: null,
  item: ({ text, status }) => ({ content: text, status }),
})
