/** What real files of Claude Code hold besides the rule (docs/sources/agents.md#claude-code), as far as no other test has it. */

import { describe, expect, test } from 'vitest'
import { answered, call, read, returned, said, type TestRecord, table } from './records.js'

describe('turns', () => {
  test('a new run ends the turn, although the response goes on under the same id', async () => {
    const { steps } = await read([
      said('One'),
      answered('m1', call('c1', 'Read')),
      returned('c1', 'x'),
      said('Two'),
      answered('m1', call('c2', 'Read')),
    ])
    expect(steps.flatMap(({ kind }) => (/^(?:turn|run|input)/.test(kind) ? [kind] : []))).toEqual([
      ...['input', 'turn', 'turn-end', 'run-end'],
      ...['input', 'turn', 'turn-end', 'run-end'],
    ])
  })

  test('the order is that of the file: parents that never appeared and times that go back change nothing', async () => {
    const chained = [
      said('Go', { timestamp: '2026-01-05T10:00:09Z' }),
      answered('m1', call('c1', 'Read'), { timestamp: '2026-01-05T10:00:05Z' }),
      returned('c1', 'x', { timestamp: '2026-01-05T10:00:01Z' }),
    ]
    const orphans = chained.map((record) => ({ ...record, parentUuid: 'never-seen' }))
    expect(table((await read(orphans)).steps)).toBe(table((await read(chained)).steps))
  })
})

describe('results', () => {
  test.each<[string, TestRecord, boolean, string]>([
    ['cut off', { stdout: 'half', stderr: '', interrupted: true }, false, 'half\n[Command interrupted]'],
    ['run to its end', { stdout: 'all', stderr: '', interrupted: false }, true, 'all'],
    [
      'with an exit code that the product explains',
      { stdout: '', stderr: '', interrupted: false, returnCodeInterpretation: 'No matches found' },
      true,
      'No matches found',
    ],
    ['without a word', { stdout: '', stderr: '' }, true, ''],
  ])('a command %s', async (_, toolUseResult, ok, output) => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash', { command: 'make' })),
      returned('c1', '', { toolUseResult }),
    ])
    expect(steps.find(({ kind }) => kind === 'result')).toMatchObject({ ok, output })
  })

  test('a command that was cut off has failed, whatever the block says', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash', { command: 'make' })),
      returned('c1', 'half', { is_error: false, toolUseResult: { stdout: 'half', interrupted: true } }),
    ])
    const output = 'half\n[Command interrupted]'
    expect(steps.find(({ kind }) => kind === 'result')).toMatchObject({ ok: false, output })
  })
})
