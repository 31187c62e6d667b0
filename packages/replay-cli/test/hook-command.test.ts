/** `todo-replay hook` as Claude Code runs it: a process for every event, several at once; and what its settings are. */

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readHookSettings } from '../src/hook/hook-process.js'
import { faultsIn, fire, HookTexts, refusalIn, todos } from './claude-code-hooks.js'
import { runInMemory } from './memory-host.js'
import { program, Workplace } from './run-program.js'

const place = new Workplace()
const inPlace = (name: string): string => join(place.folder, name)
const silent = { code: 0, stdout: '', stderr: '' }
const run = promisify(execFile)

async function log(ledger: string): Promise<readonly string[]> {
  const { stdout } = await runInMemory(['log', inPlace(ledger)])
  return stdout.split('\n').map((line) => line.slice(8))
}

test('calls that run at once, in a process each, are one turn, and none is lost', async () => {
  const texts = new HookTexts('busy')
  const calls = ['a', 'b', 'c', 'd'].map((id) => [id, 'Read', { file_path: `/${id}.txt` }, id] as const)
  const settings = { ledger: inPlace('busy.db'), log: inPlace('busy.log') }
  const hook = (input: string) => place.run('hook --ledger busy.db --log busy.log', { input })
  const atOnce = async (inputs: readonly string[]): Promise<void> => {
    expect(await Promise.all(inputs.map(hook))).toEqual(inputs.map(() => silent))
  }
  // Nothing is there yet: they also race for the session, its run and its turn.
  await atOnce(calls.map(([id, tool, input]) => texts.before(id, tool, input)))
  await atOnce(calls.map(([id, tool, input, output]) => texts.after(id, tool, input, output)))
  await fire(texts.batch(...calls), settings)
  await fire(texts.stop('Read.'), settings)
  expect(faultsIn(settings.log)).toEqual([])
  const lines = await log('busy.db')
  expect(lines.filter((line) => !/tool\.(?:called|returned)/.test(line))).toMatchInlineSnapshot(`
    [
      "",
      " t0         session.opened      claude-code, live",
      " t0         run.started         unknown:",
      " t1         turn.started",
      " t1         turn.ended",
      " t2         turn.started",
      " t2         message.recorded    assistant: Read.",
      " t2         turn.ended",
      " t2         session.yielded     dormant: no open todos",
      "",
    ]
  `)
  expect(lines.filter((line) => /tool\.(?:called|returned)/.test(line)).sort()).toMatchInlineSnapshot(`
    [
      " t1         tool.called         Read: /a.txt",
      " t1         tool.called         Read: /b.txt",
      " t1         tool.called         Read: /c.txt",
      " t1         tool.called         Read: /d.txt",
      " t1         tool.returned       ok, read: a",
      " t1         tool.returned       ok, read: b",
      " t1         tool.returned       ok, read: c",
      " t1         tool.returned       ok, read: d",
    ]
  `)
  expect((await runInMemory(['verify', settings.ledger])).code).toBe(0)
})

