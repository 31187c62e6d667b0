/** Hooks that can't record at once wait beside the ledger: nothing is lost, nothing comes twice, and the order stays. */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { claudeCode } from '@todo-ledger/recordings/agents/claude-code/profile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { mayComplete } from '../src/hook/hook-input.js'
import { Spool } from '../src/hook/spool.js'
import { faultsIn, fire, HookTexts, refusalIn, todos } from './claude-code-hooks.js'
import { runInMemory } from './memory-host.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
const inPlace = (name: string): string => join(place.folder, name)
const texts = new HookTexts('s1')
const silent = { code: 0, stdout: '', stderr: '' }
let ledgers = 0

/** A ledger of its own, and how hooks are run on it. */
function newLedger() {
  ledgers += 1
  const ledger = inPlace(`${ledgers}.db`)
  const log = inPlace(`${ledgers}.log`)
  return { ledger, log, limit: 60, spool: new Spool(ledger) }
}

/** What was recorded, without times. */
async function recorded(ledger: string): Promise<readonly string[]> {
  const { stdout } = await runInMemory(['log', ledger])
  return stdout.split('\n').map((line) => line.slice(8).trim())
}

const calls = (count: number) =>
  Array.from({ length: count }, (_, index) => [`c${index}`, 'Read', { file_path: `/${index}` }, 'x'] as const)

test('twenty at once, in a process each: none is lost, and none comes twice', async () => {
  const { ledger, log } = newLedger()
  const all = calls(20)
  // As it is set where nothing is said: who is too slow leaves its part to the next one.
  const words = `hook --ledger ${ledger} --log ${log}`
  const atOnce = async (inputs: readonly string[]): Promise<void> => {
    const ran = await Promise.all(inputs.map((input) => place.run(words, { input })))
    expect(ran).toEqual(inputs.map(() => silent))
  }
  await atOnce([texts.prompt('Begin')])
  await atOnce(all.map(([id, tool, input]) => texts.before(id, tool, input)))
  await fire(texts.batch(...all), { ledger, log, limit: 60 })
  await fire(texts.stop('Read.'), { ledger, log })
  const lines = await recorded(ledger)
  for (const kind of ['called', 'returned']) {
    expect(lines.filter((line) => line.includes(`tool.${kind}`)).length, kind).toBe(20)
  }
  expect(new Set(lines.filter((line) => line.includes('tool.called'))).size).toBe(20)
  expect(lines.filter((line) => line.includes('run.started'))).toEqual([
    't0         run.started         user: Begin',
  ])
  expect(new Spool(ledger).names).toEqual([])
  for (const fault of faultsIn(log)) expect(fault).toMatch(/too-slow: .* It waits for the next hook\.$/)
})

test('what waits is recorded first, in its order, with the time at which it came', async () => {
  const { spool, ...settings } = newLedger()
  const bash = { command: 'npm test' }
  const moments = ['09:00', '09:01', '09:02', '09:03'].map((time) => new Date(`2026-01-05T${time}:00Z`))
  const waiting = [
    texts.prompt('Begin'),
    texts.before('c1', 'Bash', bash),
    texts.after('c1', 'Bash', bash, { stdout: '3 passed', stderr: '' }),
    texts.batch(['c1', 'Bash', bash, '3 passed']),
  ]
  for (const [index, input] of waiting.entries()) spool.add(input, moments[index] ?? new Date(0))
  expect((await runInMemory(['sessions', settings.ledger])).code).toBe(2)
  await fire(texts.stop('Done.'), settings)
  expect(faultsIn(settings.log)).toEqual([])
  const store = sqliteStore(settings.ledger, { readOnly: true })
  const times: string[] = []
  for await (const { type, at } of store.read('s1')) times.push(`${at.toISOString().slice(11, 16)} ${type}`)
  await store.close()
  expect(times.slice(0, 6)).toEqual([
    '09:00 session.opened',
    '09:00 run.started',
    '09:01 turn.started',
    '09:01 tool.called',
    '09:02 tool.returned',
    '09:03 turn.ended',
  ])
  expect(times.slice(6).map((line) => line.slice(6))).toEqual([
    'turn.started',
    'message.recorded',
    'turn.ended',
    'session.yielded',
  ])
  expect(spool.names).toEqual([])
})

