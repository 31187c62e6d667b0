/** Qwen Code, a fork of Gemini CLI. */

import { isObject, objectsOf } from '../../json.js'
import { defineAgent } from '../agent.js'
import { qwenCode as format } from './format.js'
import { qwenCodeHome } from './home.js'
import { qwen as profile } from './profile.js'

/** Qwen Code. */
export const qwenCode = defineAgent({
  name: 'qwen-code',
  title: 'Qwen Code',
  profile,
  formats: [format],
  home: qwenCodeHome,
  // Others have a tool of this name, too: those that say `merge` give parts of a list.
  isTodoCall: ({ name, input }) =>
    name === 'todo_write' && isObject(input) && objectsOf(input['todos']).length > 0 && !('merge' in input),
})
