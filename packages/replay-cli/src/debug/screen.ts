/** The whole screen as lines: what the terminal shows, and what tests read. */

import { wordsOf } from '../session-view/search.js'
import type { SessionView, TimelineRow } from '../session-view/session-view.js'
import { clockText } from '../session-view/words.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { detailLines, shownWhatIf } from './details.js'
import { keyHelp } from './keys.js'
import { filled, hanging, type Line, lineWidth, marked, over, type Span, sides, span } from './lines.js'
import { listPane } from './list-pane.js'
import { changeLegend, differenceSign, gravestSign, legend, turnSigns } from './signs.js'
import {
  type Debugged,
  type DebuggerState,
  type Details,
  layoutOf,
  leastSize,
  type Page,
  type Pane,
  pageRows,
} from './state.js'
import type { WhatIfReplay } from './what-if.js'

/** A part of the screen that holds one thing. */
export interface PaneView {
  /** The line above it. */
  readonly title: Line
  /** Its lines, as many as it has rows. */
  readonly lines: readonly Line[]
  /** Its columns. */
  readonly columns: number
}

/** The screen. */
export type ScreenView =
  | {
      /** The panes. */
      readonly kind: 'panes'
      /** The two lines at the top. */
      readonly head: readonly Line[]
      /** The panes. */
      readonly panes: { readonly [P in Pane]: PaneView }
      /** The line at the bottom. */
      readonly foot: Line
    }
  | {
      /** One page from edge to edge. */
      readonly kind: 'page'
      /** The lines at the top. */
      readonly head: readonly Line[]
      /** The page. */
      readonly page: PaneView
      /** The line at the bottom; null where there is no room for it. */
      readonly foot: Line | null
    }

/** What the screen shows. */
export function screenView(state: DebuggerState, debugged: Debugged): ScreenView {
  const view = debugged.sessions[state.session]
  const layout = layoutOf(state, debugged)
  const { columns } = state.size
  if (view === undefined) return onePage([state.message ?? '', '', 'q quits.'], state)
  if (layout === null) return tooSmall(state)
  const head = [headLine(state, view, debugged), mapLine(state, view)]
  const foot = footLine(state)
  if (state.page !== null) {
    const rows = pageRows(state)
    const lines = pageLines(state.page, state, debugged, rows)
    const page = {
      title: titleLine([[pageTitle(state.page), true]], columns),
      lines: padded(lines, rows, columns),
      columns,
    }
    return { kind: 'page', head, page, foot }
  }
  const whatIf = shownWhatIf(state)
  const searched = state.search === null ? [] : wordsOf(printable(state.search.text))
  const { left, right, rows } = layout
  const pane = (name: Pane, title: Line, lines: readonly Line[], width: number): PaneView => ({
    title,
    lines: padded(lines, rows[name], width).map((line) => marked(line, searched)),
    columns: width,
  })
  const details = detailLines(state, debugged, right)
    .slice(state.tops.details, state.tops.details + rows.details)
    .map(({ line }, place) => cursorLine(line, place + state.tops.details === state.line, state, right))
  if (state.isWide) {
    const page = pane('details', detailsTitle(state, right), details, right)
    return { kind: 'page', head, page, foot }
  }
  const listTitle =
    whatIf === null ? `List after turn ${state.turn}` : `List under ${printable(whatIf.result.profile, 40)}`
  return {
    kind: 'panes',
    head,
    panes: {
      turns: pane(
        'turns',
        titleLine([['Turns', state.focus === 'turns']], left),
        turnsPane(state, view, whatIf, left, rows.turns),
        left,
      ),
      list: pane(
        'list',
        titleLine([[listTitle, state.focus === 'list']], right),
        listPane(state, view, whatIf, right, rows.list),
        right,
      ),
      details: pane('details', detailsTitle(state, right), details, right),
    },
    foot,
  }
}

/** The lines of the screen, from edge to edge. */
export function screenLines(view: ScreenView): readonly Line[] {
  const { head, foot } = view
  if (view.kind === 'page') {
    const { title, lines } = view.page
    return [...head, ...(title.length === 0 ? [] : [title]), ...lines, ...(foot === null ? [] : [foot])]
  }
  const { turns, list, details } = view.panes
  const left = [turns.title, ...turns.lines]
  const right = [list.title, ...list.lines, details.title, ...details.lines]
  return [...head, ...left.map((line, row) => [...line, span('│', 'dim'), ...(right[row] ?? [])]), view.foot]
}

function tooSmall(state: DebuggerState): ScreenView {
  const { columns, rows } = state.size
  return onePage(
    [
      `This terminal has ${columns} columns and ${rows} rows.`,
      `The debugger needs ${leastSize.columns} and ${leastSize.rows}.`,
      'Make it larger, or press q to quit.',
    ],
    state,
  )
}