test('whoever is ended between recording and taking away, nothing comes twice', async () => {
  const read = { file_path: '/a' }
  const step = fc.constantFrom(
    texts.prompt('Begin'),
    texts.event('UserPromptSubmit', { prompt: 'Without an id' }),
    texts.before('c1', 'Read', read),
    texts.after('c1', 'Read', read, 'x'),
    texts.failed('c2', 'Read', read, 'no such file'),
    texts.batch(['c1', 'Read', read, 'x'], ['c3', 'Read', read, 'denied']),
    texts.before('c4', 'TodoWrite', todos('> Fix it')),
    texts.after('c4', 'TodoWrite', todos('> Fix it'), { newTodos: [] }),
    texts.event('PreCompact', { trigger: 'auto' }),
    texts.stop('Done.'),
    texts.event('SessionStart', { source: 'resume' }),
    new HookTexts('s1', '/nowhere/s1.jsonl', 'a1').event('SubagentStart'),
    new HookTexts('s1', '/nowhere/s1.jsonl', 'a1').event('SubagentStop', {
      last_assistant_message: 'Found.',
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const once = newLedger()
      const again = newLedger()
      for (const input of steps) {
        await fire(input, { ...once })
        // The same file stands there once more, as after a kill.
        const name = again.spool.add(input, new Date())
        const file = join(again.spool.folder, name)
        const content = readFileSync(file)
        await runInMemory(['hook', '--drain', '--ledger', again.ledger, '--log', again.log])
        writeFileSync(file, content)
        await runInMemory(['hook', '--drain', '--ledger', again.ledger, '--log', again.log])
      }
      expect([faultsIn(once.log), faultsIn(again.log)]).toEqual([[], []])
      expect(await recorded(again.ledger)).toEqual(await recorded(once.ledger))
    }),
    { numRuns: runs(10) },
  )
})

test('the gate judges by what waits, too', async () => {
  const { spool, ...settings } = { ...newLedger(), gate: true }
  const bash = { command: 'npm test' }
  const done = todos('x Run the tests')
  await fire(texts.prompt('Run the tests'), settings)
  await fire(texts.after('c1', 'TodoWrite', todos('> Run the tests'), { newTodos: [] }), settings)
  await fire(texts.after('c2', 'Bash', { command: 'ls' }, { stdout: 'a.js', stderr: '' }), settings)
  expect(refusalIn(await fire(texts.before('c3', 'TodoWrite', done), settings))).toContain('Run the tests')
  spool.add(texts.after('c4', 'Bash', bash, { stdout: '12 passed', stderr: '' }), new Date())
  expect(await fire(texts.before('c5', 'TodoWrite', done), settings)).toBe('')
  expect(spool.names).toEqual([])
  // Nobody waits for the answer any more: the agent has made the call, and nothing is refused.
  spool.add(texts.before('c6', 'TodoWrite', todos('x Run the tests', 'x Deploy it')), new Date())
  await fire(texts.stop('Done.'), settings)
  expect((await recorded(settings.ledger)).filter((line) => line.includes('todos.rejected'))).toHaveLength(1)
  expect(faultsIn(settings.log)).toEqual([])
})

test('the gate is asked of every tool that changes the list', () => {
  const changing = claudeCode.tools.map(({ name }) => name).filter((name) => !/(?:List|Get)$/.test(name))
  expect(changing.length).toBeGreaterThan(2)
  for (const name of changing) {
    expect(mayComplete({ call: 'c', name, input: { status: 'completed' } }), name).toBe(true)
    expect(mayComplete({ call: 'c', name, input: { status: 'pending' } }), name).toBe(false)
  }
  expect(mayComplete({ call: 'c', name: 'Task', input: { prompt: 'completed' } })).toBe(false)
})

test('while another one records, a hook leaves what it has and ends', async () => {
  const { spool, ...settings } = newLedger()
  expect(spool.take(Date.now() + 600_000)).toBe(true)
  for (const input of [texts.prompt('Begin'), texts.before('c1', 'Read', { file_path: '/a' })]) {
    expect(await fire(input, settings)).toBe('')
  }
  expect(spool.names).toHaveLength(2)
  // A call that the gate would judge can't wait for ever.
  expect(await fire(texts.before('c2', 'TodoWrite', todos('x Fix it')), { ...settings, limit: 0.1 })).toBe('')
  expect(spool.names).toHaveLength(3)
  spool.letGo()
  await fire(texts.before('c3', 'Read', { file_path: '/b' }), settings)
  expect((await recorded(settings.ledger)).filter((line) => line.includes('tool.called'))).toHaveLength(2)
  expect(faultsIn(settings.log)).toEqual([
    'PreToolUse of session s1, TodoWrite c2: too-slow: It took longer than 0.1 s and was let go. It waits for the next hook.',
  ])
})

test.each([
  ['was killed', (): string => `${endedProcess()} ${Date.now() + 600_000} x`],
  ['should have let go long since', (): string => `${process.pid} ${Date.now() - 1} x`],
])('a lock of one that %s holds nobody', async (_, lock) => {
  const { spool, ...settings } = newLedger()
  mkdirSync(spool.folder)
  writeFileSync(join(spool.folder, 'lock'), lock())
  await fire(texts.prompt('Begin'), settings)
  expect((await recorded(settings.ledger)).join('\n')).toContain('user: Begin')
  expect(readdirSync(spool.folder)).toEqual([])
})

/** The number of a process that is no more. */
function endedProcess(): string {
  return execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim()
}

test('a transcript or a log that is a pipe without anybody holds no hook', async () => {
  const { spool, ...settings } = newLedger()
  for (const name of ['pipe.jsonl', 'log']) execFileSync('mkfifo', [inPlace(name)])
  const piped = new HookTexts('s1', inPlace('pipe.jsonl'))
  const words = `hook --limit 60 --ledger ${settings.ledger} --log log`
  for (const input of [
    piped.prompt('Begin'),
    piped.before('c1', 'Read', { file_path: '/a' }),
    piped.after('c1', 'Read', { file_path: '/a' }, 'x'),
    piped.before('c2', 'Read', { file_path: '/b' }),
    'no JSON',
    piped.stop('Done.'),
  ]) {
    expect(await place.run(words, { input })).toEqual(silent)
  }
  expect((await recorded(settings.ledger)).filter((line) => line.includes('tool.called'))).toHaveLength(2)
})

