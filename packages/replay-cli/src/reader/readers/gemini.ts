/** `gemini`: Gemini CLI as a reader, in plan mode, without tools, servers and hooks. It takes no schema. */

import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type AskProgram, fieldOf, inEmptyFolder, jsonFrom, printedBy } from './program.js'

/** The settings of the folder that it runs in, which win over the user's: nothing is allowed that is not named. */
const settings = {
  tools: { core: ['none'] },
  mcp: { allowed: ['none'] },
  hooksConfig: { enabled: false },
}

/** Its own words for a system's prompt are here, in the folder that it runs in. */
const systemPrompt = join('.gemini', 'system.md')

const args = ['-p', 'Answer about this page.', '-o', 'json', '--approval-mode', 'plan', '-e', 'none']

/** Asks it. */
export const gemini: AskProgram = ({ question, page }, signal, env) =>
  inEmptyFolder(async (cwd) => {
    mkdirSync(join(cwd, '.gemini'))
    writeFileSync(join(cwd, '.gemini', 'settings.json'), JSON.stringify(settings))
    writeFileSync(join(cwd, systemPrompt), `${question}\n`)
    // In a folder that it does not know it answers nothing; this one is our own.
    const own = { ...env, GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_SYSTEM_MD: systemPrompt }
    try {
      const printed = await printedBy({ program: 'gemini', args, input: `${page}\n`, cwd, signal, env: own })
      const result = jsonFrom('gemini', printed.slice(Math.max(0, printed.indexOf('{'))))
      const [model = 'gemini'] = Object.keys(fieldOf(fieldOf(result, 'stats'), 'models') ?? {})
      return { answer: fieldOf(result, 'response'), model, cost: null }
    } finally {
      forgetSession(cwd, env)
    }
  })

/** It keeps a session of every folder that it ran in; this one would be among those that are audited. */
function forgetSession(folder: string, { GEMINI_CLI_HOME, HOME }: NodeJS.ProcessEnv): void {
  const home = GEMINI_CLI_HOME || HOME
  if (home === undefined || home === '') return
  for (const kind of ['tmp', 'history']) {
    const kept = join(home, '.gemini', kind, basename(folder).toLowerCase())
    if (isOf(kept, folder)) rmSync(kept, { recursive: true, force: true })
  }
}

/** True where it says itself that what it keeps there is of this folder. */
function isOf(kept: string, folder: string): boolean {
  try {
    return readFileSync(join(kept, '.project_root'), 'utf8').trim() === realpathSync(folder)
  } catch {
    return false
  }
}
