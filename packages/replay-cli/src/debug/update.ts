/** What becomes of the debugger's state: by moving, by jumping and by what is typed. Nothing is drawn or read here. */

import { decisiveSeq, sentenceOf, turnOf } from '../session-view/concerns.js'
import { neighbour, type SessionView } from '../session-view/session-view.js'
import { detailLines } from './details.js'
import { blank, type Debugged, type DebuggerState, layoutOf, pageRows, panes, selectedRow } from './state.js'

/** What a key does. It is asked for only where there is a session. */
export type Update = (state: DebuggerState, view: SessionView, debugged: Debugged) => DebuggerState

/** The state with another turn at the cursor, or the nearest that there is. */
function atTurn(state: DebuggerState, turn: number, { firstTurn, lastTurn }: SessionView): DebuggerState {
  const nearest = within(turn, firstTurn, lastTurn)
  return nearest === state.turn ? state : { ...state, turn: nearest, line: 0, seq: null }
}

function within(number: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, number))
}

/** Some turns on, or back. */
export function turnsOn(by: number): Update {
  return (state, view) => atTurn(state, state.turn + by, view)
}

/** Some rows down in the pane that has the keys, or up. */
export function rowsOn(by: number): Update {
  return (state, view, debugged) => {
    const { page, focus } = state
    if (page?.kind === 'sessions')
      return { ...state, page: { ...page, at: within(page.at + by, 0, debugged.sessions.length - 1) } }
    if (focus === 'turns') return atTurn(state, state.turn + by, view)
    if (focus === 'details') {
      const { length } = detailsOf(state, view, debugged)
      return { ...state, line: within(within(state.line, 0, length - 1) + by, 0, length - 1) }
    }
    const rows = view.entriesAt(state.turn)
    const next = rows[within(selectedRow(rows, state.key) + by, 0, rows.length - 1)]
    return next === undefined ? state : { ...state, key: next.item.key, details: 'item', line: 0 }
  }
}

export function pageOn(by: 1 | -1): Update {
  return (state, view, debugged) => {
    const rows = state.page === null ? layoutOf(state, debugged)?.rows[state.focus] : pageRows(state)
    return rowsOn(by * Math.max(1, (rows ?? 1) - 1))(state, view, debugged)
  }
}

/** The keys to the next pane, or the one before. */
export function paneOn(by: 1 | -1): Update {
  return (state) => {
    const place = panes.indexOf(state.focus) + by
    return { ...state, focus: panes[(place + panes.length) % panes.length] ?? 'turns' }
  }
}

/** Into the details; there: to where the line leads. On a page: what is chosen. */
export const enter: Update = (state, view, debugged) => {
  const { page, focus } = state
  if (page?.kind === 'sessions') return atSession({ ...state, page: null }, page.at, debugged)
  if (page !== null) return { ...state, page: null }
  if (focus !== 'details')
    return { ...show(focus === 'turns' ? 'turn' : 'item')(state, view, debugged), focus: 'details' }
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
  return state.focus === 'turns' ? { ...state, search: null } : { ...state, focus: 'turns' }
}

/** The details of the turn, or of the item at the cursor. */
export function show(details: DebuggerState['details']): Update {
  return (state, view) => {
    const rows = view.entriesAt(state.turn)
    const key = rows[selectedRow(rows, state.key)]?.item.key ?? state.key
    return { ...state, details, line: 0, ...(details === 'item' ? { key } : {}) }
  }
}

function atSession(state: DebuggerState, session: number, { sessions }: Debugged): DebuggerState {
  const { columns, rows } = state
  const view = sessions[session]
  if (view === undefined || session === state.session) return state
  return { ...blank, columns, rows, session, turn: view.firstTurn }
}

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
  const from = state.seq ?? (view.turn(state.turn)?.seqs[0] ?? 0) - 0.5
  const place =
    by === 1 ? targets.findIndex(({ seq }) => seq > from) : targets.findLastIndex(({ seq }) => seq < from)
  const target = targets[place]
  if (target === undefined) {
    const none = targets.length === 0 ? 'There is no' : `There is no ${by === 1 ? 'later' : 'earlier'}`
    return { ...state, message: `${none} ${what}${targets.length === 0 ? '' : ' (Shift: the other way)'}.` }
  }
  const { turn, seq, key = null, says = '' } = target
  const message = `${what} ${place + 1} of ${targets.length}${says === '' ? '' : `: ${says}`}`
  const there = { ...atTurn(state, turn, view), seq, line: 0, message }
  return key === null ? { ...there, details: 'turn' } : { ...there, key, details: 'item' }
}

/** To what there is to look at, in the order in which it happened. */
export function toConcern(by: 1 | -1): Update {
  return (state, view) => {
    const targets = view.concerns.grave
      .map((concern) => {
        const { completion, findings } = concern
        const placed = view.findings.find(({ finding }) => finding === findings[0])
        return {
          turn: turnOf(concern),
          seq: completion?.seq ?? decisiveSeq(concern),
          key: completion?.key ?? placed?.key ?? null,
          says: sentenceOf(concern),
        }
      })
      .toSorted((one, other) => one.seq - other.seq)
      // One update can mark several items: each has a place of its own.
      .map((target, place, { length }) => ({ ...target, seq: target.seq + place / length }))
    return jump(state, targets, by, 'thing to look at', view)
  }
}

/** To another turn in which something happened. */
export function toTurn(by: 1 | -1, what: string, turnsOf: (view: SessionView) => readonly number[]): Update {
  return (state, view) => {
    const targets = turnsOf(view).map((turn) => ({ turn, seq: view.turn(turn)?.seqs[0] ?? 0 }))
    const seqs = view.turn(state.turn)?.seqs ?? [0, 0]
    const there = jump({ ...state, seq: by === 1 ? seqs[1] : seqs[0] }, targets, by, what, view)
    return there.turn === state.turn ? { ...there, seq: state.seq } : there
  }
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

export const takePrompt: Update = (state, view, debugged) => {
  const { prompt } = state
  const next = { ...state, prompt: null }
  const text = prompt?.text.trim() ?? ''
  if (prompt === null || text === '') return next
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

function detailsOf(state: DebuggerState, view: SessionView, debugged: Debugged) {
  const layout = layoutOf(state, debugged)
  return layout === null ? [] : detailLines(state, view, layout.right)
}
