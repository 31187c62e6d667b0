// What is held in memory: a session that is kept open, beside a bare Immer state; an event, beside its JSON. Each in a
// process of its own, between full collections.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { figure, single, size } from '../figures.mjs'

const measure = fileURLToPath(new URL('../measure-heap.mjs', import.meta.url))

export const memory = {
  name: 'memory',
  async figures({ quick }) {
    const [sessions, events] = quick ? [500, 2_000] : [5_000, 40_000]
    const [open, states, stored] = [
      heapOf('sessions', sessions),
      heapOf('states', sessions),
      heapOf('events', events),
    ]
    return [
      figure({
        id: 'memory/session',
        what: 'a session kept open (8 items, 5 events in memory) ÷ a bare Immer state',
        goal: '≤ 1.5 ×',
        value: single(open.each / states.each),
        ours: size(open.each),
        other: size(states.each),
        by: 'bytes',
        remark: `${sessions} of them`,
      }),
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

function heapOf(what, count) {
  const words = ['--expose-gc', measure, what, `${count}`]
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
