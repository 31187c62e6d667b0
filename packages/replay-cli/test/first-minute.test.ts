/** What somebody sees who has never typed the program's name: at a glance, and what to type next. */

import { cpSync, mkdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { knownCommands } from '../src/known-commands.js'
import { calledAs } from '../src/output.js'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
const root = realpathSync(place.folder)
for (const name of ['openhands-events', 'tests-ticked-without-a-run', 'items-dropped', 'weakened-texts'])
  cpSync(
    fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url)),
    join(place.folder, 'all', name),
    {
      recursive: true,
    },
  )

test('at a glance: what was looked at, the worst, what to type next', async () => {
  expect(await place.screen('audit all --format brief')).toMatchInlineSnapshot(`
    "4 recorded sessions in all: 11 todos were marked done. What the log shows of them:

      ✗ 2 unsupported: tools said otherwise, or what the todo asks to run was never run
      ○ 9 undecided: there was work, and only a reader can tell whether it is what the todo says

    The worst of 2 things to look at
      ✗ UNSUPPORTED #2 Run npm test
        why       Item 2 asks for "Run npm test", but the last run, npm test (line
                  11), failed: "Tests 1 failed | 2 passed (3)". [error failed-check]
        where     all/openhands-events/session.jsonl:14, turn 6, call toolu_13
        timeline  listed in turn 1, started in turn 4, completed in turn 6
                  ✗ turn 5: npm test failed: "Tests 1 failed | 2 passed (3)" (line
                  11)
        needs     Run again, to a good end: npm test

    Type next
      todo-replay audit all/openhands-events/session.jsonl  that session, item by item
      todo-replay audit all                                 all that was found
      todo-replay report all --out report.html              the same as a page
      todo-replay sessions                                  what your own agents recorded
      todo-replay --help                                    all commands
    9 completions undecided: only the meaning of what was done decides. A reader can
    tell (NAME: claude, codex, gemini, MODEL@URL, command:…), from 11 pages, at most
    about 42 thousand tokens:
      todo-replay audit all --reader NAME
    --- stderr
    note: 4 .json files left out, no recorded sessions
    --- exit 1"
  `)
  expect(await place.screen('audit all --format brief --json')).toMatchInlineSnapshot(`
    "{
      "error": {
        "code": "usage",
        "message": "--json is --format json, and --format brief was given too: leave one out."
      }
    }
    --- exit 2"
  `)
})

test('what it says to type can be typed', async () => {
  const { stdout } = await place.run('audit all --format brief')
  const all = [...stdout.matchAll(/^ {2}todo-replay (\S.*?)(?: {2}|$)/gm)].map(([, words = '']) => words)
  // Where no reader is there, its name is left to the person.
  const commands = all.filter((words) => !words.endsWith(' --reader NAME'))
  expect(all.length - commands.length).toBe(1)
  expect(commands.map((words) => words.split(' ')[0])).toEqual([
    'audit',
    'audit',
    'report',
    'sessions',
    '--help',
  ])
  for (const words of commands) {
    if (words === 'sessions') continue
    expect({ words, code: (await place.run(words)).code }).toEqual({
      words,
      code: expect.toSatisfy((code) => code < 2),
    })
  }
})

test('called in another way, it says to type that', async () => {
  const HOME = join(root, 'empty')
  mkdirSync(HOME)
  const calls = [
    '',
    'frobnicate',
    'all',
    'audit all --format brief --fail-on never',
    'help',
    'show --help',
    'sessions --project .',
    'verify all',
    'verify all --anchor x --json',
    'forget all --session s --json',
  ]
  const printedWith = async (env: { readonly [variable: string]: string }): Promise<string> => {
    const runs = []
    for (const words of calls) runs.push(await place.run(words, { env: { HOME, ...env } }))
    return runs.map(({ stdout, stderr }) => stdout + stderr).join('')
  }
  const usual = await printedWith({})
  const commands = knownCommands.map(({ name }) => name).join('|')
  const hints = new RegExp(`(?<!npx )todo-replay (?:--help|(?:${commands})(?= ))`, 'g')
  expect(usual.match(hints)?.length).toBeGreaterThan(10)
  for (const env of [
    { npm_lifecycle_script: 'node tools/start.mjs' },
    { npm_lifecycle_script: 'todo-replay-2' },
  ])
    expect(calledAs(env)).toBe('todo-replay')
  for (const [name, env] of [
    ['npm start --', { TODO_REPLAY_CALLED_AS: 'npm start --' }],
    // As npx sets it, and as `npm run` does.
    ['npx todo-replay', { npm_lifecycle_script: "'todo-replay'" }],
    ['npx todo-replay', { npm_lifecycle_script: 'todo-replay audit sessions' }],
  ] as const) {
    const called = await printedWith(env)
    expect(called.replaceAll(name, 'todo-replay')).toBe(usual)
    expect(called.match(hints)).toBe(null)
  }
})

test('alone, it audits the newest session of this folder, whoever recorded it', async () => {
  const HOME = join(root, 'home')
  const project = join(HOME, '.claude', 'projects', root.replace(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(project, { recursive: true })
  cpSync(join(root, 'all', 'tests-ticked-without-a-run', 'session.jsonl'), join(project, 'one.jsonl'))
  const alone = await place.run('', { env: { HOME } })
  expect(alone.stdout).toContain('1 recorded session: 3 todos were marked done.')
  expect(alone).toEqual(await place.run('audit --format brief', { env: { HOME } }))
})

test('where there is none, it says what it looked for, and what to type', async () => {
  const HOME = join(root, 'nobody')
  mkdirSync(HOME)
  const { code, stdout, stderr } = await place.run('', { env: { HOME } })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  const shown = stderr.replaceAll(root, 'ROOT').replaceAll(root.replace(/[^a-zA-Z0-9]/g, '-'), 'ROOT')
  expect(shown.replace(/[0-9a-f]{64}/, 'HASH')).toMatchInlineSnapshot(`
    "todo-replay: No agent recorded a session in this folder, ROOT. Say what to read.
      found nothing of Claude Code, Codex, Gemini CLI, Qwen Code, opencode, Cline, Roo Code or OpenHands in their own folders

      todo-replay audit FILE    a recorded session, a folder of them, a ledger (*.db), or - for standard input
      todo-replay sessions      what agents recorded in other folders; audit --session ID takes one of them
      todo-replay --help        all commands
    "
  `)
})

test('several sources are read as one folder of them', async () => {
  const sessionsIn = async (words: string): Promise<readonly { readonly file?: string }[]> =>
    JSON.parse((await place.run(`audit ${words} --json --fail-on never`)).stdout).sessions
  const whole = await sessionsIn('all')
  const apart = await sessionsIn(
    'all/tests-ticked-without-a-run/session.jsonl all/openhands-events all all/items-dropped/session.jsonl',
  )
  // Each file once, in the order in which it was named.
  const byFile = (one: { readonly file?: string }, other: { readonly file?: string }) =>
    (one.file ?? '') < (other.file ?? '') ? -1 : 1
  expect([...apart].sort(byFile)).toEqual([...whole].sort(byFile))
  expect(apart[0]).toMatchObject({
    file: relative(root, join(root, 'all/tests-ticked-without-a-run/session.jsonl')),
  })
})
