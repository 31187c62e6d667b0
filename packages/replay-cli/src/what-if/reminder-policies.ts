/** The reminder policies of `recommended` over recorded sessions: how often each was heeded, and how often in vain. */

import { initialState, profiles } from '@todo-ledger/core'
import {
  type NagLevel,
  nagLevels,
  profileNamed,
  type SessionEvent,
  WhatIfSession,
} from '@todo-ledger/recordings'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { grouped } from '../text/count.js'
import { levelsText } from './levels-text.js'

/** The policies, the plain one first. */
const policies = ['spaced', 'escalating', 'context'] as const

/** One policy over all sessions. */
export interface PolicyOutput {
  /** The setting `reminders` of the profile `recommended`. */
  readonly policy: (typeof policies)[number]
  /** The sessions that had a list. */
  readonly sessions: number
  /** Their turns. */
  readonly turns: number
  /** The nags that would have come. */
  readonly nags: number
  /** Those that an update followed, before the next one, the next fresh input or the end. */
  readonly heeded: number
  /** The others. */
  readonly inVain: number
  /** The same by how firm they are. */
  readonly levels: readonly NagLevel[]
}

/** What `what-if --reminders --json` prints. */
export interface ReminderPoliciesOutput {
  /** The policies, the plain one first. */
  readonly policies: readonly PolicyOutput[]
}

/** What one session came to under each policy. */
export interface ComparedSession {
  /** Its turns; 0 where it had no list. */
  readonly turns: number
  /** The nags of each policy, in the order of the policies. */
  readonly nags: readonly (readonly { readonly level: number; readonly heeded: boolean }[])[]
}

/** Drives a session under each policy, in one reading. */
export function comparePolicies({
  id,
  profile: from,
}: SourceSession): SessionFollower<Promise<ComparedSession>> {
  const driven = policies.map(
    (reminders) =>
      new WhatIfSession({
        session: id,
        recordedProfile: from,
        reader: profileNamed(from),
        profile: profiles.recommended.with({ reminders }),
      }),
  )
  const events: SessionEvent[] = []
  return {
    take: (passed) => events.push(passed),
    async finish() {
      for (const passed of events) for (const each of driven) await each.take(passed)
      const { turn, updates } = events.at(-1)?.state ?? initialState
      const results = await Promise.all(driven.map((each) => each.finish()))
      return { turns: updates === 0 ? 0 : turn.number, nags: results.map(({ nags }) => nags) }
    },
  }
}

/** What all sessions come to. */
export function policiesOutput(compared: readonly ComparedSession[]): ReminderPoliciesOutput {
  const listed = compared.filter(({ turns }) => turns > 0)
  const turns = listed.reduce((sum, session) => sum + session.turns, 0)
  return {
    policies: policies.map((policy, index) => {
      const nags = listed.flatMap((session) => session.nags[index] ?? [])
      const heeded = nags.filter((nag) => nag.heeded).length
      const counts = { nags: nags.length, heeded, inVain: nags.length - heeded }
      return { policy, sessions: listed.length, turns, ...counts, levels: nagLevels(nags) }
    }),
  }
}

/** The same as people read it. */
export function policiesText({ policies: compared }: ReminderPoliciesOutput): readonly string[] {
  const [first] = compared
  const row = (...cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(12) : cell.padStart(8))).join(' ')
  return [
    `${first?.sessions ?? 0} sessions with a list, ${grouped(first?.turns ?? 0)} turns`,
    '',
    row('reminders', 'nags', 'heeded', 'in vain', 'heeded'),
    ...compared.flatMap(({ policy, nags, heeded, inVain, levels }) => {
      const share = nags === 0 ? '–' : `${Math.round((100 * heeded) / nags)} %`
      const by = levels.length > 1 ? [`  ${levelsText(levels)}`] : []
      return [row(policy, ...[nags, heeded, inVain].map((number) => grouped(number)), share), ...by]
    }),
    '',
    'Heeded: an update followed before the next nag, the next input or the end. The model of a recording',
    'read none of them: what is counted is whether an update was near when it would have been asked for.',
  ]
}
