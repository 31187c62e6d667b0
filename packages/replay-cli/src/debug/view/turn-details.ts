/** What happened in a turn, event by event, with what is found about it. */

import type { Change, Violation } from '@todo-ledger/core'
import type { ReplayEvent } from '../../replay/session-replay.js'
import { printable } from '../../text/printable.js'
import { differs } from '../../what-if/difference.js'
import type { SessionIndex } from '../model/session-index.js'
import { callLines } from './call-lines.js'
import type { DetailContext, DetailLine } from './detail-line.js'
import { clock } from './head.js'
import { hanging, type Line, sides, span } from './lines.js'
import { changeSign, differenceSign, eventSign, outcomeSign, severitySign } from './marks.js'

/** As many UTF-16 units of an event are shown before it is opened. */
const limit = 120

/** The lines of a turn. */
export function turnDetails(context: DetailContext): readonly DetailLine[] {
  const { index, turn, columns } = context
  const played = index.turn(turn)
  if (played === undefined) return [{ line: [span(' There is no such turn.', 'dim')] }]
  const [first, last] = played.seqs
  const time = clock(played.at)
  const facts = [`events ${first}–${last}`, ...(time === '' ? [] : [`${played.at.slice(0, 10)} ${time}`])]
  const events = played.events.flatMap((event) => eventLines(event, context))
  return [
    { line: [span(` ${facts.join(', ')}`, 'dim')] },
    ...findingLines(context),
    ...(context.whatIf === null ? [] : whatIfLines(context)),
    ...events,
    ...(events.length === 0 ? [{ line: [span(' Nothing is recorded of it.', 'dim')] }] : []),
  ].map((each) => ({ ...each, line: each.line.length === 0 ? [span(' '.repeat(columns))] : each.line }))
}

function findingLines({ index, turn, columns }: DetailContext): readonly DetailLine[] {
  return index.findingsIn(turn).flatMap(({ finding, key }): DetailLine[] => {
    const { severity, rule, message, item } = finding
    const about = item === null ? '' : `#${printable(item, 24)} `
    const lines = hanging(
      [span(' '), severitySign(severity), span(' ')],
      `${about}${printable(message, 600)} [${rule}]`,
      columns - 1,
      ...(severity === 'error' ? (['red'] as const) : severity === 'warning' ? (['yellow'] as const) : []),
    )
    if (key === null) return lines.map((line) => ({ line }))
    return lines.map((line) => ({ line, enter: { kind: 'go', turn, key } }))
  })
}

function eventLines(event: ReplayEvent, context: DetailContext): readonly DetailLine[] {
  const { open, columns, index } = context
  const { seq, kind } = event
  const isOpen = open.has(seq)
  const sign = kind === 'call' ? outcomeSign(event.ok) : eventSign(kind)
  const text = printable(eventText(event), isOpen ? 4000 : limit)
  const before: Line = [span(' '), sign, span(' ')]
  const place = placeSpan(event)
  const room = columns - 1
  const [first = [], ...rest] = isOpen
    ? hanging(before, text, room - place.text.length)
    : [[...before, span(text)]]
  const call = isOpen ? index.call(seq) : undefined
  const lines: readonly Line[] = [
    sides(first, [place], room),
    ...rest,
    ...(event.changes ?? []).flatMap((change) => changeLines(change, context)),
    ...(event.violations ?? []).flatMap((violation) => violationLines(violation, kind, room)),
    ...(call === undefined ? [] : callLines(call, room)),
  ]
  const enter = { kind: 'toggle' as const, seq }
  return lines.map((line, place) => (place === 0 ? { line, seq, enter } : { line, enter }))
}

function eventText({ kind, text, tool, verify, effect }: ReplayEvent): string {
  switch (kind) {
    case 'call': {
      const what = verify === true ? ' (check)' : effect === 'write' ? ' (write)' : ''
      return `${tool ?? 'call'}${what} ${text}`
    }
    case 'update':
    case 'rejection':
      // The changes and the violations stand below it.
      return kind === 'update' ? `${tool ?? 'update'} changes the list` : `${tool ?? 'update'} was refused`
    case 'message':
      return text.replace(/^assistant: /, '')
    default:
      return `${kind}: ${text}`
  }
}

