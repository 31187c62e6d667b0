/** The whole screen as lines: what the terminal shows, and what tests read. */

import type { ReplayEventKind } from '../session-view/session-replay.js'
import type { SessionView } from '../session-view/session-view.js'
import type { ListEntry } from '../session-view/turn-summary.js'
import { clockText, type Mark, statusMarks, verdictMarks } from '../session-view/words.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { wrap } from '../text/wrap.js'
import { detailLines } from './details.js'
import { keyLines } from './keys.js'
import {
  changeMarks,
  eventMarks,
  filled,
  type Line,
  lineWidth,
  over,
  type Span,
  severityMarks,
  sides,
  sign,
  span,
} from './lines.js'
import {
  type Debugged,
  type DebuggerState,
  layoutOf,
  leastSize,
  pageRows,
  selectedRow,
  type TimelineRow,
  timelineRows,
  topOf,
} from './state.js'

export function screenLines(state: DebuggerState, debugged: Debugged): readonly Line[] {
  const view = debugged.sessions[state.session]
  const layout = layoutOf(state, debugged)
  const { columns, page } = state
  if (view === undefined || layout === null)
    return onePage(
      [
        `This terminal has ${columns} columns and ${state.rows} rows.`,
        `The debugger needs ${leastSize.columns} and ${leastSize.rows}.`,
        'Make it larger, or press q to quit.',
      ],
      state,
    )
  const head = headLine(state, view, debugged)
  const foot = footLine(state)
  if (page !== null) {
    const lines = page.kind === 'help' ? helpLines(columns) : sessionLines(page.at, state, debugged)
    const title = page.kind === 'help' ? 'Help (any key: back)' : 'Sessions (↑ ↓, Enter: open, Esc: back)'
    return [head, titleLine(title, true, columns), ...padded(lines, pageRows(state), columns), foot]
  }
  const { left, right, rows } = layout
  const allDetails = detailLines(state, view, right)
  const line = Math.min(state.line, allDetails.length - 1)
  const top = topOf(line, rows.details, allDetails.length)
  const details = allDetails
    .slice(top, top + rows.details)
    .map((each, row) => cursorLine(each.line, row + top === line, state, right))
  const rightPanes = [
    titleLine(`List after turn ${state.turn}`, state.focus === 'list', right),
    ...padded(listPane(state, view, right, rows.list), rows.list, right),
    detailsTitle(state, right),
    ...padded(details, rows.details, right),
  ]
  const timeline = timelineRows(view)
  const here = timeline.findIndex(({ turn, input }) => turn === state.turn && input === undefined)
  const first = topOf(here, rows.turns, timeline.length)
  const turns = timeline.slice(first, first + rows.turns).map((row) => timelineLine(row, state, view, left))
  const leftPane = [titleLine('Turns', state.focus === 'turns', left), ...padded(turns, rows.turns, left)]
  return [head, ...leftPane.map((line, row) => [...line, span('│', 'dim'), ...(rightPanes[row] ?? [])]), foot]
}

function onePage(texts: readonly string[], { columns, rows }: DebuggerState): readonly Line[] {
  return texts.slice(0, rows).map((text) => filled([span(printable(text, 300))], columns))
}

function padded(lines: readonly Line[], rows: number, columns: number): readonly Line[] {
  return Array.from({ length: rows }, (_, row) => filled(lines[row] ?? [], columns))
}

function cursorLine(line: Line, isHere: boolean, { focus }: DebuggerState, columns: number): Line {
  const [first, ...rest] = filled(line, columns)
  if (focus !== 'details' || !isHere || first === undefined) return line
  return over([{ ...first, text: `▸${first.text.slice(1)}` }, ...rest], 'inverse')
}

function titleLine(text: string, isActive: boolean, columns: number): Line {
  const title = isActive ? span(` ${text} `, 'bold', 'cyan') : span(` ${text} `, 'dim')
  return ruled([span('─', 'dim'), title], columns)
}

function detailsTitle({ details, focus, turn }: DebuggerState, columns: number): Line {
  const part = (name: string, text: string): readonly Span[] => {
    if (name !== details) return [span('─', 'dim'), span(` ${text} `, 'dim')]
    const shown = `[${text}]`
    return [span('─', 'dim'), focus === 'details' ? span(shown, 'bold', 'cyan') : span(shown, 'bold')]
  }
  return ruled([...part('turn', `t Turn ${turn}`), ...part('item', 'e Item')], columns)
}

function ruled(line: Line, columns: number): Line {
  return filled([...line, span('─'.repeat(Math.max(0, columns - lineWidth(line))), 'dim')], columns)
}

