import { afterAll, describe, expect, test } from 'vitest'
import { calls, durations, FailingDisk, faults, rows } from './faults.mjs'

const disk = new FailingDisk()
afterAll(() => disk.remove())

// Nothing is quietly left out where it must be tried.
const isRequired = process.env['TODO_LEDGER_COMPILER'] === 'required'
if (disk.missing !== null && !isRequired)
  process.stderr.write(`DISK FAULTS ARE NOT TESTED: ${disk.missing}\n`)

test.skipIf(disk.missing !== null && !isRequired)('a disk can be made to fail here', () => {
  expect(disk.missing).toBe(null)
})

/** Some of the calls, not the same of each row; `npm run trial -- disk-faults` tries all. */
function sample(
  counts: { readonly [call: number]: number },
  every: number,
): Parameters<FailingDisk['try']>[0] {
  return rows.flatMap(({ call, fault, duration }, row) => {
    const count = counts[calls[call]] ?? 0
    const first = 1 + ((row * 37) % Math.min(every, count))
    const positions = Array.from(
      { length: Math.ceil((count - first + 1) / every) },
      (_, index) => first + index * every,
    )
    return positions.map((position) => {
      return { call: calls[call], position, fault: faults[fault], duration: durations[duration] }
    })
  })
}

describe.skipIf(disk.missing !== null)('a disk that fails', () => {
  test('takes nothing that was acknowledged, and leaves nothing damaged', async () => {
    const counts = await disk.counts()
    const places = sample(counts, 40)
    const trials = await disk.try(places)
    expect(trials).toHaveLength(places.length)
    expect(trials.filter(({ problems }) => problems.length > 0)).toEqual([])
    // They did fail: the store gave more errors than the two that it always gives.
    expect(trials.filter(({ errors }) => errors > 2).length).toBeGreaterThan(places.length / 3)
  })

  test('while a ledger is opened is said to have failed, and no log is silently missing', async () => {
    const openings = await disk.open()
    expect(openings.length).toBeGreaterThan(80)
    const outcomes = new Set(
      openings.map(({ ledger, outcome, header }) => `${ledger}: ${outcome} ${header}`.trim()),
    )
    expect([...outcomes].toSorted()).toMatchInlineSnapshot(`
      [
        "check: damaged-file",
        "check: disk-failed",
        "new: damaged-file",
        "new: disk-failed",
        "read: damaged-file",
        "read: disk-failed",
        "there: damaged-file",
        "there: disk-failed",
      ]
    `)
  })

  test('and says that it has written loses something: the trials can fail', async () => {
    const trials = await disk.try([
      { call: calls.write, position: 40, fault: faults.lie, duration: durations['for ever'] },
    ])
    expect(trials.flatMap(({ problems }) => problems).join()).toContain('acknowledged events are lost')
  })
})