/** Where an event stands: its line in the recorded file, else its seq. */
function placeSpan({ source, seq }: ReplayEvent): ReturnType<typeof span> {
  return span(source === undefined ? ` seq ${seq}` : ` :${source.line}`, 'dim')
}

function changeLines(change: Change, { index, turn, columns }: DetailContext): readonly Line[] {
  const [sign, text] = changeText(change, index, turn)
  return hanging([span('     '), sign, span(' ')], text, columns - 1)
}

function changeText(
  change: Change,
  index: SessionIndex,
  turn: number,
): readonly [sign: ReturnType<typeof span>, text: string] {
  if (change.type === 'goal-set') return [span(' '), `goal: ${printable(change.to ?? 'none', 300)}`]
  const name = nameOf(change.key, index, turn)
  switch (change.type) {
    case 'added': {
      const status = change.status === 'pending' ? '' : ` (${change.status})`
      const since = change.before === undefined ? '' : ', there before the log'
      return [
        changeSign('added'),
        `#${printable(change.id, 24)} ${printable(change.text, 300)}${status}${since}`,
      ]
    }
    case 'removed':
      return [
        changeSign('removed'),
        `#${printable(change.id, 24)} ${printable(change.text, 300)} (${change.status})`,
      ]
    case 'reworded':
      return [
        changeSign('reworded'),
        `${name}: ${printable(change.from, 200)} → ${printable(change.to, 200)}`,
      ]
    case 'moved':
      return [changeSign('moved'), `${name}: from place ${change.from + 1} to ${change.to + 1}`]
    case 'status-set': {
      const reason = change.reason === null ? '' : ` (${printable(change.reason, 200)})`
      const kind = change.to === 'in_progress' ? 'started' : change.to === 'pending' ? 'reopened' : change.to
      return [changeSign(kind), `${name}: ${change.from} → ${change.to}${reason}`]
    }
    case 'field-set':
      return [
        span('·', 'dim'),
        `${name}: ${change.field} ${printable(JSON.stringify(change.from) ?? '', 80)} → ${printable(JSON.stringify(change.to) ?? '', 80)}`,
      ]
  }
}

/** An item by the id and the text that it has at the end of the turn, or had before. */
function nameOf(key: string, index: SessionIndex, turn: number): string {
  const items = [...index.listAt(turn).items, ...index.listBefore(turn).items]
  const item = items.find((each) => each.key === key) ?? index.item(key)
  return item === undefined ? 'an item' : `#${printable(item.id, 24)} ${printable(item.text, 60)}`
}

function violationLines(
  { rule, message }: Violation,
  kind: ReplayEvent['kind'],
  columns: number,
): readonly Line[] {
  const isRefusal = kind === 'rejection'
  const text = `${isRefusal ? '' : 'flagged: '}${printable(message, 400)} [${printable(rule, 60)}]`
  return hanging([span('     ')], text, columns, isRefusal ? 'red' : 'yellow')
}

/** What would have become of the turn's todo calls under the other profile. */
function whatIfLines({ whatIf, turn, columns }: DetailContext): readonly DetailLine[] {
  if (whatIf === null) return []
  const { profile } = whatIf.result
  const attempts = whatIf.attemptsIn(turn).flatMap((attempt): readonly Line[] => {
    const { tool, recorded, whatIf: outcome, beyond, violations, notCarried = [], reply } = attempt
    const told = outcome ?? 'not to be said in the tools'
    const late = beyond === true ? ' (this turn would not have come)' : ''
    const head = `${printable(tool, 40)}: ${recorded} as recorded, ${told} under ${printable(profile, 40)}${late}`
    const why = violations[0]?.message ?? notCarried[0] ?? (outcome === 'rejected' ? reply : '')
    const sign = differs(attempt) ? differenceSign : span('=', 'dim')
    return [
      ...hanging(
        [span(' '), sign, span(' ')],
        head,
        columns - 1,
        ...(differs(attempt) ? (['yellow'] as const) : []),
      ),
      ...(why === '' ? [] : hanging([span('     ')], printable(why, 400), columns - 1)),
    ]
  })
  const reminders = whatIf
    .remindersAfter(turn)
    .flatMap((text) => hanging([span(' '), eventSign('nag'), span(' ')], printable(text, 300), columns - 1))
  return [...attempts, ...reminders].map((line) => ({ line }))
}
