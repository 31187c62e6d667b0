/** The whole screen as lines: what the terminal shows, and what tests read. */

import { printable } from '../../text/printable.js'
import type { Debugged, DebuggerState, Details, Pane } from '../model/debugger-state.js'
import { layoutOf, leastSize, pageRows } from '../model/layout.js'
import { detailLines, shownWhatIf } from './details.js'
import { headLine, mapLine } from './head.js'
import { filled, type Line, lineWidth, marked, over, span } from './lines.js'
import { listPane } from './list-pane.js'
import { pageLines, pageTitle } from './pages.js'
import { turnsPane } from './turns-pane.js'

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
  const shown = debugged.sessions[state.session]
  const layout = layoutOf(state, debugged)
  const { columns } = state.size
  if (layout === null || shown === undefined) return tooSmall(state)
  const { index } = shown
  const head = [headLine(state, index, debugged.sessions.length), mapLine(state, index)]
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
  const searched = state.search === null ? '' : printable(state.search.text)
  const { left, right, rows } = layout
  const pane = (name: Pane, title: Line, lines: readonly Line[], width: number): PaneView => ({
    title,
    lines: padded(lines, rows[name], width).map((line) => marked(line, searched)),
    columns: width,
  })
  const details = detailLines(state, debugged, right)
    .slice(state.tops.details, state.tops.details + rows.details)
    .map(({ line }, place) => cursorLine(line, place + state.tops.details === state.line, state, right))
  const listTitle =
    whatIf === null ? `List after turn ${state.turn}` : `List under ${printable(whatIf.result.profile, 40)}`
  return {
    kind: 'panes',
    head,
    panes: {
      turns: pane(
        'turns',
        titleLine([['Turns', state.focus === 'turns']], left),
        turnsPane(state, index, whatIf, left, rows.turns),
        left,
      ),
      list: pane(
        'list',
        titleLine([[listTitle, state.focus === 'list']], right),
        listPane(state, index, whatIf, right, rows.list),
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

function tooSmall({ size }: DebuggerState): ScreenView {
  const { columns, rows } = size
  const told = [
    `This terminal has ${columns} columns and ${rows} rows.`,
    `The debugger needs ${leastSize.columns} and ${leastSize.rows}.`,
    'Make it larger, or press q to quit.',
  ]
  const lines = told.map((text) => filled([span(text)], columns))
  const page = { title: [], lines: lines.slice(0, rows), columns }
  return { kind: 'page', head: [], page, foot: null }
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

/** The keys that are told at the bottom, as many as fit; the help and the way out always. */
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
  ['w', 'what if'],
  ['g', 'go to turn'],
]
const lastHints: typeof hints = [
  ['?', 'help'],
  ['q', 'quit'],
]

function hintLine(columns: number): Line {
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

function footLine({ prompt, message, size, whatIf, page }: DebuggerState): Line {
  const { columns } = size
  if (prompt !== null) {
    const label = prompt.kind === 'jump' ? 'Go to turn: ' : 'Search: '
    return filled([span(` ${label}`, 'bold'), span(printable(prompt.text)), span('█')], columns)
  }
  if (whatIf.kind === 'wanted')
    return filled([span(` driving the session under ${whatIf.profile} …`, 'bold')], columns)
  if (message !== null) return filled([span(` ${printable(message, 300)}`, 'bold')], columns)
  if (page !== null) return filled([span(' Esc', 'cyan'), span(' back', 'dim')], columns)
  return hintLine(columns)
}
