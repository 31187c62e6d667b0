/** How statuses, verdicts, severities and results are marked and called wherever they are shown, so that they are seen without colours too. */

import type { Severity, Verdict } from '@todo-ledger/audit'
import type { TodoStatus } from '@todo-ledger/core'
import type { StyleName } from '../text/style.js'
import type { ReplayEventKind } from './session-replay.js'

/** A mark and what sets it off. */
export interface Mark {
  /** The mark itself. */
  readonly mark: string
  /** What sets it off; null where nothing does. */
  readonly style: StyleName | null
}

/** A mark for each of some names. */
export type Marks<Name extends string> = { readonly [N in Name]: Mark & { readonly style: StyleName } }

/** The marks of an item's status, those of docs/sources/todo-manager.md and two more. */
export const statusMarks: { readonly [S in TodoStatus]: Mark } = {
  pending: { mark: '[ ]', style: null },
  in_progress: { mark: '[>]', style: 'cyan' },
  blocked: { mark: '[!]', style: 'yellow' },
  completed: { mark: '[x]', style: 'green' },
  cancelled: { mark: '[-]', style: 'dim' },
}

/** The statuses as people say them. */
export const statusWords: { readonly [S in TodoStatus]: string } = {
  pending: 'pending',
  in_progress: 'in progress',
  blocked: 'blocked',
  completed: 'completed',
  cancelled: 'cancelled',
}

/** The verdicts, worst first. */
export const verdicts: readonly Verdict[] = ['unsupported', 'weak', 'undecided', 'unknown', 'supported']

/** The marks of a verdict. */
export const verdictMarks: Marks<Verdict> = {
  unsupported: { mark: '✗', style: 'red' },
  weak: { mark: '~', style: 'yellow' },
  undecided: { mark: '○', style: 'dim' },
  unknown: { mark: '?', style: 'blue' },
  supported: { mark: '✓', style: 'green' },
}

/** What sets a finding's severity off. */
export const severityStyles: { readonly [S in Severity]: StyleName } = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
}

/** What became of a call. */
export type Outcome = 'worked' | 'failed' | 'open'

/** What became of a call; `open` where the log does not say. */
export function outcomeOf(ok: boolean | null | undefined): Outcome {
  if (ok === null || ok === undefined) return 'open'
  return ok ? 'worked' : 'failed'
}

/** The marks of what became of a call. */
export const outcomeMarks: Marks<Outcome> = {
  worked: { mark: '✓', style: 'green' },
  failed: { mark: '✗', style: 'red' },
  open: { mark: '?', style: 'blue' },
}

/** What kinds of events are called. */
export const eventWords: { readonly [K in ReplayEventKind]: string } = {
  input: 'input',
  message: 'message',
  call: 'call',
  update: 'update',
  rejection: 'refused',
  'roll-back': 'rolled back',
  nag: 'reminder',
  continuation: 'continuation',
  compaction: 'compacted',
  subagent: 'sub-agent',
  yield: 'yield',
  redaction: 'redacted',
}

/** The time of day of an ISO time in UTC; empty for a recording without times, which is read as one of 1970. */
export function clockText(iso: string): string {
  return iso === '' || iso.startsWith('1970-01-01T00:00:00') ? '' : iso.slice(11, 19)
}
