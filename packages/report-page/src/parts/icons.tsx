/** The page's marks. Each has a shape of its own, so that none is known by its colour alone. */

import type { Verdict } from '@todo-ledger/audit'
import type { JSX } from 'preact'
import { type ListedItem, type Outcome, outcomeOf } from 'todo-replay/session-view'

/** The shapes, in a square of 16. */
const shapes = {
  tick: 'M4 8.5l2.6 2.6L12 5.4',
  cross: 'M5 5l6 6M11 5l-6 6',
  wave: 'M4 8.8c1.3-2 2.7-2 4-.6s2.7 1.4 4-.6',
  question: 'M6 6.4c0-2.6 4.2-2.5 4.2 0C10.2 8 8 8 8 9.6M8 12v.1',
  dash: 'M5 8h6',
  bang: 'M8 4.5v4.5M8 11.4v.1',
  play: 'M6.5 5.2l4 2.8-4 2.8z',
  plus: 'M8 4.5v7M4.5 8h7',
  none: '',
} as const

type Shape = keyof typeof shapes

function Disc({ shape, filled }: { shape: Shape; filled: boolean }): JSX.Element {
  return (
    <svg class={filled ? 'icon filled' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d={shapes[shape]} />
    </svg>
  )
}

const statusShapes: { readonly [S in ListedItem['status']]: readonly [Shape, boolean] } = {
  pending: ['none', false],
  in_progress: ['play', false],
  blocked: ['bang', false],
  completed: ['tick', true],
  cancelled: ['dash', false],
}

/** The mark of an item's status. */
export function StatusIcon({ status }: { status: ListedItem['status'] }): JSX.Element {
  const [shape, filled] = statusShapes[status]
  return (
    <span class={`status-icon ${status}`}>
      <Disc shape={shape} filled={filled} />
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

/** The mark of a verdict. */
export function VerdictIcon({ verdict }: { verdict: Verdict }): JSX.Element {
  return (
    <span class={`tone ${verdict}`}>
      <Disc shape={verdictShapes[verdict]} filled />
    </span>
  )
}

/** A verdict with its mark and its name. */
export function VerdictTag({ verdict }: { verdict: Verdict }): JSX.Element {
  return (
    <span class={`tag tone ${verdict}`}>
      <Disc shape={verdictShapes[verdict]} filled />
      {verdict}
    </span>
  )
}

const outcomes: { readonly [O in Outcome]: readonly [shape: Shape, tone: Verdict, words: string] } = {
  worked: ['tick', 'supported', 'worked'],
  failed: ['cross', 'unsupported', 'failed'],
  open: ['question', 'unknown', 'outcome unknown'],
}

/** Whether a call worked, as a mark. */
export function OutcomeIcon({ ok }: { ok: boolean | null }): JSX.Element {
  const [shape, tone, words] = outcomes[outcomeOf(ok)]
  return (
    <span class={`tone ${tone}`} title={words}>
      <Disc shape={shape} filled={false} />
      <span class="unseen">{words}</span>
    </span>
  )
}