/** The session's name and how far it is at the cursor. */
function headLine({ session, turn, columns }: DebuggerState, view: SessionView, debugged: Debugged): Line {
  const { sessions } = debugged
  const { items } = view.listAt(turn)
  const done = items.filter(({ status }) => status === 'completed').length
  const unsupported = items.filter((item) => view.claimAt(item, turn)?.verdict === 'unsupported').length
  const time = clockText(view.turn(turn)?.at ?? '')
  const place = [
    printable(view.replay.profile, 40),
    ...(sessions.length > 1 ? [`session ${session + 1} of ${sessions.length}`] : []),
  ]
  const name = [span(` ${printable(view.replay.session, 200)}`, 'bold'), span(`  ${place.join('  ')}`, 'dim')]
  const progress = [
    span(`  turn ${turn} of ${view.lastTurn}${time === '' ? '' : `  ${time}`}`, 'dim'),
    items.length === 0 ? span('  no list', 'dim') : span(`  ${done}/${items.length} done`, 'bold'),
    ...(unsupported === 0 ? [] : [span(`  ${unsupported} unsupported`, 'red')]),
    span(' '),
  ]
  return sides(name, progress, columns)
}

/** The keys that are named at the bottom, as many as fit; the help and the way out always. */
const hints = '←→ turn  ↑↓ move  Tab pane  f to look at  r refusal  u update  / search  o unfold'
const lastHints = '? help  q quit'

function footLine({ prompt, message, page, columns }: DebuggerState): Line {
  if (prompt !== null) {
    const label = prompt.kind === 'turn' ? 'Go to turn' : 'Search'
    return filled([span(` ${label}: `, 'bold'), span(printable(prompt.text)), span('█')], columns)
  }
  if (message !== null) return filled([span(` ${printable(message, 300)}`, 'bold')], columns)
  if (page !== null) return filled([], columns)
  const drawn = (text: string) =>
    text.split('  ').map((hint) => {
      const [key = '', does = ''] = hint.split(/ (.*)/)
      return [span(` ${key}`, 'cyan'), span(` ${does} `, 'dim')]
    })
  const lines = drawn(hints)
  const ends = drawn(lastHints)
  while (lineWidth([...lines, ...ends].flat()) > columns) lines.pop()
  return filled([...lines, ...ends].flat(), columns)
}

/** What happened to the list, and what came from outside the model; of each the first that is there is shown. */
const ofList: readonly ReplayEventKind[] = ['rejection', 'roll-back', 'update']
const ofOutside: readonly ReplayEventKind[] = ['nag', 'continuation', 'compaction']
const severities = ['error', 'warning', 'info'] as const

function timelineLine(row: TimelineRow, state: DebuggerState, view: SessionView, columns: number): Line {
  const { turn, input } = row
  const digits = String(view.lastTurn).length
  if (input !== undefined) {
    const text = printable(input.text.replace(/^user: /, ''), columns)
    return filled([span(`${' '.repeat(digits + 2)}» ${text}`, 'cyan')], columns)
  }
  const kinds = view.kindsIn(turn)
  const firstOf = (order: readonly ReplayEventKind[]): Mark | null => {
    const kind = order.find((each) => kinds.has(each))
    return kind === undefined ? null : eventMarks[kind]
  }
  const found = severities.find((each) =>
    view.findingsIn(turn).some(({ finding }) => finding.severity === each),
  )
  const marks = [firstOf(ofList), firstOf(ofOutside), found === undefined ? null : severityMarks[found]]
  const whose = view.whoseTurn(turn)
  const summary = `${whose === null ? '' : `[${printable(whose, 16)}] `}${view.summaryOf(turn)}`
  const isQuiet = marks.every((mark) => mark === null)
  const isHere = turn === state.turn
  const line = [
    span(isHere ? '▸' : ' '),
    span(String(turn).padStart(digits), isHere ? 'bold' : 'dim'),
    span(' '),
    ...marks.map((mark) => (mark === null ? span(' ') : sign(mark))),
    span(' '),
    isQuiet ? span(printable(summary, columns), 'dim') : span(printable(summary, columns)),
  ]
  return isHere ? over(filled(line, columns), state.focus === 'turns' ? 'inverse' : 'bold') : line
}

/** The rows of the checklist that are seen; with room enough texts take as many lines as they need. */
function listPane(state: DebuggerState, view: SessionView, columns: number, rows: number): readonly Line[] {
  const all = view.entriesAt(state.turn)
  const { turn, focus } = state
  if (all.length === 0) {
    const next = view.lanes.updates.find((each) => each > turn)
    const text =
      next === undefined ? 'No list here.' : `No list here: the next change is in turn ${next} (u).`
    return [[span(` ${text}`, 'dim')]]
  }
  const selected = selectedRow(all, state.key)
  const drawn = (list: readonly ListEntry[], from: number, isWhole: boolean) =>
    list.flatMap((row, at) => {
      const lines = itemLines(row, at + from === selected, turn, view, columns, isWhole)
      if (at + from !== selected) return lines
      return lines.map((line) => over(line, focus === 'list' ? 'inverse' : 'bold'))
    })
  const whole = drawn(all, 0, true)
  const top = topOf(selected, rows, all.length)
  return whole.length <= rows ? whole : drawn(all.slice(top, top + rows), top, false)
}

