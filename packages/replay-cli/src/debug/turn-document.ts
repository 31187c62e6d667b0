/** A turn in lines: the list after it, the case of each completion in it, what else is found, and what happened. */

import { caseRows } from '../session-view/completion-words.js'
import { concernOf } from '../session-view/concerns.js'
import { readableInput, saidInWhole } from '../session-view/conversation.js'
import { type ReplayEvent, usageText } from '../session-view/session-replay.js'
import type { SessionView } from '../session-view/session-view.js'
import {
  changePhrase,
  clockText,
  eventWords,
  outcomeMarks,
  outcomeOf,
  phraseText,
  placeWords,
  severityStyles,
  verdictMarks,
} from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { cut } from '../text/cut.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'
import { eventMarks } from './marks.js'

export interface TurnLine {
  readonly text: string
  /** The event that it is the first line of, or of the item that it completes. */
  readonly seq?: number
}

/** More of one text is no reading: as many UTF-16 units are shown of it. */
const shownUnits = 100_000

/** @param unfolded true: with the whole texts of what happened */
export function turnDocument(
  view: SessionView,
  turn: number,
  unfolded: boolean,
  layout: TextLayout,
): readonly TurnLine[] {
  const { columns, style } = layout
  const at = (seq: number, lines: readonly string[]): readonly TurnLine[] =>
    lines.map((text, index) => (index === 0 ? { text, seq } : { text }))
  const played = view.turn(turn)
  if (played === undefined) return [{ text: 'There is no such turn.' }]
  const completions = view.replay.audit.completions.filter((completion) => completion.turn === turn)
  const cases = completions.map((completion) => {
    const { verdict, item, text, copied } = completion
    const { mark, style: name } = verdictMarks[verdict]
    const findings = concernOf(completion, view.replay.audit).findings
    const head = hang(
      `${mark} ${verdict.toUpperCase()} `,
      `#${printable(item, 24)} ${printable(text, 500)}`,
      columns,
    )
    const from =
      copied === undefined
        ? []
        : [{ label: 'copied', text: `from session ${printable(copied, 200)}, counted there` } as const]
    const rows = [...from, ...caseRows(completion, findings)].flatMap((row) =>
      labelled({ label: row.label, text: row.text }, { indent: 2, labelColumns: 10, columns, style }),
    )
    return { findings, lines: at(completion.seq, [...head.map((line) => style(name, line)), ...rows, '']) }
  })
  const told = new Set(cases.flatMap(({ findings }) => findings))
  const others = view.findingsIn(turn).flatMap(({ finding }) => {
    if (told.has(finding)) return []
    const { severity, item, message, rule, seq } = finding
    const about = item === null ? '' : `#${printable(item, 24)} `
    const lines = hang(`${severity} `, `${about}${printable(message, 1000)} [${rule}]`, columns)
    return at(
      seq,
      lines.map((line) => style(severityStyles[severity], line)),
    )
  })
  const time = clockText(played.at)
  const whose = view.whoseTurn(turn)
  const facts = [
    ...(whose === null ? [] : [`by ${printable(whose, 40)}`]),
    `events ${played.seqs.join('–')}`,
    ...(time === '' ? [] : [`${played.at.slice(0, 10)} ${time}`]),
    ...(played.usage === undefined ? [] : [`tokens ${usageText(played.usage)}`]),
  ]
  return [
    ...listLines(view, turn, layout).map((text) => ({ text })),
    { text: '' },
    ...cases.flatMap(({ lines }) => lines),
    ...others,
    ...hang('', facts.join(', '), columns).map((line) => ({ text: style('dim', line) })),
    ...played.events.flatMap((event) => at(event.seq, eventLines(event, view, turn, unfolded, layout))),
  ]
}

function listLines(view: SessionView, turn: number, { columns, style }: TextLayout): readonly string[] {
  const entries = view.entriesAt(turn)
  if (entries.length === 0) return [style('dim', 'No list here.')]
  return entries.flatMap(({ item, change, words }) => {
    const claim = change === 'removed' ? undefined : view.claimAt(item, turn)
    const mark = claim === undefined ? null : verdictMarks[claim.verdict]
    const notes = [
      ...(words === null ? [] : [words]),
      ...(mark === null ? [] : [`${mark.mark} ${claim?.verdict}`]),
    ]
    const lines = itemText({ ...item, holder: view.holderOf(item) }, columns, style)
    const note = notes.length === 0 ? [] : hang('    ', notes.join(', '), columns)
    return [...lines, ...note.map((line) => style(mark?.style ?? 'bold', line))]
  })
}

/** A step: what it was, what it did to the list, and its texts in whole where they are unfolded. */
function eventLines(
  event: ReplayEvent,
  view: SessionView,
  turn: number,
  unfolded: boolean,
  { columns, style }: TextLayout,
): readonly string[] {
  const { seq, kind, changes = [], violations = [] } = event
  const { mark, style: name } = kind === 'call' ? outcomeMarks[outcomeOf(event.ok)] : eventMarks[kind]
  const who = view.whoElse(event)
  const said = `${who === null ? '' : `[${who.slice(0, 24)}] `}${eventText(event)}`
  const texts = unfolded ? view.textsOf(seq) : null
  const isCall = texts?.input != null
  const place = ` (${placeWords(event)})`
  const [first = '', ...rest] =
    texts === null || isCall
      ? hang(`${mark} `, `${printable(said, unfolded ? 600 : columns)}${place}`, columns)
      : textLines(`${mark} `, saidInWhole(said, texts.output) + place, columns)
  const under = (text: string) => hang('    ', text, columns)
  return [
    `${style(name, mark)}${first.slice(mark.length)}`,
    ...rest,
    ...changes.flatMap((change) =>
      under(
        phraseText(
          changePhrase(change, (key) => view.itemAt(key, turn)),
          printable,
        ),
      ),
    ),
    ...violations.flatMap(({ rule, message }) => {
      const text = `${kind === 'rejection' ? '' : 'flagged: '}${printable(message, 400)} [${printable(rule, 60)}]`
      return under(text).map((line) => style(kind === 'rejection' ? 'red' : 'yellow', line))
    }),
    ...(isCall
      ? [
          ...textLines('    given  ', readableInput(texts.input), columns),
          ...textLines('    result ', texts.output ?? 'none in the log', columns),
        ]
      : []),
  ]
}

function eventText({ kind, text, tool = kind, verify, effect }: ReplayEvent): string {
  switch (kind) {
    case 'call': {
      const what = verify === true ? ' (check)' : effect === 'write' ? ' (write)' : ''
      return `${tool}${what} ${text}`
    }
    // The changes and the violations stand below it.
    case 'update':
      return `${tool} changes the list`
    case 'rejection':
      return `${tool} was refused`
    case 'message':
      return text.replace(/^assistant: /, '')
    default:
      return `${eventWords[kind]}: ${text}`
  }
}

/** A text of several lines; `before` stands before the first, as much space before the others. */
function textLines(before: string, text: string, columns: number): readonly string[] {
  const shown = cut(text, shownUnits)
  const left = text.length - shown.length
  const space = ' '.repeat(before.length)
  return [
    ...shown
      .trimEnd()
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .flatMap((line, index) => {
        const indent = /^[ \t]*/.exec(line)?.[0].replace(/\t/g, '  ').slice(0, 20) ?? ''
        return hang(`${index === 0 ? before : space}${indent}`, printable(line, shownUnits), columns)
      }),
    ...(left === 0 ? [] : hang(space, `and ${count(left, 'more character')}: export has all of it`, columns)),
  ]
}