/** Texts on a screen that shows nothing else. */
function onePage(texts: readonly string[], { size: { columns, rows } }: DebuggerState): ScreenView {
  const lines = texts.map((text) => filled([span(printable(text, 300))], columns))
  return { kind: 'page', head: [], page: { title: [], lines: lines.slice(0, rows), columns }, foot: null }
}

function padded(lines: readonly Line[], rows: number, columns: number): readonly Line[] {
  const kept = lines.slice(0, rows).map((line) => filled(line, columns))
  const blank = filled([], columns)
  return [...kept, ...Array.from({ length: rows - kept.length }, () => blank)]
}

function cursorLine(line: Line, isHere: boolean, { focus }: DebuggerState, columns: number): Line {
  if (focus !== 'details' || !isHere) return line
  const [first, ...rest] = filled(line, columns)
  if (first === undefined) return line
  return over([{ ...first, text: `▸${first.text.slice(1)}` }, ...rest], 'inverse')
}

/** A rule with words in it: those that have the keys are set off. */
function titleLine(words: readonly (readonly [text: string, isActive: boolean])[], columns: number): Line {
  const parts = words.flatMap(([text, isActive]) => [
    span('─', 'dim'),
    isActive ? span(` ${text} `, 'bold', 'cyan') : span(` ${text} `, 'dim'),
  ])
  const line: Line = [...parts, span('─'.repeat(columns), 'dim')]
  const used = parts.reduce((sum, { text }) => sum + text.length, 0)
  return used >= columns
    ? filled(parts, columns)
    : filled([...line.slice(0, -1), span('─'.repeat(columns - used), 'dim')], columns)
}

function detailsTitle({ details, focus, turn }: DebuggerState, columns: number): Line {
  const words: readonly (readonly [Details, string])[] = [
    ['turn', `t Turn ${turn}`],
    ['evidence', 'e Evidence'],
    ['life', 'b Life'],
  ]
  const parts = words.flatMap(([name, text]) => {
    const isShown = name === details
    const styles = isShown
      ? focus === 'details'
        ? (['bold', 'cyan'] as const)
        : (['bold'] as const)
      : (['dim'] as const)
    return [span('─', 'dim'), span(isShown ? `[${text}]` : ` ${text} `, ...styles)]
  })
  const used = parts.reduce((sum, { text }) => sum + text.length, 0)
  return filled([...parts, span('─'.repeat(Math.max(0, columns - used)), 'dim')], columns)
}

/** The keys that are named at the bottom, as many as fit; the help and the way out always. */
const hints: readonly (readonly [key: string, does: string])[] = [
  ['←→', 'turn'],
  ['↑↓', 'move'],
  ['Tab', 'pane'],
  ['f', 'finding'],
  ['r', 'refusal'],
  ['u', 'update'],
  ['e', 'evidence'],
  ['/', 'search'],
  ['b', 'life'],
  ['o', 'unfold'],
  ['z', 'read'],
  ['w', 'what if'],
  ['g', 'go to turn'],
]
const lastHints: typeof hints = [
  ['?', 'help'],
  ['q', 'quit'],
]

/** Those of the details alone. */
const wideHints: typeof hints = [
  ['←→', 'turn'],
  ['PgDn', 'read on'],
  ['Enter', 'unfold'],
  ['o', 'all'],
  ['z', 'back'],
]

function hintLine(columns: number, hints: readonly (readonly [key: string, does: string])[]): Line {
  const drawnHint = ([key, does]: readonly [string, string]): Line => [
    span(` ${key}`, 'cyan'),
    span(` ${does} `, 'dim'),
  ]
  const last = lastHints.flatMap(drawnHint)
  let room = columns - lineWidth(last)
  const line = hints.flatMap((hint) => {
    const drawn = drawnHint(hint)
    room -= lineWidth(drawn)
    return room < 0 ? [] : drawn
  })
  return filled([...line, ...last], columns)
}

function footLine({ prompt, message, size, whatIf, page, isWide }: DebuggerState): Line {
  const { columns } = size
  if (prompt !== null) {
    const label = prompt.kind === 'jump' ? 'Go to turn: ' : 'Search: '
    return filled([span(` ${label}`, 'bold'), span(printable(prompt.text)), span('█')], columns)
  }
  if (whatIf.kind === 'wanted')
    return filled([span(` driving the session under ${whatIf.profile} …`, 'bold')], columns)
  if (message !== null) return filled([span(` ${printable(message, 300)}`, 'bold')], columns)
  if (page !== null) return filled([span(' Esc', 'cyan'), span(' back', 'dim')], columns)
  return hintLine(columns, isWide ? wideHints : hints)
}

