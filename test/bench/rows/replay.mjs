// All events of a session folded into its state.
import { createReducer } from '@todo-ledger/core'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure, notInstalled } from '../figures.mjs'
import { bareFold, draftFold, judgedAfter, nothing, spread, told } from '../folds.mjs'
import { ofCore, peer } from '../peers.mjs'
import { todoEvents } from '../todo-events.mjs'

export const replay = {
  name: 'replay',
  async figures({ quick, rounds, peers }) {
    const events = await todoEvents(quick ? 8_000 : 100_000)
    const reducer = createReducer()
    const { Immer } = ofCore('immer')
    const immer = new Immer({ autoFreeze: true })
    const folds = {
      ours(list) {
        const fold = reducer.replay()
        for (const event of list) fold.apply(event)
        return fold.finish()
      },
      bare: bareFold,
      Immer: (list) => {
        const next = (state, event) => immer.produce(state, (draft) => draftFold(draft, event, state))
        return list.reduce((state, event) => judgedAfter(next(state, event), event), nothing())
      },
      ...reduxToolkit(peers),
      ...xstate(peers),
    }
    const some = events.slice(0, 2_000)
    mustBeEqual(
      'replay',
      Object.fromEntries(Object.entries(folds).map(([name, fold]) => [name, told(fold(some))])),
    )

    // The bare loop is over before the clock says much; what makes a draft an event takes long.
    const part = { bare: [events, 6], ours: [events, 3] }
    const contenders = Object.entries(folds).map(([name, fold]) => {
      const [list, times] = part[name] ?? [events.slice(0, events.length / 10), 1]
      const run = () => {
        for (let time = 0; time < times; time += 1) fold(list)
        return list.length * times
      }
      return [name, run]
    })
    const times = await compare(Object.fromEntries(contenders), { rounds })
    const text = (name) => `${name} ${took(times, name)} an event`
    const ours = `${took(times, 'ours')} an event`
    const rows = [
      { id: 'replay/bare', what: 'replay of a log: time ÷ a bare mutating loop', goal: '≤ 1.5 ×' },
    ]
    const faster = [
      {
        id: 'replay/redux-toolkit',
        what: 'replay of a log: times faster than Redux Toolkit',
        goal: '≥ 30 ×',
      },
      { id: 'replay/xstate', what: 'replay of a log: times faster than XState', goal: '≥ 50 ×' },
      { id: 'replay/immer', what: 'replay of a log: times faster than Immer at every event' },
    ]
    return [
      ...rows.map((row) =>
        figure({
          ...row,
          value: ratio(times, 'ours', 'bare'),
          ours,
          other: text('bare'),
          by: 'CPU',
          remark: `${events.length} events`,
        }),
      ),
      ...faster.flatMap((row, index) => {
        const name = ['Redux Toolkit', 'XState', 'Immer'][index]
        if (times[name] === undefined) return notInstalled(name, [row])
        return figure({ ...row, value: ratio(times, name, 'ours'), ours, other: text(name), by: 'CPU' })
      }),
    ]
  },
}

function reduxToolkit(peers) {
  const toolkit = peer('@reduxjs/toolkit', peers)
  if (toolkit === null) return {}
  const { createSlice, original } = toolkit
  const slice = createSlice({
    name: 'session',
    initialState: nothing(),
    reducers: { stored: (draft, { payload }) => draftFold(draft, payload, original(draft)) },
  })
  const next = (state, event) => slice.reducer(state, slice.actions.stored(event))
  return {
    'Redux Toolkit': (list) =>
      list.reduce((state, event) => judgedAfter(next(state, event), event), nothing()),
  }
}

function xstate(peers) {
  const library = peer('xstate', peers)
  if (library === null) return {}
  const { assign, createMachine, initialTransition, transition } = library
  const stored = ({ context, event }) => spread(context, event.payload)
  const machine = createMachine({ context: nothing(), on: { stored: { actions: assign(stored) } } })
  return {
    XState(list) {
      let [snapshot] = initialTransition(machine)
      for (const payload of list) [snapshot] = transition(machine, snapshot, { type: 'stored', payload })
      return snapshot.context
    },
  }
}
