/** What answers pages: a program that people have already, a model at an address, a command of their own. */

import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { answerSchema, type Page } from '@todo-ledger/audit/reader'
import { didYouMean } from '../text/did-you-mean.js'
import { modelReader } from './model.js'
import { fieldOf, type Reader, type ReaderReply, ReaderTrouble, readerLimits } from './reader.js'

/** Asks about a page. @param run runs a program in an empty folder of its own, so that nothing of a project reaches it */
type AskProgram = (page: Page, run: RunProgram) => Promise<ReaderReply>
type RunProgram = (
  args: readonly string[],
  input: string,
  env?: { readonly [variable: string]: string },
) => Promise<string>

/** Each is run without tools, settings, servers or hooks, and leaves no session. Held with the real programs: `npm run trial -- agents`. */
const programs: { readonly [name: string]: (folder: string, env: NodeJS.ProcessEnv) => AskProgram } = {
  claude: () => async (page, run) => {
    const args = [
      ...['-p', '--safe-mode', '--tools', '', '--strict-mcp-config', '--no-session-persistence'],
      ...['--output-format', 'json', '--json-schema', JSON.stringify(answerSchema)],
    ]
    const result = jsonFrom('claude', await run(args, textOf(page)))
    if (fieldOf(result, 'is_error') === true)
      throw new ReaderTrouble(`claude says: ${String(fieldOf(result, 'result')).slice(0, 300)}`)
    const cost = fieldOf(result, 'total_cost_usd')
    const [model = 'claude'] = Object.keys(fieldOf(result, 'modelUsage') ?? {})
    const answer = fieldOf(result, 'structured_output') ?? fieldOf(result, 'result')
    return { answer, model, cost: typeof cost === 'number' ? cost : null }
  },
  codex: (folder) => async (page, run) => {
    // Its shell, its search and what would stand before the page; a feature that a version does not know is passed over.
    const features =
      'shell_tool unified_exec view_image goals apps plugins hooks skill_search multi_agent image_generation'
    const off = [
      ...features.split(' ').map((name) => `features.${name}=false`),
      ...['web_search="disabled"', 'skills.include_instructions=false'],
      ...['include_permissions_instructions=false', 'include_environment_context=false'],
    ]
    const [schema, answer] = [join(folder, 'schema.json'), join(folder, 'answer.json')]
    writeFileSync(schema, JSON.stringify(answerSchema))
    const args = [
      ...['exec', '--ephemeral', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
      ...['-s', 'read-only', ...off.flatMap((setting) => ['-c', setting])],
      ...['--output-schema', schema, '-o', answer, '-'],
    ]
    await run(args, textOf(page))
    if (!existsSync(answer)) throw new ReaderTrouble('codex wrote no answer.')
    return { answer: readFileSync(answer, 'utf8'), model: 'codex', cost: null }
  },
  gemini: (folder, env) => async (page, run) => {
    const systemPrompt = join('.gemini', 'system.md')
    const none = ['none']
    const settings = { tools: { core: none }, mcp: { allowed: none }, hooksConfig: { enabled: false } }
    mkdirSync(join(folder, '.gemini'))
    writeFileSync(join(folder, '.gemini', 'settings.json'), JSON.stringify(settings))
    writeFileSync(join(folder, systemPrompt), `${page.question}\n`)
    const args = ['-p', 'Answer about this page.', '-o', 'json', '--approval-mode', 'plan', '-e', 'none']
    try {
      // In a folder that it does not know it answers nothing; this one is our own.
      const own = { GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_SYSTEM_MD: systemPrompt }
      const printed = await run(args, `${page.page}\n`, own)
      const result = jsonFrom('gemini', printed.slice(Math.max(0, printed.indexOf('{'))))
      const [model = 'gemini'] = Object.keys(fieldOf(fieldOf(result, 'stats'), 'models') ?? {})
      return { answer: fieldOf(result, 'response'), model, cost: null }
    } finally {
      forgetGeminiSession(folder, env)
    }
  },
}

/** The programs that people may have already. */
export const programNames: readonly string[] = Object.keys(programs)

/** How readers are named, for the help. */
export const readerForms: string = [...programNames, 'MODEL@URL', 'command:…'].join(', ')

/** The reader of a name. @throws ReaderTrouble where there is none, or something that it needs is missing */
export function readerNamed(name: string, env: NodeJS.ProcessEnv): Reader {
  const askIn = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (askIn !== undefined)
    return {
      name,
      where: `the program ${name}, and by it to its provider`,
      async ask(page, signal) {
        const cwd = mkdtempSync(join(tmpdir(), 'todo-replay-reader-'))
        const run: RunProgram = (args, input, more) =>
          printedBy(name, args, input, { cwd, signal, env: { ...env, ...more } })
        try {
          return await askIn(cwd, env)(page, run)
        } finally {
          rmSync(cwd, { recursive: true, force: true })
        }
      },
    }
  if (name.startsWith('command:')) return commandReader(name, name.slice('command:'.length).trim(), env)
  const model = modelReader(name, env)
  if (model !== null) return model
  const message = `There is no reader ${name}.${didYouMean(name, programNames)} There are ${readerForms}.`
  throw new ReaderTrouble(message, { isFinal: true })
}

/** A command of the user's own, which reads the line of a page and prints an answer. */
function commandReader(name: string, line: string, env: NodeJS.ProcessEnv): Reader {
  if (line === '')
    throw new ReaderTrouble('command: names no command, such as command:./read-page.sh', { isFinal: true })
  return {
    name,
    where: `the command ${line}`,
    async ask(page, signal) {
      const options = { cwd: process.cwd(), signal, env }
      const answer = await printedBy('/bin/sh', ['-c', line], `${JSON.stringify(page)}\n`, options)
      const [, model] = /"model"\s*:\s*"([^"\\]{1,100})/.exec(answer) ?? []
      return { answer, model: (model ?? name).slice(0, 100), cost: null }
    },
  }
}

