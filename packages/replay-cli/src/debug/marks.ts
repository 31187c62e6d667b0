/** How the debugger marks what happened. */

import type { Severity } from '@todo-ledger/audit'
import type { ReplayEventKind } from '../session-view/session-replay.js'
import type { Marks } from '../session-view/words.js'

export const eventMarks: Marks<ReplayEventKind> = {
  input: { mark: '»', style: 'cyan' },
  message: { mark: '“', style: 'dim' },
  call: { mark: '·', style: 'dim' },
  update: { mark: '●', style: 'green' },
  rejection: { mark: '⊘', style: 'red' },
  'roll-back': { mark: '↶', style: 'yellow' },
  nag: { mark: '!', style: 'yellow' },
  continuation: { mark: '↻', style: 'cyan' },
  compaction: { mark: '≡', style: 'blue' },
  subagent: { mark: '⇢', style: 'cyan' },
  yield: { mark: '◌', style: 'dim' },
  redaction: { mark: '▒', style: 'dim' },
}

export const severityMarks: { readonly [S in Severity]: string } = { error: '✗', warning: '~', info: 'i' }
