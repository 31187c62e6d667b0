// What is held in memory: a session that is kept open, beside a bare Immer state; an event, beside its JSON. Each in a
// process of its own, between full collections.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { figure, single, size } from '../figures.mjs'

const measure = fileURLToPath(new URL('../measure-heap.mjs', import.meta.url))

export const memory = {
  name: 'memory',
  async figures({ quick, folder }) {
    const [sessions, events] = quick ? [500, 2_000] : [5_000, 40_000]
    const states = heapOf('states', sessions)
    const stored = heapOf('events', events)
    const session = (id, what, goal, { each }) =>
      figure({
        id: `memory/${id}`,
        what: `${what} ÷ a bare Immer state`,
        goal,
        value: single(each / states.each),
        ours: size(each),
        other: size(states.each),
        by: 'bytes',
        remark: `${sessions} of them, 8 items each`,
      })
    return [
      session(
        'session',
        'a session kept open, its events on the disk',
        '≤ 2 ×',
        heapOf('sessions on the disk', sessions, join(folder, 'sessions.db')),
      ),
      figure({
        id: 'memory/event',
        what: 'an event in memory ÷ its JSON',
        goal: '≤ 1.5 ×',
        value: single(stored.each / stored.json),
        ours: size(stored.each),
        other: size(stored.json),
        by: 'bytes',
        remark: `${events} of them`,
      }),
    ]
  },
}

function heapOf(what, count, path = '') {
  const words = ['--expose-gc', measure, what, `${count}`, path]
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
