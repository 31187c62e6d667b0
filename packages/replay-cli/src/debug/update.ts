/** What becomes of the debugger's state when something is asked of it. Pure: nothing is drawn and nothing is read here. */

import type { Match } from '../session-view/search.js'
import type { PlacedFinding, SessionView } from '../session-view/session-view.js'
import { neighbour } from '../session-view/turn-summary.js'
import { count } from '../text/count.js'
import { detailLines, selectedKey, shownWhatIf } from './details.js'
import { listRows, selectedRow } from './list-pane.js'
import { pageLength } from './screen.js'
import {
  type Action,
  type Debugged,
  type DebuggerState,
  type JumpTarget,
  layoutOf,
  type Pane,
  pageRows,
  panes,
  scrolledTo,
} from './state.js'

/** The state after an action. */
export function update(state: DebuggerState, action: Action, debugged: Debugged): DebuggerState {
  const view = debugged.sessions[state.session]
  if (view === undefined) {
    if (action.kind !== 'resize') return state
    return { ...state, size: { columns: action.columns, rows: action.rows } }
  }
  const before = action.kind === 'resize' || state.message === null ? state : { ...state, message: null }
  return scrolled(changed(before, action, debugged, view), debugged)
}

function changed(state: DebuggerState, action: Action, debugged: Debugged, view: SessionView): DebuggerState {
  switch (action.kind) {
    case 'step':
      return atTurn(state, state.turn + action.by, view)
    case 'move':
      return moved(state, action.by, debugged, view)
    case 'page':
      return (
        readOn(state, action.by, debugged, view) ??
        moved(state, action.by * pageHeight(state, debugged), debugged, view)
      )
    case 'edge':
      return moved(state, action.to === 'first' ? -Infinity : Infinity, debugged, view)
    case 'focus': {
      if (state.isWide) return { ...state, isWide: false }
      const place = panes.indexOf(state.focus) + action.by
      return { ...state, focus: panes[(place + panes.length) % panes.length] ?? 'turns' }
    }
    case 'seek': {
      const there = jumpedTo(state, action.what, action.by, view)
      return action.what === 'match' ? atMatch(there, debugged) : there
    }
    case 'show': {
      const isShown = state.details === action.details
      return { ...state, details: action.details, line: isShown ? state.line : 0 }
    }
    case 'enter':
      return entered(state, debugged, view)
    case 'back':
      if (state.prompt !== null) return { ...state, prompt: null }
      if (state.page !== null) return { ...state, page: null }
      if (state.isWide) return { ...state, isWide: false }
      return state.focus === 'turns' ? { ...state, search: null } : { ...state, focus: 'turns' }
    case 'prompt':
      return { ...state, prompt: action.prompt }
    case 'typed':
      return typed(state, action.text)
    case 'erase':
      if (state.prompt === null) return state
      return { ...state, prompt: { ...state.prompt, text: [...state.prompt.text].slice(0, -1).join('') } }
    case 'open-page':
      return { ...state, page: { kind: action.page, at: action.page === 'sessions' ? state.session : 0 } }
    case 'go': {
      const there = atTurn(state, action.turn, view)
      return action.key === undefined ? there : { ...there, key: action.key, details: 'evidence', line: 0 }
    }
    case 'toggle': {
      const open = new Set(state.open)
      if (!open.delete(action.seq)) open.add(action.seq)
      return { ...state, open }
    }
    case 'unfold':
      return { ...state, unfolded: !state.unfolded, open: new Set() }
    case 'widen':
      return { ...state, isWide: !state.isWide, focus: state.isWide ? state.focus : 'details' }
    case 'what-if': {
      const { whatIf } = state
      if (whatIf.kind === 'ready') return { ...state, whatIf: { ...whatIf, shown: !whatIf.shown } }
      return whatIf.kind === 'wanted' ? state : { ...state, page: { kind: 'profiles', at: 0 } }
    }
    case 'what-if-driven': {
      const { differences, result } = action.replay
      const message =
        differences.length === 0
          ? `Under ${result.profile} every todo call comes out as recorded.`
          : `Under ${result.profile} ${count(differences.length, 'turn')} would come out otherwise: d goes to the next, w back.`
      return { ...state, whatIf: { kind: 'ready', replay: action.replay, shown: true }, message }
    }
    case 'what-if-failed':
      return { ...state, whatIf: { kind: 'off' }, message: action.message }
    case 'resize':
      return { ...state, size: { columns: action.columns, rows: action.rows } }
    case 'quit':
    case 'suspend':
    case 'redraw':
      return state
  }
}

