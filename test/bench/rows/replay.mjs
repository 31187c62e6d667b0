// All events of a session folded into its state.
import { createReducer } from '@todo-ledger/core'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { bareFold, told } from '../folds.mjs'
import { peer } from '../peers.mjs'
import { todoEvents } from '../todo-events.mjs'

export const replay = {
  name: 'replay',
  async figures({ quick, rounds, peers }) {
    const events = await todoEvents(quick ? 8_000 : 100_000)
    const reducer = createReducer()
    const toolkit = await reduxToolkit(peers)
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
    for (const [name, fold] of Object.entries(folds))
      mustBeEqual('replay', { ours: told(folds.ours(some)), [name]: told(fold(some)) })
    // The bare loop is over before the clock says much; what makes a draft an event takes long.
    const often = (name, times, list = events) => ({
      [name]() {
        for (let time = 0; time < times; time += 1) folds[name](list)
        return list.length * times
      },
    })
    const slow = toolkit === null ? {} : often('toolkit', 1, events.slice(0, events.length / 10))
    const times = await compare({ ...often('ours', 3), ...often('bare', 6), ...slow }, { rounds })
    const ours = `${took(times, 'ours')} an event`
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
      figure({
        id: 'replay/redux-toolkit',
        what: 'replay of a log: times faster than Redux Toolkit',
        goal: '≥ 30 ×',
        value: toolkit === null ? null : ratio(times, 'toolkit', 'ours'),
        ours,
        other: toolkit === null ? '' : `Redux Toolkit ${took(times, 'toolkit')} an event`,
        by: 'CPU',
      }),
    ]
  },
}

async function reduxToolkit(peers) {
  const library = peer('@reduxjs/toolkit', peers)
  if (library === null) return null
  // Functions of its own: those that V8 has seen with drafts are slower for the bare loop.
  const { draftFold, judgedAfter, nothing } = await import('../folds.mjs?drafts')
  const { createSlice, original } = library
  const slice = createSlice({
    name: 'session',
    initialState: nothing(),
    reducers: { stored: (draft, { payload }) => draftFold(draft, payload, original(draft)) },
  })
  const next = (state, event) => slice.reducer(state, slice.actions.stored(event))
  return (list) => list.reduce((state, event) => judgedAfter(next(state, event), event), nothing())
}
