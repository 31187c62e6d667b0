/** What becomes of the debugger's state: by moving, by jumping, by what is typed, and as sessions grow. Nothing is drawn or read here. */

import { decisiveSeq, sentenceOf, turnOf } from '../session-view/concerns.js'
import type { SessionView } from '../session-view/session-view.js'
import { neighbour } from '../session-view/session-view.js'
import { count } from '../text/count.js'
import { detailLines } from './details.js'
import { listRows, selectedRow, timelineRows } from './rows.js'
import {
  type Debugged,
  type DebuggerState,
  layoutOf,
  type Pane,
  pageRows,
  shownWhatIf,
  waiting,
} from './state.js'
import type { WhatIfReplay } from './what-if.js'

/** What a key does. It is asked for only where there is a session. */
export type Update = (state: DebuggerState, view: SessionView, debugged: Debugged) => DebuggerState

const panes: readonly Pane[] = ['turns', 'list', 'details']

/** The state with another turn at the cursor, or the nearest that there is. */
function atTurn(state: DebuggerState, turn: number, { firstTurn, lastTurn }: SessionView): DebuggerState {
  const nearest = Math.min(lastTurn, Math.max(firstTurn, turn))
  return nearest === state.turn ? state : { ...state, turn: nearest, line: 0, seq: null }
}

/** Some turns on, or back. */
export function turnsOn(by: number): Update {
  return (state, view) => atTurn(state, state.turn + by, view)
}

/** Some rows down in the pane that has the keys, or up. */
export function rowsOn(by: number): Update {
  return (state, view, debugged) => {
    const { page, focus } = state
    if (page?.kind === 'sessions') {
      const at = Math.max(0, Math.min(debugged.sessions.length - 1, page.at + by))
      return { ...state, page: { ...page, at } }
    }
    if (focus === 'turns') return atTurn(state, state.turn + by, view)
    if (focus === 'details') {
      const last = detailsOf(state, view, debugged).length - 1
      return { ...state, line: Math.max(0, Math.min(last, state.line + by)) }
    }
    const rows = listRows(state, view)
    const next = rows[Math.max(0, Math.min(rows.length - 1, selectedRow(rows, state.key) + by))]
    return next === undefined ? state : { ...state, key: next.item.key, details: 'item', line: 0 }
  }
}

/** A page down or up; over the end of a turn that is read on the whole screen to the next one. */
export function pageOn(by: 1 | -1): Update {
  return (state, view, debugged) => {
    const end = by === 1 ? detailsOf(state, view, debugged).length - 1 : 0
    if (state.isWide && state.page === null && state.line === end) return turnsOn(by)(state, view, debugged)
    const rows = state.page === null ? layoutOf(state, debugged)?.rows[state.focus] : pageRows(state)
    return rowsOn(by * Math.max(1, (rows ?? 1) - 1))(state, view, debugged)
  }
}

/** The keys to the next pane, or the one before. */
export function paneOn(by: 1 | -1): Update {
  return (state) => {
    if (state.isWide) return { ...state, isWide: false }
    const place = panes.indexOf(state.focus) + by
    return { ...state, focus: panes[(place + panes.length) % panes.length] ?? 'turns' }
  }
}

/** Into the details; there: to where the line leads. On a page: what is chosen. */
export const enter: Update = (state, view, debugged) => {
  const { page, focus } = state
  if (page?.kind === 'sessions') return atSession({ ...state, page: null }, page.at, debugged)
  if (page !== null) return { ...state, page: null }
  if (focus === 'turns') return { ...state, focus: 'details', details: 'turn', line: 0 }
  if (focus === 'list') return { ...selected(state, view), focus: 'details', details: 'item', line: 0 }
  const to = detailsOf(state, view, debugged)[state.line]?.enter
  if (to === undefined) return state
  if ('turn' in to) {
    const there = atTurn(state, to.turn, view)
    return to.key === undefined ? there : { ...there, key: to.key, details: 'item', line: 0 }
  }
  const open = new Set(state.open)
  if (!open.delete(to.unfold)) open.add(to.unfold)
  return { ...state, open }
}

/** Out of what is open. */
export const back: Update = (state) => {
  if (state.page !== null) return { ...state, page: null }
  if (state.isWide) return { ...state, isWide: false }
  return state.focus === 'turns' ? { ...state, search: null } : { ...state, focus: 'turns' }
}

/** The details of the turn, or of the item at the cursor. */
export function show(details: DebuggerState['details']): Update {
  return (state, view) => ({ ...(details === 'turn' ? state : selected(state, view)), details, line: 0 })
}

function selected(state: DebuggerState, view: SessionView): DebuggerState {
  const rows = listRows(state, view)
  return { ...state, key: rows[selectedRow(rows, state.key)]?.item.key ?? state.key }
}

