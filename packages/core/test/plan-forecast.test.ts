import { expect, test } from 'vitest'
import { memoryStore, openLedger, profiles, type Session } from '../src/index.js'

let minutes = 0
const clock = () => new Date(Date.UTC(2026, 0, 5) + minutes * 60_000)
const ledger = openLedger({ store: memoryStore(), clock })

/** Plays turns of a minute: `1>` sets an item's status, `list` writes a list of as many items as there are estimates. */
async function play(session: Session, turns: readonly string[], ...estimates: string[]): Promise<void> {
  const statuses = { '>': 'in_progress', x: 'completed', _: 'pending' }
  await session.startRun({ trigger: 'user', text: 'go' })
  for (const words of turns) {
    minutes += 1
    const turn = await session.startTurn()
    for (const word of words.split(' ')) {
      if (word === 'list')
        await turn.callTodoTool('write_todos', {
          items: estimates.map((estimate, index) => ({ text: `${index}`, estimate })),
        })
      const [, id, mark] = /^(\d)([>x_])$/u.exec(word) ?? []
      const status = Object.entries(statuses).find(([sign]) => sign === mark)?.[1]
      if (id !== undefined) await turn.callTodoTool('update_todo', { id, status })
    }
    await turn.end()
  }
  await session.endRun({ text: '' })
}

const begun = (id: string) => ledger.session(id, { profile: profiles.recommended })

test('velocity and what items took are told in time of work, and the forecast goes by closings', async () => {
  const session = await begun('s')
  await play(session, ['', 'list', '1>', '', '1_ 2>', '2x', '1>', '1x'], '2m', '1m', '3h')
  minutes += 600
  await play(session, ['3>', ''])
  const plan = await ledger.plan('s')
  expect(plan?.items.map(({ id, estimate, worked }) => [id, estimate, worked])).toEqual([
    ['1', 2, 180],
    ['2', 1, 60],
    ['3', 180, 60],
  ])
  expect(plan?.velocity).toEqual({ closed: 2, inTenTurns: 3.33, inHourOfWork: 20 })
  expect(plan).toMatchObject({ session: 's', turn: 10, at: clock(), criticalPath: ['3'] })
  const { turns, seconds } = plan?.forecast ?? {}
  for (const interval of [turns, seconds]) expect(interval?.low).toBeLessThan(interval?.median ?? 0)
  expect(turns?.median).toBeLessThan(turns?.high ?? 0)
  expect(await ledger.plan('s')).toEqual(plan)
})

test('of more open items the forecast is later, of nothing closed or nothing open there is none', async () => {
  const session = await begun('many')
  await play(session, ['list', '1x'], ...Array.from({ length: 20 }, () => '1'))
  const medianOf = async () => (await ledger.plan('many'))?.forecast?.turns.median ?? 0
  expect(await medianOf()).toBeGreaterThan(15)
  expect((await ledger.plan('many', { turn: 1 }))?.forecast).toBeNull()
  const short = await begun('short')
  await play(short, ['list', '1x', '2x'], '1', '1')
  expect((await ledger.plan('short'))?.forecast).toBeNull()
  expect((await ledger.plan('short', { turn: 2 }))?.forecast?.turns.median).toBeLessThan(5)
})

test('there is no plan of a moment that never came', async () => {
  expect((await ledger.plan('s', { turn: 2 }))?.progress).toEqual({ completed: 0, total: 3 })
  expect(await ledger.plan('s', { turn: 99 })).toBeNull()
  expect(await ledger.plan('nobody')).toBeNull()
})
