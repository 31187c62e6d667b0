/** `todowrite {todos: [{content, status, priority}]}` of `opencode`. */

import type { Translator } from '../translator.js'
import { allStatuses, wholeListTranslator } from './whole-list.js'

/** Says a call with `todowrite`; an item without a priority is of medium priority. */
export const opencode: Translator = wholeListTranslator({
  family: 'opencode',
  tool: 'todowrite',
  list: 'todos',
  statuses: allStatuses,
  query: 'todoread',
  item: ({ text, status, priority }) => ({ content: text, status, priority: priority ?? 'medium' }),
})