function atSession(state: DebuggerState, session: number, { sessions }: Debugged): DebuggerState {
  const { columns, rows } = state
  const view = sessions[session]
  if (view === undefined || session === state.session) return state
  return { ...waiting, columns, rows, session, turn: view.firstTurn }
}

/** Where a jump may lead. */
interface Target {
  readonly turn: number
  readonly seq: number
  readonly key?: string | null
  readonly says?: string
}

/** The next thing of a kind, or the one before; the turn that is shown counts where nothing was jumped to in it yet. */
function jump(
  state: DebuggerState,
  targets: readonly Target[],
  by: 1 | -1,
  what: string,
  view: SessionView,
): DebuggerState {
  const isBehind = ({ turn, seq }: Target) =>
    state.seq === null
      ? by === 1
        ? turn >= state.turn
        : turn < state.turn
      : by === 1
        ? seq > state.seq
        : seq < state.seq
  const place = by === 1 ? targets.findIndex(isBehind) : targets.findLastIndex(isBehind)
  const target = targets[place]
  if (target === undefined) {
    const none = targets.length === 0 ? 'There is no' : `There is no ${by === 1 ? 'later' : 'earlier'}`
    return { ...state, message: `${none} ${what}${targets.length === 0 ? '' : ' (Shift: the other way)'}.` }
  }
  const { turn, seq, key = null, says = '' } = target
  const there = { ...atTurn(state, turn, view), seq, line: 0 }
  const message = `${what} ${place + 1} of ${targets.length}${says === '' ? '' : `: ${says}`}`
  return key === null ? { ...there, details: 'turn', message } : { ...there, key, details: 'item', message }
}

/** To what there is to look at, in the order in which it happened. */
export function toConcern(by: 1 | -1): Update {
  return (state, view) => {
    const targets = view.concerns.grave
      .map((concern) => {
        const [finding] = concern.findings
        const placed = view.findings.find((each) => each.finding === finding)
        const key = concern.completion?.key ?? placed?.key ?? null
        return {
          turn: turnOf(concern),
          seq: concern.completion?.seq ?? decisiveSeq(concern),
          key,
          says: sentenceOf(concern),
        }
      })
      .toSorted((one, other) => one.turn - other.turn || one.seq - other.seq)
      // One update can mark several items: each has a place of its own.
      .map((target, place, { length }) => ({ ...target, seq: target.seq + place / length }))
    return jump(state, targets, by, 'thing to look at', view)
  }
}

/** To another turn in which something happened. */
export function toTurn(
  by: 1 | -1,
  what: string,
  turnsOf: (state: DebuggerState, view: SessionView) => readonly number[],
): Update {
  return (state, view) => {
    const targets = turnsOf(state, view).map((turn) => ({ turn, seq: view.turn(turn)?.seqs[0] ?? 0 }))
    const seqs = view.turn(state.turn)?.seqs ?? [0, 0]
    const there = jump({ ...state, seq: by === 1 ? seqs[1] : seqs[0] }, targets, by, what, view)
    return there.turn === state.turn ? { ...there, seq: state.seq } : there
  }
}

/** The turns that would differ under the profile that is shown. */
export function differing(state: DebuggerState): readonly number[] {
  return shownWhatIf(state)?.differences ?? []
}

/** To the next turn in which the searched words stand, and from the last to the first. */
export function toMatch(by: 1 | -1): Update {
  return (state, view, debugged) => {
    if (state.search === null) return { ...state, message: 'Search for something first: /' }
    const turns = matchedTurns(state.search)
    const around = by === 1 ? turns[0] : turns.at(-1)
    return atMatch(state, neighbour(turns, state.turn, by) ?? around, turns, view, debugged)
  }
}

function matchedTurns({ matches }: NonNullable<DebuggerState['search']>): readonly number[] {
  return [...new Set(matches.map(({ turn }) => turn))].toSorted((one, other) => one - other)
}

function atMatch(
  state: DebuggerState,
  turn: number | undefined,
  turns: readonly number[],
  view: SessionView,
  debugged: Debugged,
): DebuggerState {
  const { text = '', matches = [] } = state.search ?? {}
  const name = JSON.stringify(text)
  if (turn === undefined) return { ...state, message: `${name} stands nowhere in the session.` }
  const here = matches.filter((match) => match.turn === turn)
  const there: DebuggerState = {
    ...atTurn(state, turn, view),
    key: here.find(({ key }) => key !== null)?.key ?? state.key,
    details: 'turn',
    message: `${name}: turn ${turns.indexOf(turn) + 1} of ${turns.length} (n, N)`,
  }
  const lines = detailsOf(there, view, debugged)
  const line = lines.findIndex(({ seq }) => here.some((match) => match.seq === seq))
  return { ...there, line: Math.max(0, line) }
}

/** The session under another profile, or as recorded again; which profile is asked for first. */
export const toggleWhatIf: Update = (state) => {
  const { whatIf } = state
  if (whatIf === null) return { ...state, prompt: { kind: 'profile', text: '' } }
  return whatIf.replay === null ? state : { ...state, whatIf: { ...whatIf, isShown: !whatIf.isShown } }
}

