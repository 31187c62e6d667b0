// A folder of sessions: with two threads, and again when nothing has changed.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compareProcesses, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { program } from '../peers.mjs'
import { writeRecording } from '../recording.mjs'

export const folder = {
  name: 'folder',
  async figures({ quick, rounds, folder: place }) {
    const sessions = join(place, 'sessions')
    mkdirSync(sessions)
    const count = quick ? 6 : 50
    let total = 0
    for (let id = 1; id <= count; id += 1) {
      const path = join(sessions, `${`${id}`.padStart(4, '0')}.jsonl`)
      total += writeRecording(path, { bytes: 200_000 + (id % 7) * 150_000, id }).bytes
    }
    const cache = join(place, 'cache')
    process.env.XDG_CACHE_HOME = cache
    const words = (...more) => [program, 'audit', sessions, '--fail-on', 'never', '--no-config', ...more]
    const times = await compareProcesses(
      {
        one: words('--jobs', '1', '--no-cache'),
        two: words('--jobs', '2', '--no-cache'),
        first: words(),
        again: words(),
      },
      {
        rounds: Math.min(rounds, 7),
        before: {
          first: () => rmSync(cache, { recursive: true, force: true }),
        },
      },
    )
    const remark = `${count} sessions, ${(total / 1e6).toFixed(0)} MB`
    return [
      figure({
        id: 'folder/threads',
        what: 'a folder of sessions: one thread ÷ two',
        goal: '≥ 1.7 ×',
        value: ratio(times, 'one', 'two', 'wall'),
        ours: took(times, 'two', 'wall'),
        other: took(times, 'one', 'wall'),
        by: 'wall',
        remark: `${remark}; says little while others use the cores`,
      }),
      figure({
        id: 'folder/threads-work',
        what: 'the work of two threads ÷ of one',
        value: ratio(times, 'two', 'one'),
        ours: took(times, 'two'),
        other: took(times, 'one'),
        by: 'CPU',
        remark: '2 ÷ this is what two idle cores can gain',
      }),
      figure({
        id: 'folder/again',
        what: 'a folder audited again, unchanged ÷ the first time',
        goal: '≤ 0.1 ×',
        value: ratio(times, 'again', 'first'),
        ours: took(times, 'again'),
        other: took(times, 'first'),
        by: 'CPU',
        remark,
      }),
    ]
  },
}
