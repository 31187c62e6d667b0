/** The keys that move through the turns. */

import { type LaneName, neighbour, type SessionView } from 'todo-replay/session-view'

/** What buttons and keys jump to; a capital goes backwards. */
export const jumps: readonly {
  readonly lane: LaneName
  readonly noun: string
  readonly keys: readonly string[]
}[] = [
  { lane: 'findings', noun: 'doubt', keys: ['n', 'f'] },
  { lane: 'updates', noun: 'update', keys: ['u'] },
  { lane: 'refused', noun: 'refusal', keys: ['r'] },
  { lane: 'reminders', noun: 'reminder', keys: ['m'] },
]

/** Listens for keys that are the page's. @returns what ends that */
export function onKey(pressed: (event: KeyboardEvent) => void): () => void {
  const listener = (event: KeyboardEvent): void => {
    if (isForThePage(event)) pressed(event)
  }
  document.addEventListener('keydown', listener)
  return () => document.removeEventListener('keydown', listener)
}

/** False where a key belongs to a field, to the browser, or to a dialog. */
function isForThePage({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false
  if (document.querySelector('dialog[open]') !== null) return false
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return false
  return !(target instanceof HTMLInputElement && ['search', 'text', 'password'].includes(target.type))
}

/** The turn that a key leads to; undefined for no such key. @param letters whether letters are keys */
export function turnFor(
  { key, target }: KeyboardEvent,
  view: SessionView,
  turn: number,
  letters: boolean,
): number | undefined {
  // The slider has its own arrow keys.
  const isSlider = target instanceof HTMLInputElement && target.type === 'range'
  if (key === 'ArrowLeft') return isSlider ? undefined : Math.max(0, turn - 1)
  if (key === 'ArrowRight') return isSlider ? undefined : Math.min(view.lastTurn, turn + 1)
  if (!letters) return undefined
  if (key === 'g') return 0
  if (key === 'G') return view.lastTurn
  const lower = key.toLowerCase()
  const jump = jumps.find(({ keys }) => keys.includes(lower))
  if (jump === undefined) return undefined
  return neighbour(view.lanes[jump.lane], turn, key === lower ? 1 : -1) ?? turn
}
