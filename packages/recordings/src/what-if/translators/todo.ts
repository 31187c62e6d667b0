/** `todo {items: [{id, text, status}]}` of `todo-manager` and `todo-write`. */

import type { Translator } from '../translator.js'
import { usualStatuses, wholeListTranslator } from './whole-list.js'

/** Says a call with `todo`. An id that is a mere position is left out: the tool counts for itself. */
export const todo: Translator = wholeListTranslator({
  family: 'todo',
  tool: 'todo',
  list: 'items',
  statuses: usualStatuses,
  query: null,
  item: ({ id, numbered, text, status }) => ({ ...(numbered ? {} : { id }), text, status }),
})
