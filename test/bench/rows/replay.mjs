// All events of a session folded into its state.
import { createReducer } from '@todo-ledger/core'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { bareFold, told } from '../folds.mjs'
import { todoEvents } from '../todo-events.mjs'

export const replay = {
  name: 'replay',
  async figures({ quick, rounds }) {
    const events = await todoEvents(quick ? 8_000 : 100_000)
    const reducer = createReducer()
    const fold = (list) => {
      const replayed = reducer.replay()
      for (const event of list) replayed.apply(event)
      return replayed.finish()
    }
    const some = events.slice(0, 2_000)
    mustBeEqual('replay', { ours: told(fold(some)), bare: told(bareFold(some)) })
    // The bare loop is over before the clock says much.
    const often = (run, times) => () => {
      for (let time = 0; time < times; time += 1) run(events)
      return events.length * times
    }
    const times = await compare({ ours: often(fold, 3), bare: often(bareFold, 6) }, { rounds })
    return [
      figure({
        id: 'replay/bare',
        what: 'replay of a log: time ÷ a bare mutating loop',
        goal: '≤ 1.5 ×',
        value: ratio(times, 'ours', 'bare'),
        ours: `${took(times, 'ours')} an event`,
        other: `bare ${took(times, 'bare')} an event`,
        by: 'CPU',
        remark: `${events.length} events`,
      }),
    ]
  },
}
