/** `write_todos {todos: [{description, status}]}` of `gemini`. */

import type { Translator } from '../translator.js'
import { allStatuses, wholeListTranslator } from './whole-list.js'

/** Says a call with Gemini CLI's `write_todos`. */
export const gemini: Translator = wholeListTranslator({
  family: 'gemini',
  tool: 'write_todos',
  list: 'todos',
  statuses: allStatuses,
  query: null,
  item: ({ text, status }) => ({ description: text, status }),
})