/** The state after sessions have grown: what is shown stays, and stays at the end where it was there. */
export function grown(state: DebuggerState, before: Debugged, debugged: Debugged): DebuggerState {
  const was = before.sessions[state.session]
  const session = debugged.sessions.findIndex(({ replay }) => replay.session === was?.replay.session)
  const view = debugged.sessions[session]
  if (was === undefined || view === undefined) return state
  const isAtEnd = state.turn >= was.lastTurn
  const { search, whatIf } = state
  return scrolled(
    {
      ...atTurn({ ...state, session }, isAtEnd ? view.lastTurn : state.turn, view),
      search: search === null ? null : { ...search, matches: view.find(search.text).toSorted(bySeq) },
      // What is not shown is driven again when it is asked for again.
      whatIf: whatIf.kind === 'ready' && !whatIf.shown ? { kind: 'off' } : whatIf,
    },
    debugged,
  )
}

/** The state with another session shown, from its first turn. */
function atSession(state: DebuggerState, session: number, debugged: Debugged): DebuggerState {
  const view = debugged.sessions[session]
  if (view === undefined) return state
  return scrolled(
    {
      ...state,
      session,
      turn: view.firstTurn,
      key: null,
      focus: 'turns',
      details: 'turn',
      line: 0,
      open: new Set(),
      tops: { turns: 0, list: 0, details: 0 },
      finding: null,
      search: null,
      page: null,
      whatIf: { kind: 'off' },
    },
    debugged,
  )
}

function moved(state: DebuggerState, by: number, debugged: Debugged, view: SessionView): DebuggerState {
  const { page, focus } = state
  if (page !== null) {
    const length = pageLength(page.kind, debugged, state.size.columns)
    const last = page.kind === 'help' ? Math.max(0, length - pageRows(state)) : length - 1
    return { ...state, page: { ...page, at: Math.max(0, Math.min(last, page.at + by)) } }
  }
  if (focus === 'turns') return atTurn(state, state.turn + by, view)
  if (focus === 'list') return selected(state, by, view)
  const length = detailsLength(state, debugged)
  return { ...state, line: Math.max(0, Math.min(length - 1, state.line + by)) }
}

/** Over the end of a turn that is read on the whole screen, to the next one; null elsewhere. */
function readOn(
  state: DebuggerState,
  by: 1 | -1,
  debugged: Debugged,
  view: SessionView,
): DebuggerState | null {
  const isAtEnd = state.line === (by === 1 ? detailsLength(state, debugged) - 1 : 0)
  return state.isWide && state.page === null && isAtEnd ? atTurn(state, state.turn + by, view) : null
}

function selected(state: DebuggerState, by: number, view: SessionView): DebuggerState {
  const rows = listRows(state.turn, view, shownWhatIf(state))
  const row = selectedRow(rows, state.key)
  if (row === -1) return state
  const next = rows[Math.max(0, Math.min(rows.length - 1, row + by))]
  const details = state.details === 'turn' ? 'evidence' : state.details
  return next?.key == null ? state : { ...state, key: next.key, details, line: 0 }
}

function entered(state: DebuggerState, debugged: Debugged, view: SessionView): DebuggerState {
  const { prompt, page, focus } = state
  if (prompt !== null) {
    const closed = { ...state, prompt: null }
    return prompt.kind === 'jump'
      ? jumped(closed, prompt.text, view)
      : searched(closed, prompt.text, debugged, view)
  }
  if (page !== null) return chosen({ ...state, page: null }, page.kind, page.at, debugged)
  if (focus === 'turns') return { ...state, focus: 'details', details: 'turn', line: 0 }
  if (focus === 'list') {
    const details = state.details === 'life' ? 'life' : 'evidence'
    return { ...state, focus: 'details', details, line: 0, key: selectedKey(state, view) }
  }
  const enter = lines(state, debugged)[state.line]?.enter
  return enter === undefined ? state : changed(state, enter, debugged, view)
}

function jumped(state: DebuggerState, text: string, view: SessionView): DebuggerState {
  if (text === '') return state
  const { firstTurn, lastTurn } = view
  const turn = Number(text)
  const there = atTurn(state, turn, view)
  if (turn >= firstTurn && turn <= lastTurn) return there
  return { ...there, message: `There is no turn ${turn}: the turns are ${firstTurn} to ${lastTurn}.` }
}

