/** The debugger without a terminal: what it shows, what a key does to that, and the screen as lines. */

import { Failure } from '../failure.js'
import { decisiveSeq, sentenceOf, turnOf } from '../session-view/concerns.js'
import { neighbour, type SessionView } from '../session-view/session-view.js'
import { clockText } from '../session-view/words.js'
import type { KeyPress } from '../terminal/key-reader.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { type Style, styleFor, type TextLayout } from '../text/style.js'
import { fit, pad, wrap } from '../text/wrap.js'
import { eventMarks, severityMarks } from './marks.js'
import { type TurnLine, turnDocument } from './turn-document.js'

export interface DebuggerState extends TextLayout {
  readonly rows: number
  /** The place of the session among the sessions. */
  readonly session: number
  readonly turn: number
  /** The first line of the turn that is seen. */
  readonly top: number
  /** The place among what there is to look at that was jumped to last; null once one has moved. */
  readonly concern: number | null
  /** True where all texts of the turn are shown in full. */
  readonly unfolded: boolean
  /** What is typed after `/`; null where nothing is. */
  readonly typing: string | null
  readonly search: string
  readonly isHelp: boolean
  /** What there is to say, in place of the keys. */
  readonly message: string | null
  readonly isOver: boolean
}

/** Fewer columns or rows are no room. */
const leastSize = { columns: 60, rows: 14 } as const

/** Rows that are not the turn's: the head and the keys. */
const otherRows = 2

/**
 * The state to begin with: of several sessions the first that has a list.
 * @throws Failure `no-session`, `unknown-turn`
 */
export function startState(sessions: readonly SessionView[], turn?: number): DebuggerState {
  const session = Math.max(
    0,
    sessions.findIndex((view) => view.longestList.length > 0),
  )
  const view = sessions[session]
  if (view === undefined) throw new Failure('no-session', 'There is no session to show.')
  const { firstTurn, lastTurn, replay, concerns } = view
  if (turn !== undefined && turn > lastTurn) {
    const name = JSON.stringify(replay.session)
    throw new Failure('unknown-turn', `Session ${name} has no turn ${turn}: its last is ${lastTurn}.`)
  }
  const facts = [
    count(replay.audit.completions.length, 'completion'),
    ...(replay.copied === undefined ? [] : [`${replay.copied.completions} copied from another session`]),
    `${concerns.grave.length} to look at (f goes to the next)`,
    ...(sessions.length === 1 ? [] : [`${count(sessions.length, 'session')} (s goes to the next)`]),
  ]
  return {
    ...{
      columns: 80,
      rows: 24,
      session,
      turn: Math.max(firstTurn, turn ?? firstTurn),
      top: 0,
      concern: null,
    },
    ...{ unfolded: false, typing: null, search: '', isHelp: false, isOver: false },
    message: `${facts.join(', ')}. ? is help.`,
    style: styleFor(false),
  }
}

const keysHelp: readonly (readonly [key: string, does: string])[] = [
  ['← →', 'the turn before, the turn after'],
  ['Home End', 'the first turn, the last'],
  ['↑ ↓ PgUp PgDn', 'scroll the turn'],
  ['f F', 'the next thing to look at, the one before'],
  ['/ n N', 'search for words; the next turn that has them, the one before'],
  ['o', 'the texts of the turn in full'],
  ['s S', 'the next session, the one before'],
  ['? q', 'help, quit'],
]

function helpLines(columns: number): readonly string[] {
  const marks = [
    ...Object.entries(eventMarks).map(([kind, { mark }]) => `${mark}\u00A0${kind}`),
    ...Object.entries(severityMarks).map(([severity, mark]) => `${mark}\u00A0${severity}`),
  ]
  const legend = wrap(marks.join('  '), columns - 17).map((line): [string, string] => ['', line])
  return [...keysHelp, ['', ''], ['Marks', 'of what a turn holds:'], ...legend].map(
    ([key = '', does = '']) => ` ${pad(key, 16)}${does}`,
  )
}

