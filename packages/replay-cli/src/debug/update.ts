/** What becomes of the debugger's state when something is asked of it. Pure: nothing is drawn and nothing is read here. */

import { count } from '../text/count.js'
import { atTurn } from './at-turn.js'
import type { Action } from './model/actions.js'
import {
  type Debugged,
  type DebuggerState,
  type Pane,
  panes,
  type ShownSession,
} from './model/debugger-state.js'
import { layoutOf, pageRows, scrolledTo } from './model/layout.js'
import { sought } from './seek.js'
import { detailLines, selectedKey, shownWhatIf } from './view/details.js'
import { listRows, selectedRow } from './view/list-pane.js'
import { pageLength } from './view/pages.js'

/** The state after an action. */
export function update(state: DebuggerState, action: Action, debugged: Debugged): DebuggerState {
  const shown = debugged.sessions[state.session]
  if (shown === undefined) return state
  const before = action.kind === 'resize' || state.message === null ? state : { ...state, message: null }
  return scrolled(changed(before, action, debugged, shown), debugged)
}

function changed(
  state: DebuggerState,
  action: Action,
  debugged: Debugged,
  shown: ShownSession,
): DebuggerState {
  switch (action.kind) {
    case 'step':
      return atTurn(state, state.turn + action.by, shown)
    case 'move':
      return moved(state, action.by, debugged, shown)
    case 'page':
      return moved(state, action.by * pageHeight(state, debugged), debugged, shown)
    case 'edge':
      return moved(state, action.to === 'first' ? -Infinity : Infinity, debugged, shown)
    case 'focus': {
      const place = panes.indexOf(state.focus) + action.by
      return { ...state, focus: panes[(place + panes.length) % panes.length] ?? 'turns' }
    }
    case 'seek': {
      const there = sought(state, action.what, action.by, shown)
      return action.what === 'match' ? atMatch(there, debugged) : there
    }
    case 'show': {
      const isShown = state.details === action.details
      return { ...state, details: action.details, line: isShown ? state.line : 0 }
    }
    case 'enter':
      return entered(state, debugged, shown)
    case 'back':
      if (state.prompt !== null) return { ...state, prompt: null }
      if (state.page !== null) return { ...state, page: null }
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
      const there = atTurn(state, action.turn, shown)
      return action.key === undefined ? there : { ...there, key: action.key, details: 'evidence', line: 0 }
    }
    case 'toggle': {
      const open = new Set(state.open)
      if (!open.delete(action.seq)) open.add(action.seq)
      return { ...state, open }
    }
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

/** The state with another session shown, from its first turn. */
function atSession(state: DebuggerState, session: number, debugged: Debugged): DebuggerState {
  const shown = debugged.sessions[session]
  if (shown === undefined) return state
  return scrolled(
    {
      ...state,
      session,
      turn: shown.index.firstTurn,
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

function moved(state: DebuggerState, by: number, debugged: Debugged, shown: ShownSession): DebuggerState {
  const { page, focus } = state
  if (page !== null) {
    const length = pageLength(page.kind, debugged, state.size.columns)
    const last = page.kind === 'help' ? Math.max(0, length - pageRows(state)) : length - 1
    return { ...state, page: { ...page, at: Math.max(0, Math.min(last, page.at + by)) } }
  }
  if (focus === 'turns') return atTurn(state, state.turn + by, shown)
  if (focus === 'list') return selected(state, by, shown)
  const length = detailsLength(state, debugged)
  return { ...state, line: Math.max(0, Math.min(length - 1, state.line + by)) }
}

function selected(state: DebuggerState, by: number, { index }: ShownSession): DebuggerState {
  const rows = listRows(state.turn, index, shownWhatIf(state))
  const row = selectedRow(rows, state.key)
  if (row === -1) return state
  const next = rows[Math.max(0, Math.min(rows.length - 1, row + by))]
  const details = state.details === 'turn' ? 'evidence' : state.details
  return next?.key == null ? state : { ...state, key: next.key, details, line: 0 }
}

function entered(state: DebuggerState, debugged: Debugged, shown: ShownSession): DebuggerState {
  const { prompt, page, focus } = state
  if (prompt !== null) {
    const closed = { ...state, prompt: null }
    return prompt.kind === 'jump'
      ? jumped(closed, prompt.text, shown)
      : searched(closed, prompt.text, debugged, shown)
  }
  if (page !== null) return chosen({ ...state, page: null }, page.kind, page.at, debugged)
  if (focus === 'turns') return { ...state, focus: 'details', details: 'turn', line: 0 }
  if (focus === 'list') {
    const details = state.details === 'life' ? 'life' : 'evidence'
    return { ...state, focus: 'details', details, line: 0, key: selectedKey(state, shown.index) }
  }
  const enter = lines(state, debugged)[state.line]?.enter
  return enter === undefined ? state : changed(state, enter, debugged, shown)
}

function jumped(state: DebuggerState, text: string, shown: ShownSession): DebuggerState {
  if (text === '') return state
  const { firstTurn, lastTurn } = shown.index
  const turn = Number(text)
  const there = atTurn(state, turn, shown)
  if (turn >= firstTurn && turn <= lastTurn) return there
  return { ...there, message: `There is no turn ${turn}: the turns are ${firstTurn} to ${lastTurn}.` }
}

function searched(
  state: DebuggerState,
  text: string,
  debugged: Debugged,
  shown: ShownSession,
): DebuggerState {
  const wanted = text.trim() === '' ? (state.search?.text ?? '') : text
  if (wanted === '') return { ...state, search: null }
  const matches = shown.search.matches(wanted)
  const found = { ...state, search: { text: wanted, matches } }
  if (matches.length === 0)
    return { ...found, message: `${JSON.stringify(wanted)} stands nowhere in the session.` }
  // The turn that is shown counts as well.
  return atMatch(sought(found, 'match', 1, shown, true), debugged)
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
  const index = debugged.sessions[state.session]?.index
  if (layout === null || index === undefined) return state
  const { rows } = layout
  const { tops } = state
  const list = listRows(state.turn, index, shownWhatIf(state))
  const length = detailsLength(state, debugged)
  const line = Math.min(state.line, Math.max(0, length - 1))
  const top = (pane: Pane, row: number, all: number): number =>
    scrolledTo(Math.max(0, row), tops[pane], rows[pane], all, pane === 'turns' ? 2 : 1)
  return {
    ...state,
    line,
    tops: {
      turns: top('turns', index.rowOf(state.turn), index.rows.length),
      list: top('list', selectedRow(list, state.key), list.length),
      details: top('details', line, length),
    },
  }
}
