import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { observeEvents } from '../src/history.js'
import { memoryStore, openLedger, profiles, type Session } from '../src/index.js'
import {
  forecast,
  type ListStep,
  paceOf,
  type SessionWork,
  type Throughput,
  type TrackRecord,
  velocityOf,
  WorkLog,
} from '../src/plan/index.js'

/** A session as its turns tell it: `+a` opens an item, `-a` closes it, `/a` takes it off the list; a turn is a minute. */
function worked(...turns: readonly string[]): Pick<SessionWork, 'steps' | 'now'> {
  const steps = turns.flatMap((told, index): readonly ListStep[] => {
    const keys = (sign: string) =>
      told.split(' ').flatMap((each) => (each.startsWith(sign) ? [each.slice(1)] : []))
    const step = { opened: keys('+'), closed: keys('-'), left: keys('/') }
    if (Object.values(step).flat().length === 0) return []
    return [{ turn: index + 1, seconds: index * 60, ...step }]
  })
  return { steps, now: { turn: turns.length, seconds: (turns.length - 1) * 60 } }
}

const each = (turns: number, closed = 1): Throughput => ({ turns, seconds: turns * 60, closed })
const nothing = { turns: 0, seconds: 0 }

describe('the pace of a session', () => {
  it('counts from the last closing, or from when items came into an empty list', () => {
    const { throughput, open, since } = paceOf(
      worked('', '+a +b', '', '-a', '', '-b', '', '', '+c +d', '-c', ''),
    )
    expect(throughput).toEqual([each(2), each(2), each(1)])
    expect([...open]).toEqual(['d'])
    expect(since).toEqual({ turns: 1, seconds: 60 })
    expect(velocityOf({ throughput })).toEqual({ closed: 3, inTenTurns: 6, inAnHour: 36 })
    expect(velocityOf({ throughput: [] })).toEqual({ closed: 0, inTenTurns: null, inAnHour: null })
  })
})

