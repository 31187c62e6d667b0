/** A log of any session, written as a neutral recording and read again, tells the same list. */

import {
  initialState,
  memoryStore,
  openLedger,
  profileList,
  type SessionState,
  type TodoEvent,
} from '@todo-ledger/core'
import { arbitrarySession, driveSession, type OwnSession, recordingOf } from '@todo-ledger/core/testing'
import { importRecording, openRecording, profileNamed, profilesOf } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fewOpen, ownProfile as own } from './broken-profiles/broken-profiles.js'
import { runs } from './random.js'

/** What the recording leads to when it is imported. */
async function imported(events: readonly TodoEvent[], own?: OwnSession) {
  const bytes = (async function* () {
    yield recordingOf(events, own)
  })()
  const skipped: unknown[] = []
  const recording = await openRecording({ name: 'kit', bytes }, { onSkipped: (piece) => skipped.push(piece) })
  const ledger = openLedger({ store: memoryStore(), profileNamed })
  await importRecording(recording.steps, ledger, recording)
  expect([recording.format, skipped]).toEqual(['neutral', []])
  const { state } = await ledger.session('s1', own === undefined ? {} : { profile: own.profile })
  return state
}

/** The session's list, goal, turns and reminders, in a live session and in what is read of its recording. */
const told = ({ items, goal, turn, nags }: SessionState) => ({
  items: items.map(({ id, text, status, reason, parent, dependencies }) => [
    ...[id, text, status, reason, parent],
    ...dependencies,
  ]),
  goal,
  turn: turn.number,
  nags: nags.issued,
})

describe('a recording of any session', () => {
  const table = profilesOf().map((profile) => [profile.name, profile] as const)
  it.each(table)('under %s tells the same list, turns and reminders', async (_name, profile) => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(profile), async (steps) => {
        const { events, states } = await driveSession(profile, steps)
        expect(told(await imported(events))).toEqual(told(states.at(-1) ?? initialState))
      }),
      { numRuns: runs(300) },
    )
  })

  it.each([...profileList, own].map((profile) => [profile.name, profile] as const))(
    'that carries its profile does so, too, where nobody has %s',
    async (name, profile) => {
      const named = { ...profile, name: `own ${name}` }
      await fc.assert(
        fc.asyncProperty(arbitrarySession(profile), async (steps) => {
          const run = await driveSession(named, steps, { rules: [fewOpen(4)] })
          expect(told(await imported(run.events, run))).toEqual(told(run.states.at(-1) ?? initialState))
        }),
        { numRuns: runs(100) },
      )
    },
  )
})
