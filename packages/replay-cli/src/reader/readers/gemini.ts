/** `gemini`: Gemini CLI as a reader, in plan mode, without tools, servers and hooks. It takes no schema. */

import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ReaderKind } from '../reader.js'
import { fieldOf, jsonFrom, runProgram } from './run-program.js'

/** The settings of the folder that it runs in, which win over the user's: nothing is allowed that is not named. */
const settings = {
  tools: { core: ['none'] },
  mcp: { allowed: ['none'] },
  hooksConfig: { enabled: false },
}

/** Its own words for a system's prompt stand here, in the folder that it runs in. */
const systemPrompt = join('.gemini', 'system.md')

/** The kind of reader. */
export const gemini: ReaderKind = {
  form: 'gemini',
  named: (name, env) =>
    name !== 'gemini'
      ? null
      : {
          name,
          where: 'the program gemini, and by it to its provider',
          async ask({ question, page }, signal) {
            const printed = await runProgram({
              program: 'gemini',
              words: () => [
                ...['-p', 'Answer about this page.'],
                ...['-o', 'json', '--approval-mode', 'plan', '-e', 'none'],
              ],
              input: `${page}\n`,
              signal,
              env: {
                ...env,
                // Else it answers nothing in a folder that it does not know; this one is our own.
                GEMINI_CLI_TRUST_WORKSPACE: 'true',
                GEMINI_SYSTEM_MD: systemPrompt,
              },
              missing: 'Install Gemini CLI, or name another reader.',
              prepare(folder) {
                mkdirSync(join(folder, '.gemini'))
                writeFileSync(join(folder, '.gemini', 'settings.json'), JSON.stringify(settings))
                writeFileSync(join(folder, systemPrompt), `${question}\n`)
              },
              clear: (folder) => forgetSession(folder, env),
            })
            const result = jsonFrom('gemini', printed.slice(Math.max(0, printed.indexOf('{'))))
            const [model = name] = Object.keys(fieldOf(fieldOf(result, 'stats'), 'models') ?? {})
            return { answer: fieldOf(result, 'response'), model, cost: null }
          },
        },
}

/** It keeps a session of every folder that it ran in; this one would stand among those that are audited. */
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
