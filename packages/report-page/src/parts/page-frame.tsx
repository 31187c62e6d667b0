/** What stands around every page: the bar with its keys, the contents, the foot. */

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { onKey } from '../keys.js'
import { hashOf } from '../place.js'
import { Switch } from './switch.js'

/** Keys, and what they do. */
type KeyHelp = readonly (readonly [keys: readonly string[], what: string])[]

const usualKeys: KeyHelp = [
  [['←', '→'], 'previous, next turn'],
  [['g', 'G'], 'first, last turn'],
  [['n', 'N'], 'next, previous doubt; f, F as in the terminal'],
  [['u', 'U'], 'next, previous update of the list'],
  [['r', 'R'], 'next, previous refused update'],
  [['m', 'M'], 'next, previous reminder'],
  [['/'], 'search'],
  [['?'], 'this help'],
]

/** The way back to the list of sessions. */
export const backToAll = (
  <a class="back" href={hashOf({})}>
    ← All sessions
  </a>
)

export interface PageFrameProps {
  /** What stands first in the bar: a way back, or the name of the program. */
  readonly home: JSX.Element
  readonly search?: JSX.Element | null
  /** The contents. @param letters whether letters are keys: who speaks to the machine turns them off */
  readonly children: (letters: boolean) => ComponentChildren
  readonly foot: ComponentChildren
  /** Keys of this page beside the usual ones, for the help. */
  readonly keys?: KeyHelp
}

/** The frame. The keys `/` and `?` are the same everywhere. */
export function PageFrame({ home, search, children, foot, keys = [] }: PageFrameProps): JSX.Element {
  const help = useRef<HTMLDialogElement>(null)
  const [letters, setLetters] = useState(true)
  useEffect(() => {
    if (!letters) return
    return onKey((event) => {
      if (event.key === '?') help.current?.showModal()
      else if (event.key === '/') document.getElementById('search')?.focus()
      else return
      event.preventDefault()
    })
  }, [letters])
  return (
    <>
      <nav class="bar" aria-label="Page">
        <div class="bar-inside">
          {home}
          {search ?? <span class="room" />}
          <button
            type="button"
            class="bar-button"
            aria-label="Keys"
            title="Keys (?)"
            onClick={() => help.current?.showModal()}
          >
            <span aria-hidden="true">?</span>
          </button>
        </div>
      </nav>
      <main>{children(letters)}</main>
      <footer>
        <p>{foot}</p>
      </footer>
      <dialog ref={help} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl class="keys">
          {[...usualKeys, ...keys].map(([names, what]) => (
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
        <Switch checked={letters} onChange={setLetters}>
          letters and signs do something
        </Switch>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  )
}
