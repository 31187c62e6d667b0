/** How a status and a verdict are marked wherever text shows them, so that they are seen without colours too. */

import type { Severity, Verdict } from '@todo-ledger/audit'
import type { TodoStatus } from '@todo-ledger/core'
import type { StyleName } from './style.js'

/** A mark and what sets it off. */
export interface Mark {
  /** The mark itself. */
  readonly mark: string
  /** What sets it off; null where nothing does. */
  readonly style: StyleName | null
}

/** The marks of an item's status, those of docs/sources/todo-manager.md and two more. */
export const statusMarks: { readonly [S in TodoStatus]: Mark } = {
  pending: { mark: '[ ]', style: null },
  in_progress: { mark: '[>]', style: 'cyan' },
  blocked: { mark: '[!]', style: 'yellow' },
  completed: { mark: '[x]', style: 'green' },
  cancelled: { mark: '[-]', style: 'dim' },
}

/** The marks of a verdict. */
export const verdictMarks: { readonly [V in Verdict]: Mark & { readonly style: StyleName } } = {
  unsupported: { mark: '✗', style: 'red' },
  weak: { mark: '~', style: 'yellow' },
  unknown: { mark: '?', style: 'blue' },
  supported: { mark: '✓', style: 'green' },
}

/** What sets a finding's severity off. */
export const severityStyles: { readonly [S in Severity]: StyleName } = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
}