/** What a key does. */
export function pressed(
  state: DebuggerState,
  { key, ctrl }: KeyPress,
  sessions: readonly SessionView[],
): DebuggerState {
  const view = sessions[state.session]
  if (ctrl) return key === 'c' ? { ...state, isOver: true } : state
  if (view === undefined) return state
  if (state.typing !== null) return typed(state, state.typing, key, view)
  if (key === 'q') return { ...state, isOver: true }
  const quiet = { ...state, message: null, isHelp: false }
  if (state.isHelp) return quiet
  const { firstTurn, lastTurn } = view
  const toTurn = (turn: number): DebuggerState => {
    return { ...quiet, turn: Math.min(lastTurn, Math.max(firstTurn, turn)), top: 0, concern: null }
  }
  const scrolled = (by: number): DebuggerState => {
    const { length } = linesOf(quiet, view)
    return { ...quiet, top: Math.max(0, Math.min(length - 1, quiet.top + by)) }
  }
  const page = Math.max(1, state.rows - otherRows - 1)
  switch (key) {
    case 'left':
      return toTurn(state.turn - 1)
    case 'right':
      return toTurn(state.turn + 1)
    case 'home':
      return toTurn(firstTurn)
    case 'end':
      return toTurn(lastTurn)
    case 'up':
      return scrolled(-1)
    case 'down':
      return scrolled(1)
    case 'pageup':
      return scrolled(-page)
    case 'pagedown':
    case ' ':
      return scrolled(page)
    case 'f':
      return toConcern(quiet, view, 1)
    case 'F':
      return toConcern(quiet, view, -1)
    case '/':
      return { ...quiet, typing: '' }
    case 'n':
      return toMatch(quiet, view, 1)
    case 'N':
      return toMatch(quiet, view, -1)
    case 'o':
      return { ...quiet, unfolded: !state.unfolded, top: 0 }
    case 's':
    case 'S': {
      const session = (state.session + (key === 's' ? 1 : sessions.length - 1)) % sessions.length
      return { ...quiet, session, turn: sessions[session]?.firstTurn ?? 0, top: 0, concern: null, search: '' }
    }
    case '?':
      return { ...quiet, isHelp: true }
    default:
      return state
  }
}

/** To what there is to look at, in the order in which it happened. */
function toConcern(state: DebuggerState, view: SessionView, by: 1 | -1): DebuggerState {
  const targets = view.concerns.grave
    .map((concern) => ({
      turn: turnOf(concern),
      seq: concern.completion?.seq ?? decisiveSeq(concern),
      says: sentenceOf(concern),
    }))
    .toSorted((one, other) => one.seq - other.seq)
  const { concern, turn } = state
  const near =
    by === 1
      ? targets.findIndex((target) => target.turn >= turn)
      : targets.findLastIndex((target) => target.turn <= turn)
  const place = concern === null ? near : concern + by
  const target = targets[place]
  if (target === undefined) {
    const which = targets.length === 0 ? 'nothing' : by === 1 ? 'nothing later' : 'nothing earlier'
    return { ...state, message: `There is ${which} to look at.` }
  }
  const message = `thing to look at ${place + 1} of ${targets.length}: ${target.says}`
  return atSeq({ ...state, turn: target.turn, concern: place, message }, view, [target.seq])
}

/** The turn scrolled to the first of some events. */
function atSeq(state: DebuggerState, view: SessionView, seqs: readonly number[]): DebuggerState {
  const lines = linesOf(state, view)
  const top = lines.findIndex(({ seq }) => seq !== undefined && seqs.includes(seq))
  // What fits is seen from its beginning, with the list.
  return { ...state, top: lines.length <= state.rows - otherRows ? 0 : Math.max(0, top) }
}

function typed(state: DebuggerState, typing: string, key: string, view: SessionView): DebuggerState {
  if (key === 'escape') return { ...state, typing: null }
  if (key === 'enter') {
    const search = typing.trim()
    if (search === '') return { ...state, typing: null }
    // The turn that is shown counts.
    return toMatch({ ...state, typing: null, search, turn: state.turn - 1 }, view, 1)
  }
  if (key === 'backspace') return { ...state, typing: [...typing].slice(0, -1).join('') }
  // Only what has no word of its own stands for itself.
  return /^[a-z]{2,}$/.test(key) || typing.length >= 200 ? state : { ...state, typing: typing + key }
}

/** To the next turn in which the searched words stand, and from the last to the first. */
function toMatch(state: DebuggerState, view: SessionView, by: 1 | -1): DebuggerState {
  const turn = Math.max(view.firstTurn, state.turn)
  if (state.search === '') return { ...state, turn, message: 'Search for something first: /' }
  const matches = view.find(state.search)
  const turns = [...new Set(matches.map((match) => match.turn))].toSorted((one, other) => one - other)
  const to = neighbour(turns, state.turn, by) ?? (by === 1 ? turns[0] : turns.at(-1))
  const name = JSON.stringify(state.search)
  if (to === undefined) return { ...state, turn, message: `${name} stands nowhere in the session.` }
  const message = `${name}: turn ${turns.indexOf(to) + 1} of ${turns.length} (n, N)`
  const here = matches.filter((match) => match.turn === to).map(({ seq }) => seq)
  return atSeq({ ...state, turn: Math.max(view.firstTurn, to), concern: null, message }, view, here)
}

function linesOf({ turn, unfolded, columns, style }: DebuggerState, view: SessionView): readonly TurnLine[] {
  return turnDocument(view, turn, unfolded, { columns: columns - leftColumns(columns) - 2, style })
}

