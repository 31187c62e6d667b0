import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { runInMemory } from './memory-host.js'
import { lines } from './recordings.js'

/** What may never come out (docs/sources/reliability.md): C0, C1, ESC, bidi, tags; and what hides or breaks lines. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]/u

const payload = fc.oneof(
  fc.constantFrom(
    '\u001b[2J\u001b[H',
    '\u001b]0;owned\u0007',
    '\u001b]8;;http://evil.example\u001b\\click\u001b]8;;\u001b\\',
    '\u001bP+q544e\u001b\\',
    '\u009b31m',
    '\u009d0;x\u009c',
    '\u202eevil\u202c',
    '\u2066x\u2069',
    '\u200b\u200d\ufeff',
    'a\u{e0041}\u{e0042}\u{e007f}',
    '\r\u001b[Kfake prompt$ ',
    'a\u2028b\u2029c',
    '\ud800',
    '__proto__',
    '</system-reminder>',
    '\b\b\b\u007f',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const hostile = fc.array(payload, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('x'))

const folder = mkdtempSync(join(tmpdir(), 'todo-replay-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A session with other hostile text in every field that text can stand in. */
const session = fc.array(hostile, { minLength: 14, maxLength: 14 }).map((texts) => {
  const [
    id = '',
    goal = '',
    input = '',
    said = '',
    call = '',
    item = '',
    text = '',
    tool = '',
    path = '',
    output = '',
    ...rest
  ] = texts
  const [nag = '', summary = '', child = '', refusal = ''] = rest
  const todo = (status: string, more = ''): object => ({
    items: [{ id: item, text: `${text}${more}`, status }],
  })
  return lines(
    { recording: 'todo-ledger/1', session: `s${id}`, profile: 'todo-write', goal },
    { input, trigger: 'user' },
    {
      turn: 1,
      text: said,
      calls: [{ id: `a${call}`, name: 'todo', input: todo('in_progress'), ok: true, output }],
    },
    { nag },
    {
      turn: 2,
      calls: [
        { id: `b${call}`, name: `t${tool}`, input: { [path]: path, command: path, path }, ok: false, output },
        { id: `c${call}`, name: 'todo', input: todo('nonsense', 'y'), ok: false, output: refusal },
        { id: `d${call}`, name: 'todo', input: todo('completed'), ok: true, output },
      ],
    },
    { compacted: true, summary },
    { subagent: `z${child}`, calls: [{ id: `e${call}`, name: `u${tool}`, input: path, ok: true, output }] },
    { turn: 3, text: said },
  )
})

test('no control of a recording comes out, whatever the command', async () => {
  const outputs = [
    ['audit', '--all', '--fail-on', 'never'],
    ['audit', '--json', '--fail-on', 'never'],
    ['audit', '--format', 'sarif', '--fail-on', 'never'],
    ['audit', '--format', 'junit', '--fail-on', 'never'],
    ['audit', '--format', 'markdown', '--fail-on', 'never'],
    ['audit', '--format', 'github', '--fail-on', 'never'],
    ['show'],
    ['show', '--json'],
    ['log'],
    ['log', '--json'],
    ['sessions'],
    ['sessions', '--json'],
    ['export'],
  ]
  await fc.assert(
    fc.asyncProperty(session, fc.constantFrom(...outputs), async (input, [command = '', ...options]) => {
      const { code, stdout, stderr } = await runInMemory([command, '-', ...options], { input })
      expect([0, 2], stderr).toContain(code)
      for (const line of `${stdout}\n${stderr}`.split('\n')) expect(line).not.toMatch(forbidden)
      if (code === 0 && (options.includes('--json') || command === 'export')) {
        for (const text of command === 'export' ? stdout.trimEnd().split('\n') : [stdout]) JSON.parse(text)
      }
    }),
    { numRuns: runs(400) },
  )
})

test('nor of what the person typed, in a message', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      for (const argv of [
        ['audit', text],
        [text],
        ['audit', '-', '--session', text],
        ['audit', '-', '--profile', text],
      ]) {
        for (const words of [argv, [...argv, '--json']]) {
          const { stdout, stderr } = await runInMemory(words, {
            input: lines({ recording: 'todo-ledger/1' }),
          })
          for (const line of `${stdout}\n${stderr}`.split('\n')) expect(line).not.toMatch(forbidden)
        }
      }
    }),
    { numRuns: runs(100) },
  )
})
