import { describe, expect, test } from 'vitest'
import { lines } from '../reading.js'
import { answered, call, read, returned, type TestRecord, typed } from './records.js'

async function words(records: readonly TestRecord[]): Promise<readonly string[]> {
  return lines(await read(records))
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
})
