/** The families of tools whose word is understood. Another one is an entry in one of these tables. */

import { defineTool, type Tool } from '../tool.js'
import { checkers } from './checks.js'
import { operations } from './operations.js'
import { testRunners } from './tests.js'

export const tools: readonly Tool[] = [...testRunners, ...checkers, ...operations].map(defineTool)
