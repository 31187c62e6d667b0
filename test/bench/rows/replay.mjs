// All events of a session folded into its state.
import { createReducer } from '@todo-ledger/core'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure, notInstalled } from '../figures.mjs'
import { bareFold, draftFold, judgedAfter, nothing, told } from '../folds.mjs'
import { peer } from '../peers.mjs'
import { todoEvents } from '../todo-events.mjs'

export const replay = {
  name: 'replay',
  async figures({ quick, rounds, peers }) {
    const events = await todoEvents(quick ? 8_000 : 100_000)
    const reducer = createReducer()
    const toolkit = reduxToolkit(peers)
    const folds = {
      ours(list) {
        const replayed = reducer.replay()
        for (const event of list) replayed.apply(event)
        return replayed.finish()
      },
      bare: bareFold,
      ...(toolkit === null ? {} : { toolkit }),
    }
    const some = events.slice(0, 2_000)
    const states = Object.entries(folds).map(([name, fold]) => [name, told(fold(some))])
    mustBeEqual('replay', Object.fromEntries(states))
    // The bare loop is over before the clock says much; what makes a draft an event takes long.
    const often = (name, times, list = events) => ({
      [name]() {
        for (let time = 0; time < times; time += 1) folds[name](list)
        return list.length * times
      },
    })
    const contenders = {
      ...often('ours', 3),
      ...often('bare', 6),
      ...(toolkit === null ? {} : often('toolkit', 1, events.slice(0, events.length / 10))),
    }
    const times = await compare(contenders, { rounds })
    const ours = `${took(times, 'ours')} an event`
    const beside = {
      id: 'replay/redux-toolkit',
      what: 'replay of a log: times faster than Redux Toolkit',
      goal: '≥ 30 ×',
    }
    return [
      figure({
        id: 'replay/bare',
        what: 'replay of a log: time ÷ a bare mutating loop',
        goal: '≤ 1.5 ×',
        value: ratio(times, 'ours', 'bare'),
        ours,
        other: `bare ${took(times, 'bare')} an event`,
        by: 'CPU',
        remark: `${events.length} events`,
      }),
      toolkit === null
        ? notInstalled('Redux Toolkit', beside)
        : figure({
            ...beside,
            value: ratio(times, 'toolkit', 'ours'),
            ours,
            other: `Redux Toolkit ${took(times, 'toolkit')} an event`,
            by: 'CPU',
          }),
    ]
  },
}

function reduxToolkit(peers) {
  const library = peer('@reduxjs/toolkit', peers)
  if (library === null) return null
  const { createSlice, original } = library
  const slice = createSlice({
    name: 'session',
    initialState: nothing(),
    reducers: { stored: (draft, { payload }) => draftFold(draft, payload, original(draft)) },
  })
  const next = (state, event) => slice.reducer(state, slice.actions.stored(event))
  return (list) => list.reduce((state, event) => judgedAfter(next(state, event), event), nothing())
}
