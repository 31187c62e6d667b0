// The state at a random turn of a long session, from the disk.

import { join } from 'node:path'
import { createReducer, openLedger, stateAt } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure, spreadOf, time } from '../figures.mjs'
import { writeLedger } from '../ledger.mjs'
import { seeded } from '../recording.mjs'
import { session } from '../todo-events.mjs'

const asks = 25

export const turns = {
  name: 'turns',
  async figures({ quick, rounds, folder }) {
    const [few, many] = quick ? [1_000, 10_000] : [10_000, 1_000_000]
    const ledgers = []
    for (const events of [few, many]) {
      const path = join(folder, `${events}.db`)
      const { turns: last } = await writeLedger(path, events)
      ledgers.push({
        events,
        last,
        ledger: openLedger({ store: sqliteStore(path, { readOnly: true }) }),
        path,
      })
    }
    await mustBeTheSame(ledgers[0])
    const random = seeded(11)
    const contenders = ledgers.map(({ events, last, ledger }) => {
      const asked = async () => {
        for (let ask = 0; ask < asks; ask += 1) {
          const turn = 1 + Math.floor(random() * last)
          const state = await ledger.stateAt(session, { turn })
          if (state.turn.number !== turn) throw new Error(`turn ${state.turn.number} in place of ${turn}`)
        }
        return asks
      }
      return [`${events}`, asked]
    })
    const times = await compare(Object.fromEntries(contenders), { rounds, warm: 3, collects: false })
    for (const { ledger } of ledgers) await ledger.close()
    const ours = took(times, `${many}`)
    return [
      figure({
        id: 'turns/time',
        what: `state at a random turn of ${many} events, from the disk, ms`,
        goal: '≤ 10 ms',
        value: spreadOf(times[`${many}`].cpu),
        ours,
        by: 'CPU',
        remark: `wall ${time(spreadOf(times[`${many}`].wall).median)}`,
      }),
      figure({
        id: 'turns/length',
        what: `the same ÷ of ${few} events`,
        goal: '≤ 2 ×',
        value: ratio(times, `${many}`, `${few}`),
        ours,
        other: took(times, `${few}`),
        by: 'CPU',
      }),
    ]
  },
}

/** As a replay from the first event tells it. */
async function mustBeTheSame({ ledger, last, path }) {
  const store = sqliteStore(path, { readOnly: true })
  for (const part of [0.01, 0.5, 0.99]) {
    const point = { turn: Math.max(1, Math.floor(last * part)) }
    const replayed = await stateAt(store.read(session), point, createReducer())
    mustBeEqual(`turn ${point.turn}`, { ours: await ledger.stateAt(session, point), replayed })
  }
  await store.close()
}
