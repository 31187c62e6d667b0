import { describe, expect, test } from 'vitest'
import { said, table } from '../claude-code/records.js'
import { formatOf } from '../read-format.js'
import {
  answered,
  asLines,
  call,
  read,
  record,
  returned,
  sampleQwen,
  type TestRecord,
  typed,
} from './records.js'

async function words(records: readonly TestRecord[]): Promise<readonly string[]> {
  const { steps } = await read(records)
  return table(steps)
    .trim()
    .split('\n')
    .map((row) => row.replace(/^s1 \d+ /, ''))
}

describe('a record', () => {
  const chat = [typed('r1', 'Go'), answered('r2', call('c', 'x', {}))]

  test.each<[string, TestRecord, string]>([
    ['that worked', returned('r3', 'c', { output: 'y' }), 'result c true: y'],
    ['that failed', returned('r3', 'c', { error: 'n' }, 'error'), 'result c false: n'],
    ['that was called off', returned('r3', 'c', { error: 'n' }, 'cancelled'), 'result c false: n'],
    ['of which nobody says it', returned('r3', 'c', { output: 'y' }, null), 'result c null: y'],
    ['with an error alone', returned('r3', 'c', { error: 'n' }, null), 'result c false: n'],
    [
      'of a command that failed',
      returned('r3', 'c', { output: 'Exit Code: 1' }, 'success', 'run_shell_command'),
      'result c false: Exit Code: 1',
    ],
    [
      'of a tool that prints so',
      returned('r3', 'c', { output: 'Exit Code: 1' }),
      'result c true: Exit Code: 1',
    ],
  ])('%s', async (_, last, row) => {
    expect((await words([...chat, last])).filter((each) => each.startsWith('result'))).toEqual([row])
  })

  test('of another session between does not open the session again', async () => {
    const other = { ...typed('r3', 'Hm'), sessionId: 's2' }
    const { steps } = await read([...chat, other, answered('r4', 'Done.')])
    expect(steps.filter(({ kind }) => kind === 'session').map(({ session }) => session)).toEqual(['s1', 's2'])
  })

  test('that comes again is the same record', async () => {
    expect(await words([...chat, ...chat])).toEqual(await words(chat))
  })

  test.each<[string, TestRecord, string]>([
    [
      'a result without its call',
      returned('r9', 'other', { output: '' }),
      'the result of a call that is not in the file',
    ],
    ['a type that is not known', record('r9', 'dream'), 'unknown record type "dream"'],
    ['no type', { uuid: 'r9', sessionId: 's1' }, 'a record without a type'],
  ])('%s is counted', async (_, odd, reason) => {
    expect((await read([...chat, odd])).skipped).toMatchObject([{ line: 3, reason }])
  })
})

test.each<[string, string, string]>([
  ['a chat', asLines(sampleQwen), 'qwen-code'],
  ['its first record', asLines(sampleQwen.slice(0, 1)), 'qwen-code'],
  ['a record of telemetry', asLines(sampleQwen.slice(1, 2)), 'qwen-code'],
  ['a record of Claude Code', JSON.stringify(said('Go')), 'claude-code'],
])('%s is recognised', (_, text, format) => {
  expect(formatOf(text)).toBe(format)
})
