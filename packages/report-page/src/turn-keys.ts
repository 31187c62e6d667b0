/** The keys that move through the turns. */

import { neighbour, type SessionView } from 'todo-replay/session-view'
import { jumps } from './parts/scrubber.js'

/** What the keys act on. */
export interface TurnKeys {
  /** The session. */
  readonly view: SessionView
  /** The turn that is shown. */
  readonly turn: number
  /** Whether letters are keys, too. */
  readonly letters: boolean
  /** Goes to a turn. */
  readonly onTurn: (turn: number) => void
}

/** Listens for the keys. @returns what ends that */
export function turnKeys(keys: TurnKeys): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (!isForThePage(event)) return
    const to = turnFor(event, keys)
    if (to === undefined) return
    event.preventDefault()
    keys.onTurn(Math.min(keys.view.lastTurn, Math.max(0, to)))
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}

/** False where a key belongs to a field, to the browser, or to a dialog. */
export function isForThePage({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false
  if (document.querySelector('dialog[open]') !== null) return false
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return false
  return !(
    target instanceof HTMLInputElement && ['search', 'text', 'number', 'password'].includes(target.type)
  )
}

/** The turn that a key leads to; undefined for no such key. */
function turnFor({ key, target }: KeyboardEvent, { view, turn, letters }: TurnKeys): number | undefined {
  // The slider has its own arrow keys.
  const isSlider = target instanceof HTMLInputElement && target.type === 'range'
  if (key === 'ArrowLeft') return isSlider ? undefined : turn - 1
  if (key === 'ArrowRight') return isSlider ? undefined : turn + 1
  if (!letters) return undefined
  if (key === 'g') return 0
  if (key === 'G') return view.lastTurn
  const lower = key.toLowerCase()
  const jump = jumps.find((each) => each.keys.includes(lower))
  if (jump === undefined) return undefined
  return neighbour(view.lanes[jump.lane], turn, key === lower ? 1 : -1) ?? turn
}
