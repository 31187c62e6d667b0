/** Times and verdicts in words, and the words of a filter. */

import type { Verdict } from '@todo-ledger/audit'
import { count, grouped } from 'todo-replay/session-view'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A time of ISO 8601 in UTC as `5 Jan 2026`; a dash for that of a recording without times, which is read as one of 1970. */
export function dayText(iso: string): string {
  const [, year = '', month = '', day = ''] = /^(\d+)-(\d+)-(\d+)/.exec(iso) ?? []
  return year === '1970' ? '–' : `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`
}

/** From when to when, as `5 Jan 2026, 10:00–10:12 UTC`. */
export function spanText(began: string, ended: string): string {
  const from = `${dayText(began)}, ${began.slice(11, 16)}`
  const to = ended.slice(11, 16)
  return dayText(began) === dayText(ended) ? `${from}–${to} UTC` : `${from} – ${dayText(ended)}, ${to} UTC`
}

export function headline(counts: { readonly [V in Verdict]: number }): string {
  const { unsupported, weak, undecided, unknown, supported } = counts
  const all = unsupported + weak + undecided + unknown + supported
  if (all === 0) return 'Nothing was marked done.'
  if (unsupported > 0) {
    const whole = all === 1 ? 'The only completion' : `${grouped(unsupported)} of ${count(all, 'completion')}`
    return `${whole} ${unsupported === 1 ? 'is' : 'are'} unsupported: what a tool said contradicts it, or what it asks for was never run.`
  }
  if (supported === all)
    return `The log supports ${all === 1 ? 'the only completion' : `all ${count(all, 'completion')}`}.`
  const doubts = [
    weak > 0 && `${weak} ${weak === 1 ? 'is' : 'are'} weakly supported`,
    undecided > 0 && `${undecided} only a reader can decide`,
    unknown > 0 && `${unknown} can't be judged, for the log has gaps`,
  ]
  return `Of ${count(all, 'completion')} none is unsupported; ${doubts.filter(Boolean).join(', ')}.`
}

export function turnText(turn: number, last: number): string {
  return turn === 0 ? 'before the first turn' : `turn ${turn} of ${last}`
}

/** Whether a text has every word of a filter. */
export function hasWords(text: string, filter: string): boolean {
  const lower = text.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
