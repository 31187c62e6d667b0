/** Gemini CLI. */

import type { Profile } from '@todo-ledger/core'
import { arrayIn, isObject, objectsOf, stringIn } from '../../json-value.js'
import { type Agent, defineAgent, type ToolCall } from '../agent.js'
import { geminiCli as format } from './format.js'
import { besideFiles, geminiCliHome } from './home.js'
import { gemini as profile } from './profile.js'
import { tools } from './tools.js'

/** Gemini CLI. */
export const geminiCli: Agent<Profile> = defineAgent({
  name: 'gemini-cli',
  title: 'Gemini CLI',
  profile,
  tools,
  formats: [format],
  home: geminiCliHome,
  besideFiles: () => besideFiles,
  isTodoCall,
})

/** Others have a tool of this name, too; their todos have their text in `content`. */
function isTodoCall({ name, input }: ToolCall): boolean {
  const [first] = name === 'write_todos' && isObject(input) ? objectsOf(arrayIn(input, 'todos')) : []
  return first !== undefined && stringIn(first, 'description') !== null && !('content' in first)
}
