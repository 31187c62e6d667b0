/** A session is let go once it is over: what a source of many sessions costs is what is open of it at once. */

import type { SessionEvent } from '@todo-ledger/recordings'
import { expect, it } from 'vitest'
import { recordingEvents } from '../src/sources/recording-file.js'
import { followSessions, OverSessions } from '../src/sources/source-session.js'
import { lines } from './recordings.js'

const texts = ['a', 'b', 'c', 'd']
const content = texts
  .map((session) =>
    lines(
      { recording: 'todo-ledger/1', session, profile: 'claude-code' },
      { at: '2026-01-01T00:00:00Z', input: 'Work.' },
      { end: true },
    ),
  )
  .join('')

/** The events of the four sessions, one session after the other, with a word that each is over. */
async function* oneAfterTheOther(over: OverSessions, order: readonly string[]): AsyncGenerator<SessionEvent> {
  const events: SessionEvent[] = []
  for (const session of texts) {
    const [first = '', ...rest] = content
      .split('\n')
      .slice(3 * texts.indexOf(session), 3 * texts.indexOf(session) + 3)
    const bytes = (async function* () {
      yield [first, ...rest, ''].join('\n')
    })()
    for await (const passed of recordingEvents({ name: session, bytes }, {})) events.push(passed)
  }
  for (const session of texts) {
    yield* events.filter(({ event }) => event.session === session)
    if (order.includes(session)) over.add(session)
  }
}

it.each([
  ['each as it ends', texts, [1, 1, 1, 1]],
  ['one that never ends keeps those after it', ['b', 'c'], [1, 2, 3, 4]],
  ['none says so', [], [1, 2, 3, 4]],
])('results are given in order: %s', async (_, ended, open) => {
  const over = new OverSessions()
  const given: string[] = []
  const begun: string[] = []
  const waiting: number[] = []
  const results = followSessions(
    oneAfterTheOther(over, ended),
    async ({ session }, events) => {
      begun.push(session)
      waiting.push(begun.length - given.length)
      for await (const _ of events);
      return session
    },
    () => false,
    over,
  )
  for await (const session of results) given.push(session)
  expect(given).toEqual(texts)
  expect(waiting).toEqual(open)
})
