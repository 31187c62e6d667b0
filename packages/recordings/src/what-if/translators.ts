/** Which translator speaks which profile's tools. */

import type { Translator } from './translator.js'
import { claudeCode } from './translators/claude-code.js'
import { codex } from './translators/codex.js'
import { gemini } from './translators/gemini.js'
import { loki } from './translators/loki.js'
import { cline, roo } from './translators/markdown-checklists.js'
import { opencode } from './translators/opencode.js'
import { openhands } from './translators/openhands.js'
import { qwen } from './translators/qwen.js'
import { recommended } from './translators/recommended.js'
import { todo } from './translators/todo.js'
import { wakeLoop } from './translators/wake-loop.js'
import { writeTodos } from './translators/write-todos.js'

const byProfile: ReadonlyMap<string, Translator> = new Map([
  ['todo-manager', todo],
  ['todo-write', todo],
  ['todo-list-middleware', writeTodos],
  ['langchain', writeTodos],
  ['claude-code', claudeCode],
  ['codex', codex],
  ['gemini', gemini],
  ['qwen', qwen],
  ['opencode', opencode],
  ['cline', cline],
  ['roo', roo],
  ['openhands', openhands],
  ['loki', loki],
  ['wake-loop', wakeLoop],
  ['recommended', recommended],
])

/** The translator of a profile's tools, or undefined where there is none. */
export function translatorOf(profile: string): Translator | undefined {
  return byProfile.get(profile)
}