/** It was driven under another profile. */
export function driven(state: DebuggerState, profile: string, replay: WhatIfReplay): DebuggerState {
  const { length } = replay.differences
  const message =
    length === 0
      ? `Under ${profile} every todo call comes out as recorded.`
      : `Under ${profile} ${count(length, 'turn')} would come out otherwise: d goes to the next, w back.`
  return { ...state, whatIf: { profile, replay, isShown: true }, message }
}

/** What was typed is taken. */
export const takePrompt: Update = (state, view, debugged) => {
  const { prompt } = state
  const next = { ...state, prompt: null }
  const text = prompt?.text.trim() ?? ''
  if (prompt === null || text === '') return next
  if (prompt.kind === 'profile') {
    if (debugged.profiles.includes(text)) return { ...next, whatIf: { profile: text, replay: null } }
    return {
      ...next,
      message: `There is no profile ${JSON.stringify(text)}: ${debugged.profiles.join(', ')}`,
    }
  }
  if (prompt.kind === 'search') {
    const found = { ...next, search: { text, matches: view.find(text) } }
    const turns = matchedTurns(found.search)
    return atMatch(found, turns.find((turn) => turn >= state.turn) ?? turns[0], turns, view, debugged)
  }
  const { firstTurn, lastTurn } = view
  const turn = Number(text)
  const there = atTurn(next, turn, view)
  if (turn >= firstTurn && turn <= lastTurn) return there
  return { ...there, message: `There is no turn ${turn}: the turns are ${firstTurn} to ${lastTurn}.` }
}

/** A character was typed; null: the last one is taken away. */
export function typed(state: DebuggerState, character: string | null): DebuggerState {
  const { prompt } = state
  if (prompt === null) return state
  const isTurn = prompt.kind === 'turn'
  if (character !== null && ((isTurn && !/^\d$/.test(character)) || prompt.text.length >= (isTurn ? 7 : 200)))
    return state
  const text = character === null ? [...prompt.text].slice(0, -1).join('') : prompt.text + character
  return { ...state, prompt: { ...prompt, text } }
}

/** The state after sessions have grown: what is shown stays, and stays at the end where it was there. */
export function grown(state: DebuggerState, before: Debugged, debugged: Debugged): DebuggerState {
  const was = before.sessions[state.session]
  const session = debugged.sessions.findIndex(({ replay }) => replay.session === was?.replay.session)
  const view = debugged.sessions[session]
  if (was === undefined || view === undefined) return state
  const { search, whatIf } = state
  const turn = state.turn >= was.lastTurn ? view.lastTurn : state.turn
  return scrolled(
    {
      ...atTurn({ ...state, session }, turn, view),
      search: search === null ? null : { ...search, matches: view.find(search.text) },
      // What is not shown is driven again when it is asked for again.
      whatIf: whatIf?.replay != null && !whatIf.isShown ? null : whatIf,
    },
    debugged,
  )
}

/** The state in a terminal of this size. */
export function sized(
  state: DebuggerState,
  columns: number,
  rows: number,
  debugged: Debugged,
): DebuggerState {
  return scrolled({ ...state, columns, rows }, debugged)
}

function detailsOf(
  state: DebuggerState,
  view: SessionView,
  debugged: Debugged,
): ReturnType<typeof detailLines> {
  const layout = layoutOf(state, debugged)
  return layout === null ? [] : detailLines(state, view, layout.right)
}

/** The state with each pane showing the row at its cursor. */
export function scrolled(state: DebuggerState, debugged: Debugged): DebuggerState {
  const layout = layoutOf(state, debugged)
  const view = debugged.sessions[state.session]
  if (layout === null || view === undefined) return state
  const { tops } = state
  const { length } = detailsOf(state, view, debugged)
  const line = Math.max(0, Math.min(state.line, length - 1))
  const turns = timelineRows(view)
  const list = listRows(state, view)
  const row = turns.findIndex(({ turn, input }) => turn === state.turn && input === undefined)
  const top = (pane: Pane, at: number, of: number) =>
    layout.rows[pane] === 0 ? tops[pane] : scrolledTo(Math.max(0, at), tops[pane], layout.rows[pane], of)
  return {
    ...state,
    line,
    tops: {
      turns: top('turns', row, turns.length),
      list: top('list', selectedRow(list, state.key), list.length),
      details: top('details', line, length),
    },
  }
}

/** The first row to show so that a row can be seen with two around it, as near to the one before as may be. */
function scrolledTo(row: number, top: number, height: number, length: number): number {
  const around = Math.min(2, Math.floor((height - 1) / 2))
  const wanted = Math.min(row - around, Math.max(row - height + 1 + around, top))
  return Math.max(0, Math.min(wanted, length - height))
}