test('a refusal is all that it prints, and exit code 0 is all that it ends with', async () => {
  const texts = new HookTexts('gated')
  const settings = { ledger: inPlace('gated.db'), log: inPlace('gated.log'), gate: true }
  const bash = { command: 'ls' }
  await fire(texts.after('c1', 'Bash', bash, { stdout: 'a.js', stderr: '' }), settings)
  const open = todos('> Run the tests')
  await fire(texts.before('c0', 'TodoWrite', open), settings)
  await fire(texts.after('c0', 'TodoWrite', open, { newTodos: [] }), settings)
  const words = 'hook --ledger gated.db --gate --log gated.log'
  const refused = await place.run(words, { input: texts.before('c2', 'TodoWrite', todos('x Run the tests')) })
  expect({ ...refused, stdout: refusalIn(refused.stdout) }).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "Error: Item 1 ("Run the tests") can't be completed yet. Item 1 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it ran ls. Do what "Run the tests" asks for, to its end, with a tool whose call is recorded. Then complete the item again; leave it open until then.",
    }
  `)
  // 2 would block the agent's call.
  const mistaken = await place.run(`${words} --bogus --ledger`, { input: '{"hook_event_name":"PreTool' })
  expect(mistaken).toEqual(silent)
  expect(faultsIn(settings.log)).toMatchInlineSnapshot(`
    [
      "options: there is no option --bogus; it was passed over",
      "options: --ledger needs a value; it was passed over",
      "standard input: bad-hook-input: The input can't be read, 27 characters: not JSON.",
    ]
  `)
})

test('a transcript or a log that is a pipe without anybody holds no hook', async () => {
  for (const name of ['pipe.jsonl', 'log']) await run('mkfifo', [inPlace(name)])
  const piped = new HookTexts('piped', inPlace('pipe.jsonl'))
  for (const input of [
    piped.prompt('Begin'),
    piped.before('c1', 'Read', { file_path: '/a' }),
    piped.after('c1', 'Read', { file_path: '/a' }, 'x'),
    piped.before('c2', 'Read', { file_path: '/b' }),
    'no JSON',
    piped.stop('Done.'),
  ])
    expect(await place.run('hook --ledger piped.db --log log', { input })).toEqual(silent)
  expect((await log('piped.db')).filter((line) => line.includes('tool.called'))).toHaveLength(2)
})

test('a full disk does not stop the agent, and what was recorded stays', async () => {
  const texts = new HookTexts('full')
  await fire(texts.prompt('Begin'), { ledger: inPlace('full.db') })
  writeFileSync(inPlace('full.json'), texts.before('c1', 'Write', { content: 'x'.repeat(400_000) }))
  // What is written beyond the limit fails as on a full disk.
  const hook = `'${process.execPath}' '${program}' hook --ledger full.db --log full.log < full.json`
  const limited = `trap "" XFSZ; ulimit -f 400; ${hook}`
  expect(await run('bash', ['-c', limited], { cwd: place.folder })).toEqual({ stdout: '', stderr: '' })
  const [fault, ...others] = faultsIn(inPlace('full.log'))
  expect(fault).toMatch(/^PreToolUse of session full, Write c1: /)
  expect(others).toEqual([])
  expect((await runInMemory(['verify', inPlace('full.db')])).code).toBe(0)
  expect((await log('full.db')).join('\n')).not.toContain('tool.called')
})

test('prints settings whose command works in a shell', async () => {
  const folder = inPlace("it's here")
  mkdirSync(folder)
  const ledger = join(folder, '$l.db')
  const words = ['hook', '--print-settings', '--gate', '--ledger', ledger]
  const { stdout, stderr } = await runInMemory(words)
  const { hooks } = JSON.parse(stdout)
  const { command } = hooks.Stop[0].hooks[0]
  expect(stderr).toContain('~/.claude/settings.json')
  const usual = [{ hooks: [{ type: 'command', command, timeout: 30 }] }]
  const forTools = [{ matcher: '*', ...usual[0] }]
  expect(hooks).toEqual({
    PreToolUse: forTools,
    PostToolUse: forTools,
    PostToolUseFailure: forTools,
    PostToolBatch: usual,
    UserPromptSubmit: usual,
    Stop: usual,
    StopFailure: usual,
    SubagentStart: usual,
    SubagentStop: usual,
    PreCompact: usual,
    SessionStart: usual,
    SessionEnd: usual,
  })
  writeFileSync(inPlace('call.json'), new HookTexts('s1').before('c1', 'Bash', { command: 'ls' }))
  await run('sh', ['-c', `${command} < ${inPlace('call.json')}`], { cwd: '/' })
  expect(readFileSync(ledger).length).toBeGreaterThan(0)
})

test.each([
  ['', [], {}],
  ['--gate --ledger a.db --log b.log', [], { gate: true, ledger: 'a.db', log: 'b.log' }],
  ['--no-batch', ['there is no option --no-batch'], {}],
  ['--ledger=a.db', [], { ledger: 'a.db' }],
  ['--bogus', ['there is no option --bogus'], {}],
  ['--ledger', ['--ledger needs a value'], {}],
  ['word', ['"word" means nothing here'], {}],
])('reads its options without ever failing: %s', (words, mistakes, expected) => {
  const given = words.split(' ').filter((word) => word !== '')
  expect(readHookSettings(given)).toEqual({ settings: { gate: false, ...expected }, mistakes })
})

test('without --ledger it records where the data of a person stand', async () => {
  const input = new HookTexts('s1').prompt('Begin')
  const home = inPlace('home')
  const data = inPlace('data')
  expect(await runInMemory(['hook'], { input, env: { HOME: home } })).toEqual(silent)
  expect(existsSync(join(home, '.local/share/todo-replay/claude-code.db'))).toBe(true)
  expect(await runInMemory(['hook'], { input, env: { HOME: home, XDG_DATA_HOME: data } })).toEqual(silent)
  expect(existsSync(join(data, 'todo-replay/claude-code.db'))).toBe(true)
  expect(existsSync(join(home, '.local/state/todo-replay/hook.log'))).toBe(false)
})