function itemLines(
  { item, change }: ListEntry,
  isSelected: boolean,
  turn: number,
  view: SessionView,
  columns: number,
  isWhole: boolean,
): readonly Line[] {
  const { id, status, actor } = item
  const isGone = change === 'removed'
  const holder = view.holderOf({ status, actor })
  const reason = item.reason === null ? '' : ` (${printable(item.reason, 200)})`
  const who = holder === null ? '' : ` [${printable(holder, 24)}]`
  const text = `#${printable(id, 24)} ${printable(item.text, 500)}${reason}${who}`
  const before = [
    span(isSelected ? '▸' : ' '),
    change === null ? span(' ') : sign(changeMarks[change]),
    isGone ? span('   ') : sign(statusMarks[status]),
    span(' '),
  ]
  const note = noteOf(isGone, view.claimAt(item, turn)?.verdict)
  const room = columns - lineWidth(before) - lineWidth(note)
  const [first = '', ...rest] = isWhole ? wrap(text, room) : [text]
  const shown = (part: string) =>
    isGone || status === 'cancelled' ? span(part, 'dim') : change === null ? span(part) : span(part, 'bold')
  return [
    sides([...before, shown(first)], note, columns),
    ...rest.map((part) => filled([span(' '.repeat(lineWidth(before))), shown(part)], columns)),
  ]
}

function noteOf(isGone: boolean, verdict?: keyof typeof verdictMarks): Line {
  if (isGone) return [span(' removed ', 'red')]
  if (verdict === undefined) return []
  const { mark, style } = verdictMarks[verdict]
  return [span(` ${mark} ${verdict} `, style)]
}

/** What signs mean: in the timeline and the details, and on the list. */
const meanings: readonly (readonly [mark: Mark, means: string])[] = [
  [eventMarks.update, 'the list changed'],
  [eventMarks.rejection, 'an update was refused'],
  [eventMarks['roll-back'], 'an update was taken back'],
  [eventMarks.nag, 'a reminder'],
  [eventMarks.continuation, 'a continuation'],
  [eventMarks.compaction, 'compacted'],
  [severityMarks.error, 'an error; unsupported'],
  [severityMarks.warning, 'a warning; weak'],
  [verdictMarks.supported, 'supported; it worked'],
  [verdictMarks.undecided, 'only a reader can tell'],
  [verdictMarks.unknown, 'the log does not say'],
  [changeMarks.added, 'item added'],
  [changeMarks.started, 'started'],
  [changeMarks.reopened, 'reopened'],
  [changeMarks.reworded, 'reworded'],
  [changeMarks.moved, 'moved'],
  [changeMarks.removed, 'removed'],
]

function helpLines(columns: number): readonly Line[] {
  return keyLines.map(({ shown, does }, row) => {
    const [mark, means] = meanings[row] ?? []
    const keys = filled(
      [span(` ${shown.padEnd(11)}`, 'cyan'), span(does)],
      Math.min(46, Math.floor(columns * 0.56)),
    )
    return mark === undefined ? keys : [...keys, sign(mark), span(` ${means}`)]
  })
}

function sessionLines(at: number, state: DebuggerState, { sessions }: Debugged): readonly Line[] {
  const { columns } = state
  const rows = pageRows(state)
  const top = topOf(at, rows, sessions.length)
  return sessions.slice(top, top + rows).map((view, row) => {
    const { session, audit, parent, copied } = view.replay
    const { unsupported } = audit.summary.verdicts
    const grave = view.concerns.grave.length
    const facts = [
      count(view.lastTurn, 'turn'),
      audit.completions.length === 0 ? 'nothing completed' : `${audit.completions.length} completed`,
      ...(copied === undefined ? [] : [`${copied.completions} of them copied`]),
    ]
    const isHere = row + top === at
    const line = sides(
      [span(`${isHere ? '▸' : ' '}${parent === null ? '' : '↳ '}${printable(session, 200)}`)],
      [
        span(`  ${facts.join(', ')}`, 'dim'),
        ...(unsupported === 0 ? [] : [span(`  ${unsupported} unsupported`, 'red')]),
        ...(grave === 0 ? [] : [span(`  ${grave} to look at`, 'yellow')]),
        span(' '),
      ],
      columns,
    )
    return isHere ? over(line, 'inverse') : line
  })
}
