/** Which key asks for what. */

import type { KeyPress } from '../terminal/key-reader.js'
import type { Action, DebuggerState, JumpTarget } from './state.js'

/** A line of the help. */
export interface KeyHelp {
  /** The keys. */
  readonly keys: string
  /** What they do. */
  readonly does: string
}

/** The keys, in groups, as the help shows them. */
export const keyHelp: readonly { readonly title: string; readonly keys: readonly KeyHelp[] }[] = [
  {
    title: 'Moving',
    keys: [
      { keys: '← →  h l', does: 'the turn before, the turn after' },
      { keys: '↑ ↓  k j', does: 'up and down in the pane with the marker ▸' },
      { keys: 'Tab', does: 'to the next pane: turns, list, details' },
      { keys: 'Enter', does: 'into the details; there: show in full, or go to the turn' },
      { keys: 'Esc', does: 'back to the turns' },
      { keys: 'PgUp PgDn', does: 'a page up and down' },
      { keys: 'Home End', does: 'the first and the last' },
    ],
  },
  {
    title: 'Jumping (with Shift: backward)',
    keys: [
      { keys: 'f F', does: 'the next finding: an error or a warning' },
      { keys: 'i I', does: 'the next finding of any kind' },
      { keys: 'r R', does: 'the next update that was refused' },
      { keys: 'u U', does: 'the next turn that changes the list' },
      { keys: 'g 0-9', does: 'a turn by its number' },
      { keys: '/', does: 'search items, messages, calls and refusals' },
      { keys: 'n N', does: 'the next place of what was searched' },
    ],
  },
  {
    title: 'Looking',
    keys: [
      { keys: 't', does: 'details: what happened in the turn' },
      { keys: 'e', does: 'details: the evidence for the selected item' },
      { keys: 'b', does: 'details: the life of the selected item (blame)' },
      { keys: 'o', does: 'all texts, calls and outputs in full, or in short' },
      { keys: 'z', does: 'the whole screen for the details, to read in them' },
      { keys: 'w', does: 'what if: under another profile, and back' },
      { keys: 'W', does: 'what if: choose the profile' },
      { keys: 'd D', does: 'what if: the next turn that would differ' },
      { keys: 's', does: 'choose among the sessions' },
      { keys: '?', does: 'this help' },
      { keys: 'q', does: 'quit' },
    ],
  },
]

const seeking: ReadonlyMap<string, readonly [what: JumpTarget, by: 1 | -1]> = new Map([
  ['f', ['finding', 1]],
  ['F', ['finding', -1]],
  ['i', ['info', 1]],
  ['I', ['info', -1]],
  ['r', ['rejection', 1]],
  ['R', ['rejection', -1]],
  ['u', ['update', 1]],
  ['U', ['update', -1]],
  ['d', ['difference', 1]],
  ['D', ['difference', -1]],
  ['n', ['match', 1]],
  ['N', ['match', -1]],
])

const plain: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['left', { kind: 'step', by: -1 }],
  ['h', { kind: 'step', by: -1 }],
  ['right', { kind: 'step', by: 1 }],
  ['l', { kind: 'step', by: 1 }],
  ['up', { kind: 'move', by: -1 }],
  ['k', { kind: 'move', by: -1 }],
  ['down', { kind: 'move', by: 1 }],
  ['j', { kind: 'move', by: 1 }],
  ['pageup', { kind: 'page', by: -1 }],
  ['pagedown', { kind: 'page', by: 1 }],
  [' ', { kind: 'page', by: 1 }],
  ['home', { kind: 'edge', to: 'first' }],
  ['end', { kind: 'edge', to: 'last' }],
  ['G', { kind: 'edge', to: 'last' }],
  ['tab', { kind: 'focus', by: 1 }],
  ['backtab', { kind: 'focus', by: -1 }],
  ['enter', { kind: 'enter' }],
  ['escape', { kind: 'back' }],
  ['t', { kind: 'show', details: 'turn' }],
  ['e', { kind: 'show', details: 'evidence' }],
  ['b', { kind: 'show', details: 'life' }],
  ['g', { kind: 'prompt', prompt: { kind: 'jump', text: '' } }],
  [':', { kind: 'prompt', prompt: { kind: 'jump', text: '' } }],
  ['/', { kind: 'prompt', prompt: { kind: 'search', text: '' } }],
  ['o', { kind: 'unfold' }],
  ['z', { kind: 'widen' }],
  ['w', { kind: 'what-if' }],
  ['W', { kind: 'open-page', page: 'profiles' }],
  ['s', { kind: 'open-page', page: 'sessions' }],
  ['?', { kind: 'open-page', page: 'help' }],
  ['q', { kind: 'quit' }],
])

const onPage: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['q', { kind: 'back' }],
  ['?', { kind: 'back' }],
  ...['up', 'down', 'k', 'j', 'pageup', 'pagedown', ' ', 'home', 'end', 'G', 'enter', 'escape'].flatMap(
    (key): [string, Action][] => {
      const action = plain.get(key)
      return action === undefined ? [] : [[key, action]]
    },
  ),
])

const held: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['c', { kind: 'quit' }],
  ['l', { kind: 'redraw' }],
  ['z', { kind: 'suspend' }],
  ['f', { kind: 'page', by: 1 }],
  ['b', { kind: 'page', by: -1 }],
])

/** What a key asks for where the debugger is; null for nothing. What is pasted is typed into a prompt, or means nothing. */
export function actionOf({ key, ctrl, isPasted }: KeyPress, { prompt, page }: DebuggerState): Action | null {
  if (isPasted) return prompt !== null && isCharacter(key) ? { kind: 'typed', text: key } : null
  if (ctrl) return held.get(key) ?? null
  if (prompt !== null) {
    if (key === 'enter') return { kind: 'enter' }
    if (key === 'escape') return { kind: 'back' }
    if (key === 'backspace') return { kind: 'erase' }
    return isCharacter(key) ? { kind: 'typed', text: key } : null
  }
  if (page !== null) return onPage.get(key) ?? null
  if (/^\d$/.test(key)) return { kind: 'prompt', prompt: { kind: 'jump', text: key } }
  const seek = seeking.get(key)
  if (seek !== undefined) return { kind: 'seek', what: seek[0], by: seek[1] }
  return plain.get(key) ?? null
}

/** A key that stands for itself: everything that has no word of its own. */
function isCharacter(key: string): boolean {
  return key.length === 1 || !/^[a-z]+$/.test(key)
}
