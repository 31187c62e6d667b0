/** The keys that move through the turns, and those of the page. */

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

/** Whether letters and signs are keys: who speaks to the machine turns them off. */
export const letters = { areKeys: true }

/** Listens for keys that are the page's. @returns what ends that */
export function onKey(pressed: (event: KeyboardEvent) => void): () => void {
  const listener = (event: KeyboardEvent): void => {
    if (isForThePage(event) && (letters.areKeys || event.key.length > 1)) pressed(event)
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

/** The turn that a key leads to; undefined for no such key. */
export function turnFor({ key, target }: KeyboardEvent, view: SessionView, turn: number): number | undefined {
  // The slider has its own arrow keys.
  const isSlider = target instanceof HTMLInputElement && target.type === 'range'
  if (key === 'ArrowLeft') return isSlider ? undefined : Math.max(0, turn - 1)
  if (key === 'ArrowRight') return isSlider ? undefined : Math.min(view.lastTurn, turn + 1)
  if (key === 'g') return 0
  if (key === 'G') return view.lastTurn
  const lower = key.toLowerCase()
  const jump = jumps.find(({ keys }) => keys.includes(lower))
  if (jump === undefined) return undefined
  return neighbour(view.lanes[jump.lane], turn, key === lower ? 1 : -1) ?? turn
}