function leftColumns(columns: number): number {
  return Math.min(64, Math.max(26, Math.floor(columns * 0.37)))
}

/** The whole screen, none of its lines wider than the terminal. */
export function screenLines(state: DebuggerState, sessions: readonly SessionView[]): readonly string[] {
  const { style, columns, rows, turn, typing, message, isHelp, session, top } = state
  const view = sessions[session]
  if (view === undefined || columns < leastSize.columns || rows < leastSize.rows)
    return [
      `This terminal has ${columns} columns and ${rows} rows.`,
      `The debugger needs ${leastSize.columns} and ${leastSize.rows}.`,
      'Make it larger, or press q to quit.',
    ].map((line) => fit(line, columns))
  const body = rows - otherRows
  const help = helpLines(columns)
  const left = leftColumns(columns)
  const turns = timeline(view, turn, body, left, style)
  const shown = linesOf(state, view).slice(top, top + body)
  const panes = Array.from({ length: body }, (_, row) =>
    isHelp
      ? fit(help[row] ?? '', columns)
      : `${turns[row] ?? ' '.repeat(left)}${style('dim', '│')} ${shown[row]?.text ?? ''}`,
  )
  const keys = '←→ turn  ↑↓ scroll  f to look at  / search  o unfold  s session  ? help  q quit'
  const foot = typing === null ? (message ?? keys) : `Search: ${typing}█`
  return [
    style('bold', fit(headText(state, view, sessions.length), columns)),
    ...panes,
    style(message === null && typing === null ? 'dim' : 'bold', fit(` ${printable(foot, 300)}`, columns)),
  ]
}

/** The session's name and how far it is at the turn. */
function headText({ session, turn }: DebuggerState, view: SessionView, sessions: number): string {
  const { items } = view.listAt(turn)
  const done = items.filter(({ status }) => status === 'completed').length
  const unsupported = items.filter((item) => view.claimAt(item, turn)?.verdict === 'unsupported').length
  const time = clockText(view.turn(turn)?.at ?? '')
  return [
    ` turn ${turn} of ${view.lastTurn}${time === '' ? '' : `  ${time}`}`,
    items.length === 0 ? 'no list' : `${done}/${items.length} done`,
    ...(unsupported === 0 ? [] : [`${unsupported} unsupported`]),
    ...(sessions > 1 ? [`session ${session + 1} of ${sessions}`] : []),
    printable(view.replay.session, 200),
    printable(view.replay.profile, 40),
  ].join('  ')
}

const ofList = ['rejection', 'roll-back', 'update'] as const
const ofOutside = ['nag', 'continuation', 'compaction'] as const
const severities = ['error', 'warning', 'info'] as const

/** The turns, and the inputs between them, around the one that is shown: lines as wide as the column. */
function timeline(view: SessionView, here: number, rows: number, columns: number, style: Style) {
  const all = view.replay.turns.flatMap(({ turn, events }) => [
    ...(turn < view.firstTurn ? [] : [{ turn, input: null }]),
    ...events.flatMap((event) => (event.kind === 'input' ? [{ turn, input: event.text }] : [])),
  ])
  const place = all.findIndex(({ turn, input }) => turn === here && input === null)
  const first = Math.max(0, Math.min(place - Math.floor(rows / 2), all.length - rows))
  const digits = String(view.lastTurn).length
  const filled = (text: string): string => pad(fit(text, columns), columns)
  return all.slice(first, first + rows).map(({ turn, input }) => {
    if (input !== null) {
      const text = printable(input.replace(/^user: /, ''), columns)
      return style('cyan', filled(`${' '.repeat(digits + 2)}» ${text}`))
    }
    const kinds = view.kindsIn(turn)
    const severity = severities.find((each) =>
      view.findingsIn(turn).some(({ finding }) => finding.severity === each),
    )
    const markOf = (order: readonly (keyof typeof eventMarks)[]): string => {
      const kind = order.find((each) => kinds.has(each))
      return kind === undefined ? ' ' : eventMarks[kind].mark
    }
    const marks = `${markOf(ofList)}${markOf(ofOutside)}${severity === undefined ? ' ' : severityMarks[severity]}`
    const whose = view.whoseTurn(turn)
    const who = whose === null ? '' : `[${printable(whose, 16)}] `
    const isHere = turn === here
    const line = filled(
      `${isHere ? '▸' : ' '}${String(turn).padStart(digits)} ${marks} ${who}${printable(view.summaryOf(turn), columns)}`,
    )
    if (isHere) return style('inverse', line)
    return severity === 'error' ? style('red', line) : marks.trim() === '' ? style('dim', line) : line
  })
}
