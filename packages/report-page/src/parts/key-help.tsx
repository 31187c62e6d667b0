/** The keys, in a dialog, with a switch for who presses letters by other means than fingers. */

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** What the dialog is shown with. */
export interface KeyHelpProps {
  /** Keys of the page beside the usual ones. */
  readonly more: readonly (readonly [keys: readonly string[], what: string])[]
  /** Whether it is open. */
  readonly isOpen: boolean
  /** Whether letters do something. */
  readonly letters: boolean
  /** Turns letters on or off. */
  readonly onLetters: (letters: boolean) => void
  /** Closes it. */
  readonly onClose: () => void
}

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['←', '→'], 'previous, next turn'],
  [['g', 'G'], 'first, last turn'],
  [['n', 'N'], 'next, previous doubt; f, F as in the terminal'],
  [['u', 'U'], 'next, previous update of the list'],
  [['r', 'R'], 'next, previous refused update'],
  [['m', 'M'], 'next, previous reminder'],
  [['/'], 'search'],
  [['t'], 'light or dark'],
  [['?'], 'this help'],
]

/** The dialog. */
export function KeyHelp({ more, isOpen, letters, onLetters, onClose }: KeyHelpProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {[...keys, ...more].map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => onLetters(event.currentTarget.checked)}
        />{' '}
        letters and signs do something
      </label>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
