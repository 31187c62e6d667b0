/** From what Ink says of a key to presses. */

import type { KeyPress } from './keys.js'

/** What Ink says of a key, as far as it is used. */
export interface InkKey {
  /** Arrow up. */
  readonly upArrow: boolean
  /** Arrow down. */
  readonly downArrow: boolean
  /** Arrow left. */
  readonly leftArrow: boolean
  /** Arrow right. */
  readonly rightArrow: boolean
  /** Page up. */
  readonly pageUp: boolean
  /** Page down. */
  readonly pageDown: boolean
  /** Home. */
  readonly home: boolean
  /** End. */
  readonly end: boolean
  /** Enter. */
  readonly return: boolean
  /** Escape. */
  readonly escape: boolean
  /** Tab. */
  readonly tab: boolean
  /** Backspace, or what some terminals send for it. */
  readonly backspace: boolean
  /** Delete; many terminals send it for the backspace key. */
  readonly delete: boolean
  /** Shift was held. */
  readonly shift: boolean
  /** Ctrl was held. */
  readonly ctrl: boolean
  /** Alt was held. */
  readonly meta: boolean
}

/** The presses that a piece of input stands for: one for a key, and one a character for what was typed fast or pasted. */
export function keyPresses(input: string, key: InkKey): readonly KeyPress[] {
  const word = wordOf(key)
  if (word !== null) return [press(word)]
  if (key.ctrl) return /^[a-z]$/.test(input) ? [{ key: input, ctrl: true }] : []
  if (key.meta) return []
  return Array.from(input).flatMap(characterPress)
}

function wordOf(key: InkKey): string | null {
  if (key.upArrow) return 'up'
  if (key.downArrow) return 'down'
  if (key.leftArrow) return 'left'
  if (key.rightArrow) return 'right'
  if (key.pageUp) return 'pageup'
  if (key.pageDown) return 'pagedown'
  if (key.home) return 'home'
  if (key.end) return 'end'
  if (key.return) return 'enter'
  if (key.escape) return 'escape'
  if (key.tab) return key.shift ? 'backtab' : 'tab'
  return key.backspace || key.delete ? 'backspace' : null
}

function characterPress(character: string): readonly KeyPress[] {
  if (character === '\r' || character === '\n') return [press('enter')]
  if (character === '\t') return [press('tab')]
  if (character === '\u007f' || character === '\b') return [press('backspace')]
  return character < ' ' ? [] : [press(character)]
}

function press(key: string): KeyPress {
  return { key, ctrl: false }
}
