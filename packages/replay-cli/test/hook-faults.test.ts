/** Whatever goes wrong in the hook, it answers nothing, and its log tells what it was. */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { usualLog } from '../src/hook/fault-log.js'
import { readHookInput } from '../src/hook/hook-input.js'
import { runHook, usualLedger } from '../src/hook/run-hook.js'
import { faultsIn, fire, HookTexts } from './claude-code-hooks.js'
import { runInMemory } from './memory-host.js'

const folder = mkdtempSync(join(tmpdir(), 'hook-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const inFolder = (name: string): string => join(folder, name)
mkdirSync(inFolder('folder'))
writeFileSync(inFolder('text.txt'), 'No ledger, and long enough to be looked at as one.\n'.repeat(100))

const texts = new HookTexts('s1')
const call = texts.before('c1', 'Bash', { command: 'ls' })

test.each<[string, string, string, RegExp]>([
  [
    'nothing on standard input',
    'l.db',
    '',
    /^standard input: bad-hook-input: The input can't be read, \d+ characters: not JSON\.$/,
  ],
  [
    'broken JSON',
    'l.db',
    call.slice(0, -3),
    /^standard input: bad-hook-input: The input can't be read, \d+ characters: not JSON\.$/,
  ],
  [
    'brackets without end',
    'l.db',
    `{"tool_input":${'['.repeat(33_000_000)}`,
    /^standard input: bad-hook-input: The input can't be read, \d+ characters: nested too deep\.$/,
  ],
  [
    'more values than memory should hold',
    'l.db',
    `{"tool_input":[${'0,'.repeat(5_100_000)}0]}`,
    /^standard input: bad-hook-input: The input can't be read, \d+ characters: it holds more than \d+ values\.$/,
  ],
  ['no object', 'l.db', '[1]', /^standard input: bad-hook-input: The input is not a JSON object\.$/],
  ['no session', 'l.db', '{"hook_event_name":"Stop"}', /names no hook_event_name or no session_id/],
  ['a call without an id', 'l.db', call.replace('tool_use_id', 'id'), /has no tool_use_id or no tool_name/],
  [
    'a name that attacks the terminal',
    'folder',
    call.replace('Bash', '\\u001b]0;x\\u0007'),
    /^PreToolUse of session s1, [^\p{Cc}]*0;x[^\p{Cc}]* c1: \S/u,
  ],
  ['a folder in place of the ledger', 'folder', call, /^PreToolUse of session s1, Bash c1: \S/],
  ['a file in place of the ledger', 'text.txt', call, /^PreToolUse of session s1, Bash c1: not-a-database: /],
  ['a file in place of its folder', 'text.txt/l.db', call, /^PreToolUse of session s1, Bash c1: E/],
  ['a device', '../../dev/full', call, /^PreToolUse of session s1, Bash c1: \S/],
])('%s', async (name, ledger, input, expected) => {
  const log = inFolder(`${name.replaceAll(' ', '-')}.log`)
  expect(await fire(input, { ledger: inFolder(ledger), log, gate: true })).toBe('')
  const faults = faultsIn(log)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(expected)
})

test('the address of a database is no file: it is refused, and nothing is recorded or said of its password', async () => {
  const address = 'postgres://agent:hush@db.example/todos'
  const log = inFolder('address.log')
  const before = process.cwd()
  process.chdir(folder)
  try {
    expect(await fire(call, { ledger: address, log, gate: true })).toBe('')
    expect(existsSync('postgres:')).toBe(false)
  } finally {
    process.chdir(before)
  }
  expect(faultsIn(log)).toEqual([
    'PreToolUse of session s1, Bash c1: bad-address: --ledger is the address of a database, and hooks record into files only. Name a file; todo-replay import FILE --ledger ADDRESS copies what it holds.',
  ])
  const { code, stdout, stderr } = await runInMemory(['hook', '--print-settings', '--ledger', address])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('hooks record into files only')
  expect(stderr).not.toContain('hush')
})

/** An open database with a lock that nobody else can pass. */
function locked(file: string): { close(): void } {
  const core = fileURLToPath(new URL('../../core/package.json', import.meta.url))
  const sqlite: unknown = createRequire(core)('libsql')
  if (typeof sqlite !== 'function') throw new Error('libsql is not there')
  const database = Reflect.construct(sqlite, [file])
  database.exec('BEGIN EXCLUSIVE')
  return database
}

test('a ledger that another process has locked is let go of, and later all goes on', async () => {
  const settings = { ledger: inFolder('locked.db'), log: inFolder('locked.log'), gate: true, limit: 0.5 }
  await fire(texts.prompt('Begin'), { ...settings, limit: 20 })
  const lock = locked(settings.ledger)
  try {
    expect(await fire(texts.before('c0', 'Bash', { command: 'pwd' }), settings)).toBe('')
  } finally {
    lock.close()
  }
  const [fault, ...others] = faultsIn(settings.log)
  expect(fault).toMatch(/^PreToolUse of session s1, Bash c0: (?:busy|too-slow): /)
  expect(others).toEqual([])
  await fire(call, { ...settings, limit: 20 })
  expect((await runInMemory(['log', settings.ledger])).stdout).toMatch(/user: Begin\n.*\n.*Bash: ls\n/)
})

test('an input that never ends is let go of', async () => {
  const log = inFolder('endless.log')
  const endless = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('{')
    await new Promise(() => undefined)
  }
  const host = { stdin: Readable.from(endless()), stdout: process.stdout, env: {} }
  await runHook({ gate: false, log }, host, { inputLimit: 0.1 })
  expect(faultsIn(log)).toEqual(['standard input: too-slow: The input did not end within 0.1 s.'])
})

test('a log that cannot be written is no reason to stop', async () => {
  expect(await fire('x', { log: '/dev/full' })).toBe('')
  expect(await fire('x', { log: inFolder('text.txt/hook.log') })).toBe('')
})

test('what Claude Code may tell some day, or tells wrongly, gives an event or a plain error', () => {
  const field = fc.constantFrom(
    'hook_event_name',
    'session_id',
    'agent_id',
    'tool_use_id',
    'tool_name',
    'tool_input',
    'tool_response',
    'tool_calls',
    'prompt',
    'last_assistant_message',
  )
  const name = fc.constantFrom(
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'Stop',
    'New',
  )
  fc.assert(
    fc.property(name, fc.dictionary(field, fc.jsonValue()), (event, fields) => {
      const input = JSON.stringify({ session_id: 's', ...fields, hook_event_name: event })
      try {
        expect(typeof readHookInput(input).event.kind).toBe('string')
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-hook-input' })
      }
    }),
  )
})

test.each([
  ['empty', { HOME: '' }],
  ['relative', { HOME: 'here' }],
  ['not set', {}],
  ['relative, and so is another', { HOME: '.', XDG_DATA_HOME: 'data', XDG_STATE_HOME: '' }],
])('a HOME that is %s never leads into the project', (_what, env) => {
  for (const file of [usualLedger(env), usualLog(env)]) {
    expect(isAbsolute(file)).toBe(true)
    expect(file.startsWith(process.cwd())).toBe(false)
  }
})

test('an installation that is broken stops no agent; a person is told', () => {
  const program = inFolder('broken/bin/todo-replay.js')
  mkdirSync(dirname(program), { recursive: true })
  copyFileSync(fileURLToPath(new URL('../bin/todo-replay.js', import.meta.url)), program)
  writeFileSync(inFolder('broken/package.json'), '{"type":"module"}')
  const run = (...words: readonly string[]): unknown => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'hook', ...words], {
      input: call,
      encoding: 'utf8',
    })
    return { status, stdout, isTold: stderr.includes('ERR_MODULE_NOT_FOUND') }
  }
  expect(run('--gate')).toEqual({ status: 0, stdout: '', isTold: false })
  expect(run('--print-settings')).toEqual({ status: 1, stdout: '', isTold: true })
})
