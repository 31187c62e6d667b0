import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { main } from '../src/main.js'
import { widthOf } from '../src/text/wrap.js'
import { runInMemory } from './memory-host.js'
import { claudeCode, result, todoWrite, untested } from './recordings.js'

const escapeSequences = new RegExp(`${'\u001b'}\\[[0-9;]*m`, 'g')

test.each([40, 60, 80, 120])('what is for people fits a terminal of %i columns', async (columns) => {
  const wide = claudeCode([
    { user: '修复登录页面' },
    {
      id: 'm1',
      model: [
        todoWrite('t1', ['把期限移到 config/loans.yaml 并且运行全部测试以确认没有任何问题', 'in_progress']),
      ],
    },
    { user: [result('t1', 'ok')] },
    {
      id: 'm2',
      model: [
        todoWrite('t2', ['把期限移到 config/loans.yaml 并且运行全部测试以确认没有任何问题', 'completed']),
      ],
    },
    { user: [result('t2', 'ok')] },
  ])
  for (const input of [untested, wide]) {
    for (const command of ['audit', 'show', 'sessions']) {
      const { stdout } = await runInMemory([command, '-'], { input, columns })
      // The audit's line of counts is one line for those who search for it.
      const shown = stdout.replace(escapeSequences, '').trimEnd().split('\n')
      const summing = shown.filter((line) => /^\d+ completions?: .* errors?/.test(line))
      expect(summing).toHaveLength(command === 'audit' ? 1 : 0)
      for (const line of shown) {
        if (!summing.includes(line)) expect(widthOf(line), line).toBeLessThanOrEqual(columns)
      }
    }
  }
})

test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, { FORCE_COLOR: '0' }])(
  'a terminal with %j gets none',
  async (env) => {
    for (const command of ['audit', 'show', 'log', 'sessions']) {
      const argv = [command, '-']
      const { stdout, stderr } = await runInMemory(argv, { input: untested, columns: 80, env })
      expect(stdout + stderr).not.toContain('\u001b')
    }
  },
)

test('a line of the log is cut to the terminal', async () => {
  const { stdout } = await runInMemory(['log', '-'], {
    input: untested,
    columns: 70,
    env: { NO_COLOR: '1' },
  })
  expect(stdout).toContain('   14    t3     :5  todos.rejected      todo refused: Error: Only one…\n')
})

test('a fault of our own is one line, exit 3, and says how to see more', async () => {
  const messages: string[] = []
  const stderr = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      messages.push(chunk)
      done()
    },
  })
  const stdout = new Writable()
  stdout.write = () => {
    throw new TypeError('boom')
  }
  const { stdin } = process
  expect(
    await main(['sessions', 'fixtures'], { stdout, stderr, stdin, env: {}, cwd: () => process.cwd() }),
  ).toBe(3)
  expect(messages.splice(0)).toMatchInlineSnapshot(`
    [
      "todo-replay: a fault of todo-replay itself: boom (TODO_REPLAY_DEBUG=1 shows where)
    ",
    ]
  `)
  expect(
    await main(['sessions', 'fixtures'], {
      stdout,
      stderr,
      stdin,
      env: { TODO_REPLAY_DEBUG: '1' },
      cwd: () => process.cwd(),
    }),
  ).toBe(3)
  expect(messages.join('')).toContain('terminal.test.ts')
})
