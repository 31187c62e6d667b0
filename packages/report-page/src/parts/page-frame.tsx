/** What stands around every page: the bar with its keys, the contents, the foot. */

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useChosenTheme } from '../theme.js'
import { isForThePage } from '../turn-keys.js'
import { KeyHelp } from './key-help.js'

/** What a page is framed with. */
export interface PageFrameProps {
  /** What stands first in the bar: a way back, or the name of the program. */
  readonly home: JSX.Element
  /** What stands in the middle of the bar. */
  readonly search: JSX.Element
  /** The contents. */
  readonly children: (letters: boolean) => ComponentChildren
  /** What stands at the foot. */
  readonly foot: ComponentChildren
  /** Keys of this page beside the usual ones, for the help. */
  readonly keys?: readonly (readonly [keys: readonly string[], what: string])[]
}

/** The frame. The keys `/`, `t` and `?` are the same everywhere. */
export function PageFrame({ home, search, children, foot, keys = [] }: PageFrameProps): JSX.Element {
  const { theme, toggle } = useChosenTheme()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [letters, setLetters] = useState(true)
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!letters || !isForThePage(event)) return
      if (event.key === '?') setHelpOpen(true)
      else if (event.key === 't') toggle()
      else if (event.key === '/') document.getElementById('search')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [letters, toggle])
  return (
    <>
      <nav class="bar" aria-label="Page">
        <div class="bar-inside">
          {home}
          {search}
          <button
            type="button"
            class="bar-button"
            aria-label={theme === 'dark' ? 'Light' : 'Dark'}
            title={`${theme === 'dark' ? 'Light' : 'Dark'} (t)`}
            onClick={toggle}
          >
            <span aria-hidden="true">{theme === 'dark' ? '☀' : '☾'}</span>
          </button>
          <button
            type="button"
            class="bar-button"
            aria-label="Keys"
            title="Keys (?)"
            onClick={() => setHelpOpen(true)}
          >
            <span aria-hidden="true">?</span>
          </button>
        </div>
      </nav>
      <main>{children(letters)}</main>
      <footer>
        <p>{foot}</p>
      </footer>
      <KeyHelp
        more={keys}
        isOpen={isHelpOpen}
        letters={letters}
        onLetters={setLetters}
        onClose={() => setHelpOpen(false)}
      />
    </>
  )
}