/** The session's name and how far it is at the cursor. */
function headLine(state: DebuggerState, view: SessionView, { sessions, isFollowed }: Debugged): Line {
  const { session, profile } = view.replay
  const several = sessions.length
  const place = `${several > 1 ? `  session ${state.session + 1} of ${several}` : ''}${isFollowed ? '  followed' : ''}`
  const name: Line = [
    span(` ${printable(session, 200)}`, 'bold'),
    span(`  ${printable(profile, 40)}${place}`, 'dim'),
  ]
  return sides(name, progressSpans(state, view), state.size.columns)
}

function progressSpans({ turn }: DebuggerState, view: SessionView): Line {
  const { items } = view.listAt(turn)
  const done = items.filter(({ status }) => status === 'completed').length
  const time = clockText(view.turn(turn)?.at ?? '')
  const unsupported = items.filter((item) => view.claimAt(item, turn)?.verdict === 'unsupported').length
  return [
    span('  turn ', 'dim'),
    span(`${turn}`, 'bold'),
    span(` of ${view.lastTurn}`, 'dim'),
    ...(time === '' ? [] : [span(`  ${time}`, 'dim')]),
    ...(items.length === 0
      ? [span('  no list', 'dim')]
      : [span('  '), span(`${done}/${items.length} done`, 'bold')]),
    ...(unsupported === 0 ? [] : [span('  '), span(`${unsupported} unsupported`, 'red')]),
    span(' '),
  ]
}

/** All turns in one line, each sign the gravest of as many turns as fit into a column; ◆ is the cursor. */
function mapLine({ turn, size }: DebuggerState, view: SessionView): Line {
  const columns = size.columns - 2
  const turns = view.lastTurn - view.firstTurn + 1
  const places = Math.min(columns, turns)
  const here = placeOf(turn, view, places)
  const spans: Span[] = [span(' ')]
  for (let place = 0; place < places; place += 1)
    spans.push(place === here ? span('◆', 'bold', 'cyan') : signAt(place, view, places))
  return filled(spans, size.columns)
}

function placeOf(turn: number, { firstTurn, lastTurn }: SessionView, places: number): number {
  return Math.floor(((turn - firstTurn) * places) / (lastTurn - firstTurn + 1))
}

/** The map of a session does not change: it is drawn once for a width. */
const maps = new WeakMap<SessionView, { readonly places: number; readonly signs: readonly Span[] }>()

function signAt(place: number, view: SessionView, places: number): Span {
  let map = maps.get(view)
  if (map === undefined || map.places !== places) {
    map = { places, signs: signsOf(view, places) }
    maps.set(view, map)
  }
  return map.signs[place] ?? span(' ')
}

function signsOf(view: SessionView, places: number): readonly Span[] {
  const gravest = Array.from({ length: places }, () => ({
    sign: span('·', 'dim'),
    rank: Number.POSITIVE_INFINITY,
  }))
  for (let turn = view.firstTurn; turn <= view.lastTurn; turn += 1) {
    const sign = gravestSign(view.marksOf(turn))
    const place = placeOf(turn, view, places)
    if (sign.rank < (gravest[place]?.rank ?? 0)) gravest[place] = sign
  }
  return gravest.map(({ sign }) => sign)
}

/** More UTF-16 units of a summary than a row can hold. */
const limit = 160

/** The rows of the timeline that are seen. @param whatIf the session under another profile, while it is shown */
function turnsPane(
  state: DebuggerState,
  view: SessionView,
  whatIf: WhatIfReplay | null,
  columns: number,
  rows: number,
): readonly Line[] {
  const { turns: top } = state.tops
  return view.rows.slice(top, top + rows).map((row) => timelineLine(row, state, view, whatIf, columns))
}

function timelineLine(
  row: TimelineRow,
  { turn, focus }: DebuggerState,
  view: SessionView,
  whatIf: WhatIfReplay | null,
  columns: number,
): Line {
  const digits = String(view.lastTurn).length
  if (row.kind === 'input') {
    const text = printable(row.event.text.replace(/^user: /, ''), limit)
    return filled([span(`${' '.repeat(digits + 2)}» ${text}`, 'cyan')], columns)
  }
  const marks = view.marksOf(row.turn)
  const whose = view.whoseTurn(row.turn)
  const summary = `${whose === null ? '' : `[${printable(whose, 16)}] `}${view.summaryOf(row.turn)}`
  const isHere = row.turn === turn
  const differs = whatIf?.differsIn(row.turn) === true
  const [list, outside, finding] = turnSigns(marks)
  const isQuiet = list === null && outside === null && finding === null
  const line = filled(
    [
      span(isHere ? '▸' : ' '),
      span(String(row.turn).padStart(digits), ...(isHere ? (['bold'] as const) : (['dim'] as const))),
      span(' '),
      differs ? differenceSign : (list ?? span(' ')),
      outside ?? span(' '),
      finding ?? span(' '),
      span(' '),
      isQuiet ? span(printable(summary, limit), 'dim') : span(printable(summary, limit)),
    ],
    columns,
  )
  return isHere ? over(line, ...(focus === 'turns' ? (['inverse'] as const) : (['bold'] as const))) : line
}

