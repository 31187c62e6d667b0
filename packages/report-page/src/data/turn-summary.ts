/** A turn in one line, for the timeline. */

import type { Change } from '@todo-ledger/core'
import type { ReplayEvent, TurnReplay } from '@todo-ledger/replay-cli/report-data'
import { cut } from './cut.js'
import { count } from './words.js'

/** What mattered most in a turn, in a few words, beside the marks of the turn. May hold text from outside. */
export function turnSummary({ events }: TurnReplay): string {
  const parts = [...events.flatMap((event) => notable(event)), ...toolsOf(events)]
  if (parts.length > 0) return parts.join(' · ')
  return cut(events.find(({ text }) => text !== '')?.text ?? '', 200)
}

function notable({ kind, text, changes }: ReplayEvent): readonly string[] {
  switch (kind) {
    case 'update':
      return [changesText(changes ?? [])]
    case 'rejection':
      return ['update refused']
    case 'roll-back':
      return ['update rolled back']
    case 'input':
      return [cut(text, 160)]
    case 'redaction':
      return ['redacted']
    default:
      return []
  }
}

function changesText(changes: readonly Change[]): string {
  const of = (is: (change: Change) => boolean): number => changes.filter(is).length
  const statusOf = (change: Change): string | null => (change.type === 'status-set' ? change.to : null)
  const counts: readonly (readonly [number, string])[] = [
    [of(({ type }) => type === 'added'), 'added'],
    [of(({ type }) => type === 'removed'), 'removed'],
    [of((change) => statusOf(change) === 'completed'), 'completed'],
    [of((change) => statusOf(change) === 'in_progress'), 'started'],
    [of((change) => statusOf(change) === 'blocked'), 'blocked'],
    [of((change) => statusOf(change) === 'cancelled'), 'cancelled'],
    [of((change) => statusOf(change) === 'pending'), 'put back'],
    [of(({ type }) => type === 'reworded'), 'reworded'],
  ]
  const told = counts.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`]))
  return told.length > 0 ? told.join(', ') : changes.length === 0 ? 'list sent again' : 'list changed'
}

/** A few calls with what they were given; of many only how often each tool was called. */
function toolsOf(events: readonly ReplayEvent[]): readonly string[] {
  const calls = events.filter(({ kind }) => kind === 'call')
  if (calls.length <= 2) return calls.map(({ tool = '', text }) => `${tool} ${cut(text, 120)}`.trim())
  const times = new Map<string, number>()
  for (const { tool = '' } of calls) times.set(tool, (times.get(tool) ?? 0) + 1)
  const names = [...times].map(([tool, number]) => (number === 1 ? tool : `${tool} ×${number}`))
  if (names.length <= 4) return [names.join(', ')]
  return [`${names.slice(0, 3).join(', ')} and ${count(names.length - 3, 'other tool')}`]
}
