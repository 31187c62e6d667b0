/** A session is let go once it is over: what a source of many sessions costs is what is open of it at once. */

import type { SessionEvent } from '@todo-ledger/recordings'
import { expect, it } from 'vitest'
import { recordingPieces } from '../src/sources/recording-file.js'
import { FollowedSessions } from '../src/sources/source-session.js'
import { lines } from './recordings.js'

const texts = ['a', 'b', 'c', 'd']

async function eventsOf(session: string): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = []
  const bytes = (async function* () {
    yield lines(
      { recording: 'todo-ledger/1', session, profile: 'claude-code' },
      { at: '2026-01-01T00:00:00Z', input: 'Work.' },
      { end: true },
    )
  })()
  for await (const piece of recordingPieces({ name: session, bytes }, {})) events.push(...piece)
  return events
}

it.each([
  ['each as it ends', texts, [1, 1, 1, 1]],
  ['one that never ends keeps those after it', ['b', 'c'], [1, 2, 3, 4]],
  ['none says so', [], [1, 2, 3, 4]],
])('results are given in order: %s', async (_, ended, open) => {
  const given: string[] = []
  const waiting: number[] = []
  let begun = 0
  const sessions = new FollowedSessions(({ session }) => {
    begun += 1
    waiting.push(begun - given.length)
    return { finish: () => session }
  })
  for (const session of texts) {
    for (const passed of await eventsOf(session)) sessions.take(passed)
    if (ended.includes(session)) sessions.over(session)
    given.push(...sessions.results())
  }
  given.push(...sessions.finish())
  expect(given).toEqual(texts)
  expect(waiting).toEqual(open)
})
