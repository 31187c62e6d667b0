/** The program and each of its commands explain themselves, and what their examples show works. */

import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownCommands } from '../src/known-commands.js'
import { runInMemory } from './memory-host.js'
import { claudeCode, result, use } from './recordings.js'
import { Workplace } from './run-program.js'
import { ScriptedGitHub } from './scripted-github.js'

const place = new Workplace()
process.chdir(place.folder)
const home = join(realpathSync(place.folder), 'home')
const cwd = process.cwd()

/** What an agent recorded in this folder: the newest session, which examples without a source read. */
const item = (content: string, status: string) => ({ content, status, activeForm: content })
const listed = (turn: number, ...statuses: readonly string[]) => {
  const todos = ['Fix the redirect', 'Run the tests'].map((text, at) => item(text, statuses[at] ?? 'pending'))
  return [
    { id: `m${turn}`, model: [use(`t${turn}`, 'TodoWrite', { todos })] },
    { user: [result(`t${turn}`, 'ok')] },
  ]
}
const session = claudeCode([
  { user: 'Repair the login page' },
  ...listed(1, 'in_progress'),
  { id: 'e1', model: [use('e1', 'Edit', { file_path: '/w/login.ts', old_string: 'a', new_string: 'b' })] },
  { user: [result('e1', 'ok')] },
  ...listed(2, 'completed', 'in_progress'),
  ...listed(3, 'completed', 'completed'),
  { id: 'm9', model: [{ type: 'text', text: 'All done.' }] },
]).replaceAll('"cwd":"/work"', `"cwd":${JSON.stringify(cwd)}`)
place.write(`home/.claude/projects/${cwd.replace(/[^a-z0-9]/gi, '-')}/c0ffee.jsonl`, session)
place.write('key.txt', 'redirect\n')

/** A command line as a shell takes it apart. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(
    ([whole, single, double]) => single ?? double ?? whole.replace(/^~/, home),
  )
}

async function helpOf(command: string): Promise<string> {
  const { code, stdout, stderr } = await runInMemory(['help', command])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** The examples of a help text, without what stands behind a bar. */
function examplesIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}todo-replay ((?:[^|\n']|'[^']*')+)/gm)].map((match) =>
    String(match[1]).trim(),
  )
}

const commands = knownCommands.map(({ name }) => name)
/** They are first: the others' examples read the ledger that these make. */
const inOrder = [...new Set(['import', 'verify', ...commands])]

describe('every example in a help text works', () => {
  const github = new ScriptedGitHub()
  const env: Record<string, string> = { HOME: home, GITHUB_TOKEN: 'secret-token' }
  afterAll(() => github.close())

  beforeAll(async () => {
    env['GITHUB_API_URL'] = await github.listen()
    execFileSync('git', ['init', '-q'])
    await runInMemory(['import', join(home, '.claude/projects'), '--ledger', 'todos.db'])
  })

  test.each(inOrder)('%s', async (command) => {
    const examples = examplesIn(await helpOf(command))
    expect(examples).not.toEqual([])
    for (const example of examples) {
      // What is watched has no end.
      const words = [
        ...wordsOf(example),
        ...(command === 'watch' && !example.includes('--once') ? ['--once'] : []),
      ]
      const { code, stdout, stderr } = await runInMemory(words, { env })
      // Only a person at a terminal can step through a session: its own tests do.
      const expected = command === 'debug' ? [2] : [0, 1]
      expect({ example, code, stderr }).toEqual({ example, code: expect.toBeOneOf(expected), stderr })
      if (command !== 'debug') expect({ example, stdout }).not.toEqual({ example, stdout: '' })
    }
  })
})

test.each(commands)('%s: what its help says fits into 80 columns', async (command) => {
  const help = await helpOf(command)
  const [described = ''] = help.split('\n').slice(2)
  expect(described).toMatch(/^[A-Z].*\.$/)
  const example = /^ {2}(?:todo-replay|eval) /
  expect(help.split('\n').filter((line) => line.length > 80 && !example.test(line))).toEqual([])
})

test('options stay few, and a help fits a screen', async () => {
  const helps = await Promise.all(commands.map(helpOf))
  const options = helps.flatMap((help) => help.match(/^ {2}--\S+/gm) ?? [])
  expect(options.length).toBeLessThanOrEqual(104)
  for (const help of helps) expect(help.split('\n').length).toBeLessThanOrEqual(45)
})

test('the program', async () => {
  const { code, stdout } = await runInMemory(['--help'])
  expect(code).toBe(0)
  for (const { name, summary } of knownCommands)
    expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'))
  expect(stdout.split('\n').length).toBeLessThanOrEqual(45)
})

test('help of what is no command', async () => {
  const { code, stdout, stderr } = await runInMemory(['help', 'adit'])
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "todo-replay: Unknown command 'adit' (Did you mean audit?)\n  todo-replay --help lists the commands.\n",
  })
  expect((await runInMemory(['help', 'help'])).stdout).toBe((await runInMemory(['--help'])).stdout)
})

test('--version', async () => {
  const { code, stdout } = await runInMemory(['--version'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})