function searched(state: DebuggerState, text: string, debugged: Debugged, view: SessionView): DebuggerState {
  const wanted = text.trim() === '' ? (state.search?.text ?? '') : text
  if (wanted === '') return { ...state, search: null }
  const matches = view.find(wanted).toSorted(bySeq)
  const found = { ...state, search: { text: wanted, matches } }
  if (matches.length === 0)
    return { ...found, message: `${JSON.stringify(wanted)} stands nowhere in the session.` }
  // The turn that is shown counts as well.
  return atMatch(jumpedTo(found, 'match', 1, view, true), debugged)
}

/** The state with the details at the first event of the turn in which the searched text stands. */
function atMatch(state: DebuggerState, debugged: Debugged): DebuggerState {
  const seqs = new Set(state.search?.matches.filter(({ turn }) => turn === state.turn).map(({ seq }) => seq))
  const line = lines(state, debugged).findIndex(({ seq }) => seq !== undefined && seqs.has(seq))
  return { ...state, line: Math.max(0, line) }
}

function chosen(state: DebuggerState, page: string, at: number, debugged: Debugged): DebuggerState {
  if (page === 'sessions') return at === state.session ? state : atSession(state, at, debugged)
  if (page !== 'profiles') return state
  const profile = debugged.profiles[at - 1]
  if (profile === undefined) return { ...state, whatIf: { kind: 'off' } }
  const { whatIf } = state
  if (whatIf.kind === 'ready' && whatIf.replay.result.profile === profile.name)
    return { ...state, whatIf: { ...whatIf, shown: true } }
  return { ...state, whatIf: { kind: 'wanted', profile: profile.name } }
}

function typed(state: DebuggerState, text: string): DebuggerState {
  const { prompt } = state
  if (prompt === null) return state
  if (prompt.kind === 'jump' && !/^\d$/.test(text)) return state
  if (prompt.text.length >= (prompt.kind === 'jump' ? 7 : 200)) return state
  return { ...state, prompt: { ...prompt, text: prompt.text + text } }
}

function lines(state: DebuggerState, debugged: Debugged): ReturnType<typeof detailLines> {
  const layout = layoutOf(state, debugged)
  return layout === null ? [] : detailLines(state, debugged, layout.right)
}

function detailsLength(state: DebuggerState, debugged: Debugged): number {
  return lines(state, debugged).length
}

function pageHeight(state: DebuggerState, debugged: Debugged): number {
  if (state.page !== null) return pageRows(state)
  const rows = layoutOf(state, debugged)?.rows[state.focus] ?? 1
  return Math.max(1, rows - 1)
}

/** The state with each pane showing the row at its cursor. */
function scrolled(state: DebuggerState, debugged: Debugged): DebuggerState {
  const layout = layoutOf(state, debugged)
  const view = debugged.sessions[state.session]
  if (layout === null || view === undefined) return state
  const { rows } = layout
  const { tops } = state
  const list = listRows(state.turn, view, shownWhatIf(state))
  const length = detailsLength(state, debugged)
  const line = Math.min(state.line, Math.max(0, length - 1))
  const top = (pane: Pane, row: number, all: number): number =>
    rows[pane] === 0
      ? tops[pane]
      : scrolledTo(Math.max(0, row), tops[pane], rows[pane], all, pane === 'turns' ? 2 : 1)
  return {
    ...state,
    line,
    tops: {
      turns: top('turns', view.rowOf(state.turn), view.rows.length),
      list: top('list', selectedRow(list, state.key), list.length),
      details: top('details', line, length),
    },
  }
}

/** The state with the cursor in another turn, or in the nearest that there is. */
function atTurn(state: DebuggerState, turn: number, view: SessionView): DebuggerState {
  const nearest = Math.min(view.lastTurn, Math.max(view.firstTurn, turn))
  return nearest === state.turn ? state : { ...state, turn: nearest, line: 0, finding: null }
}