/** How many lines a page has, or can be chosen from. */
export function pageLength(kind: Page['kind'], debugged: Debugged, columns: number): number {
  if (kind === 'help') return helpLines(columns).length
  return kind === 'sessions' ? debugged.sessions.length : debugged.profiles.length + 1
}

/** The title of a page. */
function pageTitle({ kind }: Page): string {
  if (kind === 'help') return 'Help (Esc: back)'
  return kind === 'sessions'
    ? 'Sessions (↑ ↓, Enter: open, Esc: back)'
    : 'What if it had run under another profile? (↑ ↓, Enter: drive it, Esc: back)'
}

/** The lines of a page that are seen. */
function pageLines(page: Page, state: DebuggerState, debugged: Debugged, rows: number): readonly Line[] {
  const { columns } = state.size
  if (page.kind === 'help') return helpLines(columns).slice(page.at, page.at + rows)
  const lines =
    page.kind === 'sessions' ? sessionLines(debugged, columns) : profileLines(state, debugged, columns)
  const top = Math.max(0, Math.min(page.at - Math.floor(rows / 2), lines.length - rows))
  return lines.slice(top, top + rows).map((line, place) => {
    const isHere = place + top === page.at
    const whole = filled([span(isHere ? '▸' : ' '), ...line], columns)
    return isHere ? over(whole, 'inverse') : whole
  })
}

const keyColumns = 11

function helpLines(columns: number): readonly Line[] {
  const groups = keyHelp.map(({ title, keys }): readonly Line[] => [
    [span(` ${title}`, 'bold')],
    ...keys.map(({ keys: names, does }): Line => [span(` ${names.padEnd(keyColumns)}`, 'cyan'), span(does)]),
    [],
  ])
  const signs: readonly Line[] = [
    [span(' Signs', 'bold')],
    ...legend.map(([sign, means]): Line => [span(' '), sign, span(` ${means}`)]),
    [],
    [span(' On the list, what the turn did to an item', 'bold')],
    ...changeLegend.map(([sign, means]): Line => [span(' '), sign, span(` ${means}`)]),
    [],
  ]
  const about = hanging(
    [span(' ')],
    'Support, from 0 to 1, says how well the log shows that an item that is marked as done was done. The map at the top has a sign for each turn, or for as many as fit; ◆ is the turn that is shown.',
    columns - 1,
  )
  const left = groups.flat()
  if (columns < 110) return [...about, [], ...left, ...signs]
  const half = Math.floor(columns / 2)
  const length = Math.max(left.length, signs.length)
  const both = Array.from(
    { length },
    (_, row): Line => [...filled(left[row] ?? [], half), ...(signs[row] ?? [])],
  )
  return [...about, [], ...both]
}

function sessionLines({ sessions }: Debugged, columns: number): readonly Line[] {
  return sessions.map((view) => {
    const { session, audit, parent, copied } = view.replay
    const { unsupported } = audit.summary.verdicts
    const grave = view.findings.filter(({ finding }) => finding.severity !== 'info').length
    const facts = [
      count(view.lastTurn, 'turn'),
      audit.completions.length === 0 ? 'nothing completed' : `${audit.completions.length} completed`,
      ...(copied === undefined ? [] : [`${copied.completions} of them copied`]),
    ]
    const name = `${parent === null ? '' : '↳ '}${printable(session, 200)}`
    const wrong: Line = [
      ...(unsupported === 0 ? [] : [span(`  ${unsupported} unsupported`, 'red')]),
      ...(grave === 0 ? [] : [span(`  ${count(grave, 'finding')}`, 'yellow')]),
    ]
    return sides([span(name)], [span(`  ${facts.join(', ')}`, 'dim'), ...wrong, span(' ')], columns - 1)
  })
}

function profileLines({ whatIf }: DebuggerState, { profiles }: Debugged, columns: number): readonly Line[] {
  const shown = whatIf.kind === 'ready' ? whatIf.replay.result.profile : null
  const widest = Math.max(...profiles.map(({ name }) => name.length), 12) + 2
  const lines = profiles.map(({ name, summary }): Line => {
    const note = name === shown ? ' (driven)' : ''
    return filled(
      [span(name.padEnd(widest), 'bold'), span(printable(`${summary}${note}`, 300), 'dim')],
      columns - 1,
    )
  })
  return [[span('as recorded'.padEnd(widest), 'bold'), span('only what happened', 'dim')], ...lines]
}