test('what waits is private, reported by the commands that read the ledger, and recorded by --drain', async () => {
  const { spool, ...settings } = newLedger()
  await fire(texts.prompt('Begin'), settings)
  spool.add(texts.before('c1', 'Read', { file_path: '/a' }), new Date())
  spool.add('no hook at all', new Date())
  const modes = execFileSync('stat', ['-c', '%a', spool.folder, join(spool.folder, spool.names[0] ?? '')])
  expect(modes.toString().split('\n')).toEqual(['700', '600', ''])
  const { stderr } = await runInMemory(['log', settings.ledger])
  expect(stderr).toBe(
    `note: 2 hooks wait to be recorded in ${settings.ledger}: the next one records them, or todo-replay hook --drain --ledger ${settings.ledger}\n`,
  )
  const drained = await runInMemory(['hook', '--drain', '--ledger', settings.ledger, '--log', settings.log])
  expect(drained).toEqual({ code: 0, stdout: '2 hooks recorded\n', stderr: '' })
  expect(faultsIn(settings.log)).toEqual([
    expect.stringMatching(
      /^000000000002-[0-9a-f]{16}\.json: bad-hook-input: The input can't be read, \d+ characters: not JSON\.$/,
    ),
  ])
  expect((await runInMemory(['log', settings.ledger])).stderr).toBe('')
})

test('what a killed hook left half-written is removed, and what is being written is not', async () => {
  const { spool, ...settings } = newLedger()
  mkdirSync(spool.folder)
  const partial = (digit: string): string => `000000000001-${digit.repeat(16)}.json.partial`
  const [left, now] = [partial('a'), partial('b')] as const
  for (const name of [left, now]) writeFileSync(join(spool.folder, name), '{"at":')
  utimesSync(join(spool.folder, left), 0, 0)
  await fire(texts.prompt('Begin'), settings)
  expect(readdirSync(spool.folder)).toEqual([now])
})

test('where there is no room to wait, a hook records by itself', async () => {
  const { spool, ...settings } = newLedger()
  // A file stands where the folder would.
  writeFileSync(spool.folder, '')
  expect(await fire(texts.prompt('Begin'), settings)).toBe('')
  expect((await recorded(settings.ledger)).join('\n')).toContain('user: Begin')
  expect(faultsIn(settings.log)).toEqual([
    expect.stringMatching(/^UserPromptSubmit of session s1: it can't wait: E/),
  ])
  rmSync(spool.folder)
})

test('a hook hands over before it loads what records: where that is broken, all waits', async () => {
  const { spool, ...settings } = newLedger()
  const program = fileURLToPath(new URL('..', import.meta.url))
  for (const part of ['bin', 'program', 'package.json']) {
    cpSync(join(program, part), inPlace(`broken/${part}`), { recursive: true })
  }
  const words = ['broken/bin/todo-replay.js', 'hook', '--ledger', settings.ledger, '--log', settings.log]
  const { NODE_PATH: _, ...env } = process.env // the driver would be found there
  const options = { cwd: place.folder, input: texts.prompt('Begin'), encoding: 'utf8' as const, env }
  expect(execFileSync(process.execPath, words, options)).toBe('')
  expect(faultsIn(settings.log)).toEqual([
    expect.stringMatching(
      /^UserPromptSubmit of session s1: MODULE_NOT_FOUND: .* It waits for the next hook\.$/,
    ),
  ])
  await fire(texts.stop('Done.'), settings)
  expect((await recorded(settings.ledger)).join('\n')).toContain('user: Begin')
})

test.each([
  ['a secret', '--secret-from secret.txt'],
  ['a session', '--forget --session s1'],
])('what waits is recorded first where %s is taken out', async (_what, option) => {
  const { spool, ...settings } = newLedger()
  const secret = 'the blue heron at dawn'
  writeFileSync(inPlace('secret.txt'), secret)
  await fire(texts.prompt('Begin'), settings)
  spool.add(texts.before('c1', 'Read', { file_path: `/${secret}` }), new Date())
  const words = `redact ${settings.ledger} ${option}`
    .split(' ')
    .map((word) => (word === 'secret.txt' ? inPlace(word) : word))
  const dry = option.includes('secret') ? await runInMemory([...words, '--dry-run']) : null
  if (dry !== null) expect([dry.code, spool.names.length]).toEqual([0, 1])
  expect((await runInMemory(words)).code).toBe(0)
  expect(spool.names).toEqual([])
  for (const name of readdirSync(place.folder).filter((each) => each.startsWith(`${ledgers}.db`)))
    if (!name.endsWith('.spool')) expect(readFileSync(inPlace(name), 'latin1'), name).not.toContain(secret)
})
