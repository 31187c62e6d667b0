/** The verdicts of completions as one bar and its legend. */

import type { Verdict } from '@todo-ledger/audit'
import type { JSX } from 'preact'
import { verdicts } from 'todo-replay/session-view'
import { VerdictIcon } from './icons.js'

/** What a verdict means, where the word alone does not say it. */
const meanings: { readonly [V in Verdict]?: string } = {
  weak: 'a tool stated half of it',
  undecided: 'only a reader can tell',
  unknown: 'the log has gaps there',
}

/** How many completions have each verdict, as shares of a bar. */
export function VerdictBar({ counts }: { counts: { readonly [V in Verdict]: number } }): JSX.Element | null {
  const present = verdicts.filter((verdict) => counts[verdict] > 0)
  if (present.length === 0) return null
  return (
    <div class="verdict-bar">
      <div class="shares" aria-hidden="true">
        {present.map((verdict) => (
          <span key={verdict} class={`share ${verdict}`} style={{ flexGrow: counts[verdict] }} />
        ))}
      </div>
      <ul>
        {present.map((verdict) => (
          <li key={verdict}>
            <VerdictIcon verdict={verdict} /> <b>{counts[verdict].toLocaleString('en-US')}</b> {verdict}{' '}
            {meanings[verdict] === undefined ? null : <span class="soft">({meanings[verdict]})</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
