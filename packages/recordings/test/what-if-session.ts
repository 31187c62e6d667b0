/** Small recordings driven under other profiles, and what came of it as lines. */

import type { Profile } from '@todo-ledger/core'
import {
  type OpenedRecording,
  openRecording,
  recordedEvents,
  type SessionEvent,
  type WhatIfResult,
  whatIf,
} from '../src/index.js'

/** Drives the sessions of a recording under a profile. */
export async function sessionsUnder(
  recording: OpenedRecording,
  profile: Profile,
): Promise<readonly WhatIfResult[]> {
  const sessions = new Map<string, SessionEvent[]>()
  for await (const passed of recordedEvents(recording)) {
    const { session } = passed.event
    sessions.set(session, [...(sessions.get(session) ?? []), passed])
  }
  return Promise.all([...sessions.values()].map((events) => whatIf(events, { profile })))
}

/** Drives the sessions of a file's records under a profile. */
async function underProfile(records: readonly object[], profile: Profile): Promise<readonly WhatIfResult[]> {
  const bytes = (async function* () {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
  })()
  return sessionsUnder(await openRecording({ name: 's1.jsonl', bytes }), profile)
}

/** Drives the first session of a neutral recording under a profile. */
export async function neutralUnder(
  from: string,
  content: readonly object[],
  profile: Profile,
): Promise<WhatIfResult> {
  const records = [{ recording: 'todo-ledger/1', session: 's1', profile: from }, ...content]
  const [result] = await underProfile(records, profile)
  if (result === undefined) throw new Error('no session')
  return result
}

/** A result as lines: what became of each call, and what the supervisor did. */
export function told(result: WhatIfResult): string {
  const { firstDivergence: first, attempts, nags, continuations, yields, final } = result
  const lines = [
    `first divergence: ${first === null ? 'none' : `T${first.turn} #${first.seq}`}`,
    ...attempts.flatMap(
      ({ turn, tool, recorded, whatIf: now, beyond, violations, calls = [], notExpressible = [] }) => [
        [
          `T${turn} ${tool}: ${recorded} -> ${now}`,
          beyond === true ? 'beyond' : '',
          ...violations.map(({ rule }) => `!${rule}`),
          ...calls.map((call) => `${call.tool} ${JSON.stringify(call.input)}`),
        ]
          .filter((part) => part !== '')
          .join(' '),
        ...notExpressible.map((what) => `T${turn} not expressible: ${what}`),
      ],
    ),
    ...nags.map(({ turn, text }) => `T${turn} nag ${text}`),
    ...continuations.map(
      ({ turn, cause, prompt }) => `T${turn} continuation ${cause}: ${prompt.split('\n')[0]}`,
    ),
    ...yields.map(({ turn, to, reason }) => `T${turn} yield ${to}: ${reason}`),
    ...final.items.map(({ id, text, status }) => `#${id} ${text} ${status}`),
  ]
  return `\n${lines.join('\n')}\n`
}