/** What a program printed. @throws ReaderTrouble */
function printedBy(
  program: string,
  args: readonly string[],
  input: string,
  options: { readonly cwd: string; readonly signal: AbortSignal; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { milliseconds: timeout, characters: most } = readerLimits
    const child = spawn(program, args, { ...options, timeout, stdio: ['pipe', 'pipe', 'pipe'] })
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (printed[name].length < most) printed[name] += text
      })
    child.stdin.on('error', () => undefined) // it need not read all of it
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      const message = isMissing
        ? `There is no program ${program}. Install it, or name another reader.`
        : `${program} could not be run: ${error.message}`
      reject(new ReaderTrouble(message, { isFinal: isMissing }))
    })
    child.on('close', (code, ended) => {
      if (code === 0) resolve(printed.stdout)
      else {
        const said = lastLine(printed.stderr || printed.stdout)
        reject(new ReaderTrouble(`${program} ended with ${ended ?? code}: ${said}`))
      }
    })
    child.stdin.end(input)
  })
}

/** Gemini CLI keeps a session of every folder that it ran in; this one would be among those that are audited. */
function forgetGeminiSession(folder: string, { GEMINI_CLI_HOME, HOME }: NodeJS.ProcessEnv): void {
  const home = GEMINI_CLI_HOME || HOME || null
  if (home === null) return
  for (const kind of ['tmp', 'history']) {
    const kept = join(home, '.gemini', kind, basename(folder).toLowerCase())
    try {
      // It says itself that what it keeps there is of this folder.
      const isOurs = readFileSync(join(kept, '.project_root'), 'utf8').trim() === realpathSync(folder)
      if (isOurs) rmSync(kept, { recursive: true, force: true })
    } catch {
      // There is nothing of it.
    }
  }
}

function textOf({ question, page }: Page): string {
  return `${question}\n\n${page}\n`
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, 300)
}

/** The value of a program's JSON. @throws ReaderTrouble */
function jsonFrom(program: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below.
  }
  throw new ReaderTrouble(`${program} printed no JSON object: ${lastLine(text)}`)
}