describe('a forecast', () => {
  const steady = Array.from({ length: 8 }, () => each(3))
  const record: TrackRecord = {
    throughput: steady,
    drift: Array.from({ length: 1000 }, () => ({ turns: 2, seconds: 2 })),
  }

  it('says nothing where there is nothing to go by', () => {
    const input = { open: 3, since: nothing, throughput: [], project: [] }
    expect(['session', 'project', 'both'].map((basis) => forecast(input, basis as 'both'))).toEqual([
      null,
      null,
      null,
    ])
  })

  it('goes by the session, by the others, or by the session as far off as the others were', () => {
    const input = { open: 4, since: nothing, throughput: [each(5), each(5), each(5)], project: [record] }
    expect(forecast(input, 'project')).toMatchObject({
      turns: { low: 12, median: 12, high: 12 },
      seconds: { median: 720 },
    })
    expect(forecast(input, 'both')).toMatchObject({ turns: { low: 40, median: 40, high: 40 } })
    const own = forecast(input, 'session')
    expect(own?.turns.median).toBeGreaterThan(20)
    expect(own).toMatchInlineSnapshot(`
      {
        "basis": "session",
        "closings": 3,
        "level": 0.8,
        "seconds": {
          "high": 5745.2,
          "low": 439.7,
          "median": 1581.9,
        },
        "sessions": 0,
        "turns": {
          "high": 57,
          "low": 12,
          "median": 26,
        },
      }
    `)
  })

  it('does not forget what has passed since the last closing', () => {
    const input = {
      open: 1,
      since: { turns: 4, seconds: 240 },
      throughput: [],
      project: [{ ...record, throughput: [each(1), each(9)] }],
    }
    expect(forecast(input, 'project')?.turns).toEqual({ low: 0, median: 5, high: 5 })
  })

  it('says nothing of time where a log does not', () => {
    const silent = [{ turns: 1, seconds: null, closed: 1 }]
    expect(
      forecast({ open: 1, since: nothing, throughput: silent, project: [] }, 'session')?.seconds,
    ).toBeNull()
  })

  const throughput = fc.array(fc.record({ turns: fc.nat(50), closed: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  it('is the same for the same seed, in order, and grows with what is open and with its level', () => {
    fc.assert(
      fc.property(throughput, fc.integer({ min: 1, max: 300 }), fc.nat(), (pool, open, seed) => {
        const own = pool.map(({ turns, closed }) => ({ turns, closed, seconds: turns * 7 }))
        const input = { open, since: nothing, throughput: own, project: [] }
        const made = forecast(input, 'session', { seed, trials: 200 })
        expect(forecast(input, 'session', { seed, trials: 200 })).toEqual(made)
        const { low = 0, median = 0, high = 0 } = made?.turns ?? {}
        expect(0 <= low && low <= median && median <= high).toBe(true)
        const wide = forecast(input, 'session', { seed, trials: 200, level: 0.95 })?.turns
        expect((wide?.low ?? 0) <= low && (wide?.high ?? 0) >= high).toBe(true)
        const more = forecast({ ...input, open: 20 * open }, 'session', { seed, trials: 200 })?.turns
        expect(more?.median).toBeGreaterThanOrEqual(median)
      }),
      { numRuns: runs(200) },
    )
  })

  it('of a huge list costs no more than of a long one', () => {
    const made = forecast({ open: 1e9, since: nothing, throughput: steady, project: [record] }, 'project')
    expect(made?.turns.median).toBe(3e9)
  })
})

describe('the work of a session', () => {
  let minutes = 0
  const clock = () => new Date(Date.UTC(2026, 0, 5) + minutes * 60_000)
  const ledger = openLedger({ store: memoryStore(), clock })

  /** Plays turns of a minute: a word such as `1>` sets an item's status, `w` calls another tool. */
  async function play(session: Session, ...turns: readonly string[]): Promise<void> {
    const status = { '>': 'in_progress', x: 'completed', ' ': 'pending', '-': 'cancelled' }
    for (const [index, words] of turns.entries()) {
      minutes += 1
      const turn = await session.startTurn()
      for (const [place, word] of words.split(' ').entries()) {
        if (word === 'w')
          await turn.recordTool({
            call: `${session.state.turn.number}/${place}`,
            name: 'bash',
            input: {},
            ok: true,
          })
        const [, id, mark] = /^(\d)(.)$/u.exec(word.replace('_', ' ')) ?? []
        if (id !== undefined)
          await turn.callTodoTool('update_todo', {
            id,
            status: Object.entries(status).find(([each]) => each === mark)?.[1],
          })
        if (word === 'list')
          await turn.callTodoTool('write_todos', { items: ['a', 'b', 'c'].map((text) => ({ text })) })
      }
      await turn.end()
      if (index === turns.length - 1) await session.endRun({ text: '' })
    }
  }

  async function workOf(session: Session) {
    const log = new WorkLog()
    await observeEvents(ledger.events(session.id), log)
    return log.work
  }

  it('is told by item, with switches, and with what was done outside any of them', async () => {
    const session = await ledger.session('s', { profile: profiles.recommended })
    await session.startRun({ trigger: 'user', text: 'go' })
    await play(session, 'w w', 'list w', '1> w w', 'w', '1_ 2> w', '2x w', '1> w', '1x')
    minutes += 600
    await session.startRun({ trigger: 'user', text: 'go on' })
    await play(session, '3> w', 'w')
    const { items, focus, now } = await workOf(session)
    expect(now).toEqual({ turn: 10, seconds: 600 })
    expect(items).toMatchInlineSnapshot(`
      [
        {
          "calls": 4,
          "id": "1",
          "key": "k1",
          "seconds": 180,
          "status": "completed",
          "stretches": 2,
          "text": "a",
          "turns": 3,
        },
        {
          "calls": 1,
          "id": "2",
          "key": "k2",
          "seconds": 60,
          "status": "completed",
          "stretches": 1,
          "text": "b",
          "turns": 1,
        },
        {
          "calls": 2,
          "id": "3",
          "key": "k3",
          "seconds": 60,
          "status": "in_progress",
          "stretches": 1,
          "text": "c",
          "turns": 1,
        },
      ]
    `)
    expect(focus).toMatchInlineSnapshot(`
      {
        "calls": {
          "inItem": 7,
          "inSeveral": 0,
          "outside": 2,
          "withoutList": 2,
        },
        "items": 3,
        "seconds": {
          "inItem": 300,
          "inSeveral": 0,
          "outside": 180,
          "withoutList": 120,
        },
        "switches": 1,
      }
    `)
  })

  it('and the plan of it are given by the ledger, also as they were, and by the pace of other sessions', async () => {
    const plan = await ledger.plan('s')
    expect(plan).toMatchInlineSnapshot(`
      {
        "at": 2026-01-05T10:10:00.000Z,
        "circle": null,
        "completion": {
          "high": 2026-01-05T10:18:36.600Z,
          "low": 2026-01-05T10:10:43.400Z,
          "median": 2026-01-05T10:12:36.800Z,
        },
        "criticalPath": [
          "3",
        ],
        "effort": 1,
        "estimates": {
          "items": [],
          "medianRatio": null,
        },
        "forecasts": {
          "both": null,
          "project": null,
          "session": {
            "basis": "session",
            "closings": 2,
            "level": 0.8,
            "seconds": {
              "high": 516.6,
              "low": 43.4,
              "median": 156.8,
            },
            "sessions": 0,
            "turns": {
              "high": 5,
              "low": 1,
              "median": 3,
            },
          },
        },
        "goal": null,
        "items": [
          {
            "depth": 0,
            "estimate": null,
            "finish": null,
            "id": "1",
            "key": "k1",
            "parent": null,
            "progress": null,
            "ready": false,
            "reason": null,
            "resolved": false,
            "slack": null,
            "start": null,
            "status": "completed",
            "text": "a",
            "unknown": [],
            "waitsFor": [],
          },
          {
            "depth": 0,
            "estimate": null,
            "finish": null,
            "id": "2",
            "key": "k2",
            "parent": null,
            "progress": null,
            "ready": false,
            "reason": null,
            "resolved": false,
            "slack": null,
            "start": null,
            "status": "completed",
            "text": "b",
            "unknown": [],
            "waitsFor": [],
          },
          {
            "depth": 0,
            "estimate": null,
            "finish": 1,
            "id": "3",
            "key": "k3",
            "parent": null,
            "progress": null,
            "ready": true,
            "reason": null,
            "resolved": false,
            "slack": 0,
            "start": 0,
            "status": "in_progress",
            "text": "c",
            "unknown": [],
            "waitsFor": [],
          },
        ],
        "length": 1,
        "progress": {
          "completed": 2,
          "total": 3,
        },
        "ready": [
          "3",
        ],
        "seq": 57,
        "session": "s",
        "turn": 10,
        "unestimated": 1,
        "unit": "items",
        "velocity": {
          "closed": 2,
          "inAnHour": 20,
          "inTenTurns": 3.33,
        },
      }
    `)
    const other = await ledger.session('other', { profile: profiles.recommended })
    await other.startRun({ trigger: 'user', text: 'go' })
    await play(other, 'list')
    expect((await ledger.plan('other'))?.forecasts).toEqual({ session: null, project: null, both: null })
    const informed = await ledger.plan('other', { project: ['s', 'other'] })
    expect(informed?.forecasts?.project).toMatchObject({ sessions: 1, closings: 2 })
    expect(informed?.completion).not.toBeNull()
    expect((await ledger.plan('s', { point: { turn: 2 } }))?.progress).toEqual({ completed: 0, total: 3 })
    expect(await ledger.plan('s', { point: { turn: 99 } })).toBeNull()
    expect(await ledger.plan('nobody')).toBeNull()
  })

  it('compares estimates with what the work took', async () => {
    const session = await ledger.session('estimated', { profile: profiles.recommended })
    await session.startRun({ trigger: 'user', text: 'go' })
    const turn = await session.startTurn()
    const items = ['2m', '1m', '3 points'].map((estimate, index) => ({ text: `${index}`, estimate }))
    await turn.callTodoTool('write_todos', { items })
    await turn.end()
    await play(session, '1> w', 'w', 'w', 'w', '1x 2>', '2x 3>', 'w')
    const estimates = (await ledger.plan('estimated'))?.estimates
    expect(
      estimates?.items.map(({ id, amount, unit, actual, ratio, open }) => [
        id,
        amount,
        unit,
        actual.seconds,
        ratio,
        open,
      ]),
    ).toEqual([
      ['1', 2, 'minutes', 240, 2, false],
      ['2', 1, 'minutes', 60, 1, false],
      ['3', 3, 'points', 60, 0.33, true],
    ])
    expect(estimates?.medianRatio).toBe(1)
  })
})
