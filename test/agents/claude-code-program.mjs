/** How Claude Code is set up and run: with the hook in its settings, a model on loopback, and all else off. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is off: all that is not the conversation. */
const quiet = {
  ANTHROPIC_API_KEY: 'sk-ant-scripted',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_BUG_COMMAND: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
  IS_SANDBOX: '1',
}

/** Its environment. @param {{ settings: object }} list the list that its model keeps; @param {{ url: string }} model the model */
export function environmentOf(list, model) {
  return { ...quiet, ...list.settings, ANTHROPIC_BASE_URL: model.url }
}

/** Puts two files into the project, and the hook and what is never allowed into the person's settings. */
export async function setUpClaude(place, hookWords) {
  const { project, home } = place
  writeFileSync(join(project, 'sum.mjs'), 'export const sum = (a, b) => a - b\n')
  const test = "import { sum } from './sum.mjs'\nif (sum(1, 2) !== 3) throw new Error('not 3')\n"
  writeFileSync(join(project, 'sum.test.mjs'), test)
  const { stdout } = await place.replay('hook', '--print-settings', ...hookWords)
  const settings = { ...JSON.parse(stdout), permissions: { deny: ['Bash(curl:*)'] } }
  mkdirSync(join(home, '.claude'), { recursive: true })
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings, null, 2))
}

/** Gives what runs it once, to its end, and gives the session's id. */
export function claudeProgram(place, list, model) {
  const flags = ['-p', '--dangerously-skip-permissions', '--output-format', 'json']
  return async (...words) => {
    const env = environmentOf(list, model)
    const { status, stdout, stderr } = await place.run([...place.program, ...flags, ...words], { env })
    place.expect(`claude ${words.join(' ')} ends well`, { status, stderr }, { status: 0, stderr: '' })
    return JSON.parse(stdout).session_id
  }
}
