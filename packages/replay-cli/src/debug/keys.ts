/** Which key does what, and how the help tells it. */

import type { KeyPress } from '../terminal/key-reader.js'
import type { Debugged, DebuggerState } from './state.js'
import {
  back,
  enter,
  pageOn,
  paneOn,
  rowsOn,
  show,
  takePrompt,
  toConcern,
  toMatch,
  toTurn,
  turnsOn,
  typed,
  type Update,
} from './update.js'

/** A line of the help, and what each of its keys does. */
interface KeyLine {
  readonly shown: string
  readonly does: string
  readonly keys: { readonly [key: string]: Update }
}

/** Letters with Shift go the other way. */
function both(letter: string, updateOf: (by: 1 | -1) => Update): KeyLine['keys'] {
  return { [letter]: updateOf(1), [letter.toUpperCase()]: updateOf(-1) }
}

const prompt =
  (kind: NonNullable<DebuggerState['prompt']>['kind'], text = ''): Update =>
  (state) => ({ ...state, prompt: { kind, text } })
const digits = Object.fromEntries([...'0123456789'].map((digit) => [digit, prompt('turn', digit)]))

export const keyLines: readonly KeyLine[] = [
  {
    shown: '← →  h l',
    does: 'the turn before, the turn after',
    keys: { left: turnsOn(-1), h: turnsOn(-1), right: turnsOn(1), l: turnsOn(1) },
  },
  {
    shown: '↑ ↓  k j',
    does: 'up, down in the pane',
    keys: { up: rowsOn(-1), k: rowsOn(-1), down: rowsOn(1), j: rowsOn(1) },
  },
  {
    shown: 'PgUp PgDn',
    does: 'a page up, down',
    keys: { pageup: pageOn(-1), pagedown: pageOn(1), ' ': pageOn(1) },
  },
  {
    shown: 'Home End',
    does: 'the first, the last',
    keys: { home: rowsOn(-Infinity), end: rowsOn(Infinity), G: rowsOn(Infinity) },
  },
  { shown: 'Tab', does: 'to the next pane', keys: { tab: paneOn(1), backtab: paneOn(-1) } },
  { shown: 'Enter', does: 'details; unfold; go there', keys: { enter } },
  { shown: 'Esc', does: 'back', keys: { escape: back } },
  { shown: 'f F', does: 'the next thing to look at', keys: both('f', toConcern) },
  {
    shown: 'r R',
    does: 'the next refused update',
    keys: both('r', (by) => toTurn(by, 'refused update', (view) => view.lanes.refused)),
  },
  {
    shown: 'u U',
    does: 'the next change of the list',
    keys: both('u', (by) => toTurn(by, 'change of the list', (view) => view.lanes.updates)),
  },
  { shown: 'g 0-9', does: 'a turn by its number', keys: { g: prompt('turn'), ...digits } },
  { shown: '/', does: 'search', keys: { '/': prompt('search') } },
  { shown: 'n N', does: 'the next place found', keys: both('n', toMatch) },
  { shown: 't e', does: 'details: turn, item', keys: { t: show('turn'), e: show('item') } },
  {
    shown: 'o',
    does: 'all texts in full',
    keys: { o: (state) => ({ ...state, unfolded: !state.unfolded, open: new Set() }) },
  },
  {
    shown: 's',
    does: 'choose the session',
    keys: { s: (state) => ({ ...state, page: { kind: 'sessions', at: state.session } }) },
  },
  { shown: '? q', does: 'help, quit', keys: { '?': (state) => ({ ...state, page: { kind: 'help' } }) } },
]

const updates = new Map(keyLines.flatMap(({ keys }) => Object.entries(keys)))
const onPage = new Set(['up', 'down', 'k', 'j', 'pageup', 'pagedown', ' ', 'home', 'end', 'G', 'enter'])

export function pressed(state: DebuggerState, press: KeyPress, debugged: Debugged): DebuggerState {
  const update = updateOf(press, state)
  const view = debugged.sessions[state.session]
  if (press.ctrl ? press.key === 'c' : press.key === 'q' && state.prompt === null && state.page === null)
    return { ...state, isOver: true }
  if (update === undefined || view === undefined) return state
  return update({ ...state, message: null }, view, debugged)
}

function updateOf({ key, ctrl }: KeyPress, { prompt: open, page }: DebuggerState): Update | undefined {
  if (ctrl) return { f: pageOn(1), b: pageOn(-1) }[key]
  if (open !== null) {
    if (key === 'enter') return takePrompt
    if (key === 'escape') return (state) => ({ ...state, prompt: null })
    if (key === 'backspace') return (state) => typed(state, null)
    // Only what has no word of its own stands for itself.
    return /^[a-z]{2,}$/.test(key) ? undefined : (state) => typed(state, key)
  }
  return page === null || (page.kind === 'sessions' && onPage.has(key)) ? updates.get(key) : back
}
