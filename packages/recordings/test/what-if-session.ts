/** Small recordings driven under other profiles, and what came of it as lines. */

import type { Profile } from '@todo-ledger/core'
import { openRecording, type WhatIfResult, whatIf } from '../src/index.js'

/** Drives the sessions of a file's records under a profile. */
export async function underProfile(
  records: readonly object[],
  profile: Profile,
): Promise<readonly WhatIfResult[]> {
  const bytes = (async function* () {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
  })()
  return whatIf(await openRecording({ name: 's1.jsonl', bytes }), { profile })
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
  const {
    firstDivergence: first,
    attempts,
    nags,
    continuations,
    yields,
    dangling,
    notCarried,
    final,
  } = result
  const lines = [
    `first divergence: ${first === null ? 'none' : `T${first.turn} #${first.seq}`}`,
    ...attempts.map(({ turn, tool, recorded, whatIf: now, beyond, violations, calls = [] }) =>
      [
        `T${turn} ${tool}: ${recorded} -> ${now}`,
        beyond === true ? 'beyond' : '',
        ...violations.map(({ rule }) => `!${rule}`),
        ...calls.map((call) => `${call.tool} ${JSON.stringify(call.input)}`),
      ]
        .filter((part) => part !== '')
        .join(' '),
    ),
    ...nags.map(({ turn, text }) => `T${turn} nag ${text}`),
    ...continuations.map(
      ({ turn, cause, prompt }) => `T${turn} continuation ${cause}: ${prompt.split('\n')[0]}`,
    ),
    ...yields.map(({ turn, to, reason }) => `T${turn} yield ${to}: ${reason}`),
    ...dangling.map(({ turn, item, text }) => `T${turn} dangling #${item} ${text}`),
    ...notCarried.map(({ turn, what }) => `T${turn} not carried: ${what}`),
    ...final.items.map(({ id, text, status }) => `#${id} ${text} ${status}`),
  ]
  return `\n${lines.join('\n')}\n`
}