/** The state at the next thing of a kind, or with a message that there is none. @param here true: it may be in this turn */
function jumpedTo(
  state: DebuggerState,
  what: JumpTarget,
  by: 1 | -1,
  view: SessionView,
  here = false,
): DebuggerState {
  switch (what) {
    case 'finding':
    case 'info':
      return toFinding(state, what, by, view)
    case 'match':
      return toMatch(state, by, view, here)
    case 'difference': {
      const whatIf = shownWhatIf(state)
      if (whatIf === null) return { ...state, message: 'Choose another profile first: W.' }
      return toTurn(state, whatIf.differences, by, view, `that would differ under ${whatIf.result.profile}`)
    }
    case 'rejection':
      return toTurn(state, view.lanes.refused, by, view, 'in which an update was refused or rolled back')
    case 'update':
      return toTurn(state, view.lanes.updates, by, view, 'that changes the list')
  }
}

function toTurn(
  state: DebuggerState,
  turns: readonly number[],
  by: 1 | -1,
  view: SessionView,
  what: string,
): DebuggerState {
  const turn = neighbour(turns, state.turn, by)
  if (turn === undefined) {
    const message =
      turns.length === 0
        ? `There is no turn ${what}.`
        : `There is no ${by === 1 ? 'later' : 'earlier'} turn ${what} (Shift: the other way).`
    return { ...state, message }
  }
  const there = atTurn(state, turn, view)
  return {
    ...there,
    details: 'turn',
    line: 0,
    message: `${turns.indexOf(turn) + 1} of ${turns.length} turns ${what}`,
  }
}

/** Matches in the order in which they happened; of one event its item first. */
function bySeq(one: Match, other: Match): number {
  return one.seq - other.seq || Number(one.key === null) - Number(other.key === null)
}

function toFinding(
  state: DebuggerState,
  what: 'finding' | 'info',
  by: 1 | -1,
  view: SessionView,
): DebuggerState {
  const { findings } = view
  const isWanted = ({ finding }: PlacedFinding) => what === 'info' || finding.severity !== 'info'
  const wanted = findings.filter(isWanted)
  const infos = findings.length - wanted.length
  const others = infos === 0 ? '' : ` (and ${infos} of severity info: i)`
  if (wanted.length === 0) {
    return {
      ...state,
      message: findings.length === 0 ? 'Nothing was found.' : `No error and no warning was found${others}.`,
    }
  }
  const place = nextFinding(state, wanted, by)
  const next = wanted[place]
  if (next === undefined) {
    return {
      ...state,
      message: `There is no ${by === 1 ? 'later' : 'earlier'} finding (Shift: the other way)${others}.`,
    }
  }
  const { finding, key } = next
  const there = atTurn(state, finding.turn, view)
  return {
    ...there,
    finding: next.place,
    key: key ?? there.key,
    details: key === null ? 'turn' : 'evidence',
    line: 0,
    message: `${finding.severity} ${place + 1} of ${wanted.length}: ${finding.rule}${others}`,
  }
}

/** The finding behind the one that was jumped to last; else the first behind the turn, or in it. */
function nextFinding({ finding, turn }: DebuggerState, wanted: readonly PlacedFinding[], by: 1 | -1): number {
  if (finding !== null) {
    return by === 1
      ? wanted.findIndex(({ place }) => place > finding)
      : wanted.findLastIndex(({ place }) => place < finding)
  }
  return by === 1
    ? wanted.findIndex((each) => each.finding.turn >= turn)
    : wanted.findLastIndex((each) => each.finding.turn < turn)
}

function toMatch(state: DebuggerState, by: 1 | -1, view: SessionView, here: boolean): DebuggerState {
  const { search } = state
  if (search === null) return { ...state, message: 'Search for something first: /' }
  const { matches, text } = search
  const turns = [...new Set(matches.map(({ turn }) => turn))]
  const ahead = (turn: number) => (here ? turn >= state.turn : turn > state.turn)
  const turn =
    by === 1 ? (turns.find(ahead) ?? turns[0]) : (turns.findLast((each) => each < state.turn) ?? turns.at(-1))
  if (turn === undefined)
    return { ...state, message: `${JSON.stringify(text)} stands nowhere in the session.` }
  const inTurn = matches.filter((match) => match.turn === turn)
  const item = inTurn.find(({ key }) => key !== null)
  const there = atTurn(state, turn, view)
  return {
    ...there,
    key: item?.key ?? there.key,
    details: 'turn',
    line: 0,
    open: new Set([
      ...state.open,
      ...inTurn
        .filter(({ key }) => key === null)
        .slice(0, 5)
        .map(({ seq }) => seq),
    ]),
    message: `${JSON.stringify(text)}: turn ${turns.indexOf(turn) + 1} of ${turns.length} (n, N)`,
  }
}
