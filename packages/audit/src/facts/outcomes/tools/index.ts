/** The families of tools whose word is understood. Another one is an entry in one of these tables. */

import { defineTool, type Tool } from '../tool.js'
import { compiled } from './compiled.js'
import { javascript } from './javascript.js'
import { operations } from './operations.js'
import { python } from './python.js'
import { scripting } from './scripting.js'

export const tools: readonly Tool[] = [javascript, python, compiled, scripting, operations]
  .flat()
  .map(defineTool)
