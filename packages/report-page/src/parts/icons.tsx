/** The page's marks. Each has a shape of its own, so that none is known by its colour alone. */

import type { Verdict } from '@todo-ledger/audit'
import {
  count,
  grouped,
  type ListedItem,
  type Outcome,
  outcomeOf,
  type ReportEntry,
  verdicts,
} from 'todo-replay/session-view'

/** The shapes, in a square of 16. */
const shapes = {
  tick: 'M4 8.5l2.6 2.6L12 5.4',
  cross: 'M5 5l6 6M11 5l-6 6',
  wave: 'M4 8.8c1.3-2 2.7-2 4-.6s2.7 1.4 4-.6',
  question: 'M6 6.4c0-2.6 4.2-2.5 4.2 0C10.2 8 8 8 8 9.6M8 12v.1',
  dash: 'M5 8h6',
  bang: 'M8 4.5v4.5M8 11.4v.1',
  play: 'M6.5 5.2l4 2.8-4 2.8z',
  none: '',
} as const

type Shape = keyof typeof shapes

function Disc({ shape, isFilled }: { shape: Shape; isFilled: boolean }) {
  return (
    <svg class={isFilled ? 'icon filled' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d={shapes[shape]} />
    </svg>
  )
}

const statusShapes: { readonly [S in ListedItem['status']]: Shape } = {
  pending: 'none',
  in_progress: 'play',
  blocked: 'bang',
  completed: 'tick',
  cancelled: 'dash',
}

export function StatusIcon({ status }: { status: ListedItem['status'] }) {
  return (
    <span class={`status-icon ${status}`}>
      <Disc shape={statusShapes[status]} isFilled={status === 'completed'} />
    </span>
  )
}

const verdictShapes: { readonly [V in Verdict]: Shape } = {
  supported: 'tick',
  weak: 'wave',
  unsupported: 'cross',
  undecided: 'dash',
  unknown: 'question',
}

/** A verdict's mark, and how many have it. */
function VerdictCount({ verdict, number }: { verdict: Verdict; number: number }) {
  return (
    <>
      <span class={`tone ${verdict}`}>
        <Disc shape={verdictShapes[verdict]} isFilled />
      </span>{' '}
      {grouped(number)}
    </>
  )
}

export function VerdictTag({ verdict }: { verdict: Verdict }) {
  return (
    <span class={`tag verdict ${verdict}`}>
      <Disc shape={verdictShapes[verdict]} isFilled />
      {verdict}
    </span>
  )
}

const outcomes: { readonly [O in Outcome]: readonly [shape: Shape, tone: Verdict, words: string] } = {
  worked: ['tick', 'supported', 'worked'],
  failed: ['cross', 'unsupported', 'failed'],
  open: ['question', 'unknown', 'outcome unknown'],
}

export function OutcomeIcon({ ok }: { ok: boolean | null }) {
  const [shape, tone, words] = outcomes[outcomeOf(ok)]
  return (
    <span class={`tone ${tone}`} title={words}>
      <Disc shape={shape} isFilled={false} />
      <span class="unseen">{words}</span>
    </span>
  )
}

/** What a verdict means, where the word alone does not say it. */
const meanings: { readonly [V in Verdict]?: string } = {
  weak: 'a tool stated half of it',
  undecided: 'only a reader can tell',
  unknown: 'the log has gaps there',
}

export function VerdictBar({ counts }: { counts: { readonly [V in Verdict]: number } }) {
  const present = verdicts.filter((verdict) => counts[verdict] > 0)
  if (present.length === 0) return null
  return (
    <div class="verdict-bar">
      <div class="shares" aria-hidden="true">
        {present.map((verdict) => (
          <span key={verdict} class={`share ${verdict}`} style={{ flexGrow: counts[verdict] }} />
        ))}
      </div>
      <ul class="row">
        {present.map((verdict) => (
          <li key={verdict}>
            <b>
              <VerdictCount verdict={verdict} number={counts[verdict]} />
            </b>{' '}
            {verdict} {verdict in meanings && <span class="soft">({meanings[verdict]})</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is in doubt in a session, as a cell of a table. */
export function Doubts({ entry }: { entry: Pick<ReportEntry, 'verdicts' | 'findings'> }) {
  const { error, warning } = entry.findings
  const doubted = verdicts.filter((verdict) => verdict !== 'supported' && entry.verdicts[verdict] > 0)
  return (
    <>
      {doubted.map((verdict) => (
        <span key={verdict} class="count" title={verdict}>
          <VerdictCount verdict={verdict} number={entry.verdicts[verdict]} />
          <span class="unseen"> {verdict}</span>
        </span>
      ))}
      {error > 0 && <span class="tone small error">{count(error, 'error')}</span>}
      {warning > 0 && <span class="tone small warning">{count(warning, 'warning')}</span>}
    </>
  )
}
