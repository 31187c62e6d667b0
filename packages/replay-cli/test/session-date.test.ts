import { expect, test } from 'vitest'
import { readReplays } from '../src/replay/read-replays.js'
import { listOf } from '../src/sources/read-options.js'
import { ReadReport } from '../src/sources/read-report.js'
import { sourceAt } from '../src/sources/source.js'
import { quietOutput } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { lines } from './recordings.js'

const place = new MemoryPlace()
const at = (minute: number) => `2026-01-05T10:${String(minute).padStart(2, '0')}:00.000Z`
/** Its last line is not its latest: clocks go back, and agents write late. */
place.write(
  'late.jsonl',
  lines(
    { recording: 'todo-ledger/1', session: 's1', profile: 'todo-manager' },
    { input: 'Begin.', trigger: 'user', at: at(1) },
    { turn: 1, at: at(40), calls: [{ id: 'c1', name: 'todo', input: { items: [] }, ok: true, output: '' }] },
    { turn: 2, at: at(20), text: 'Done.' },
  ),
)
place.write(
  'untimed.jsonl',
  lines({ recording: 'todo-ledger/1', session: 's2', profile: 'todo-manager' }, { turn: 1, text: 'Hello.' }),
)

test('a session has one date in lists, pages and numbers: that of its latest event', async () => {
  const [{ from, to }] = JSON.parse((await place.run('sessions late.jsonl --json')).stdout).sessions
  expect([from, to]).toEqual([at(1), at(40)])
  const report = { report: new ReadReport(quietOutput()) }
  const [replay] = await listOf(readReplays(await sourceAt(`${place.folder}/late.jsonl`), report, {}))
  expect([replay?.began, replay?.ended]).toEqual([from, to])
  const [{ seconds }] = JSON.parse((await place.run('stats late.jsonl --json')).stdout).sessions
  expect(seconds).toBe((Date.parse(to) - Date.parse(from)) / 1000)
})

test('one without times has none: no command shows a day of 1970', async () => {
  const { stdout } = await place.run('sessions untimed.jsonl')
  expect(stdout).toContain('no times')
  for (const command of ['sessions', 'show', 'stats', 'audit', 'log']) {
    expect((await place.run(`${command} untimed.jsonl`)).stdout).not.toContain('1970')
  }
})
