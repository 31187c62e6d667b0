/** A log of any session, written as a neutral recording and read again, tells the same list. */

import { memoryStore, openLedger, type TodoEvent } from '@todo-ledger/core'
import { arbitrarySession, driveSession, recordingOf } from '@todo-ledger/core/testing'
import { importRecording, openRecording, profileNamed, profilesOf } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from './random.js'

/** What the recording leads to when it is imported. */
async function imported(events: readonly TodoEvent[]) {
  const bytes = (async function* () {
    yield recordingOf(events)
  })()
  const skipped: unknown[] = []
  const recording = await openRecording({ name: 'kit', bytes }, { onSkipped: (piece) => skipped.push(piece) })
  const ledger = openLedger({ store: memoryStore(), profileNamed })
  await importRecording(recording.steps, ledger, recording)
  expect([recording.format, skipped]).toEqual(['neutral', []])
  const { state } = await ledger.session('s1')
  return state
}

describe('a recording of any session', () => {
  const table = profilesOf().map((profile) => [profile.name, profile] as const)
  it.each(table)('under %s tells the same list, turns and reminders', async (_name, profile) => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(profile), async (steps) => {
        const { events, states } = await driveSession(profile, steps)
        const told = await imported(events)
        const lived = states.at(-1)
        const rows = (state = told) => state.items.map(({ id, text, status }) => ({ id, text, status }))
        expect(rows(told)).toEqual(rows(lived))
        expect([told.goal, told.turn.number, told.nags.issued]).toEqual([
          lived?.goal,
          lived?.turn.number,
          lived?.nags.issued,
        ])
      }),
      { numRuns: runs(300) },
    )
  })
})
