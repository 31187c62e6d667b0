/** What stands around every page: the bar with its keys, the contents, the foot. */

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { letters, onKey } from '../keys.js'
import { hashOf } from '../place.js'

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['←', '→'], 'previous, next turn'],
  [['g', 'G'], 'first, last turn'],
  [['n', 'N'], 'next, previous doubt; f, F as in the terminal'],
  [['u', 'U'], 'next, previous update of the list'],
  [['r', 'R'], 'next, previous refused update'],
  [['m', 'M'], 'next, previous reminder'],
  [['/'], 'search'],
  [['?'], 'this help'],
]

export const backToAll = (
  <a class="back" href={hashOf({})}>
    ← All sessions
  </a>
)

export function Switch({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: string
}) {
  return (
    <label>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />{' '}
      {children}
    </label>
  )
}

/** Narrows a list by words. @param what the list is of; @param isMain true: the key `/` leads to it */
export function Filter({
  what,
  isMain,
  value,
  onValue,
}: {
  what: string
  isMain: boolean
  value: string
  onValue: (value: string) => void
}) {
  return (
    <input
      {...(isMain ? { id: 'search' } : {})}
      type="search"
      placeholder={isMain ? 'Filter  /' : 'Filter'}
      aria-label={`Filter the ${what}`}
      value={value}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  )
}

export interface PageFrameProps {
  /** What stands first in the bar: a way back, or the name of the program. */
  readonly home: JSX.Element
  readonly search?: JSX.Element | null
  readonly children?: ComponentChildren
  readonly foot: ComponentChildren
  /** True where items can be moved by keys. */
  readonly canMove?: boolean
}

/** The frame. The keys `/` and `?` are the same everywhere. */
export function PageFrame({ home, search, children, foot, canMove = false }: PageFrameProps) {
  const help = useRef<HTMLDialogElement>(null)
  const [hasLetters, setLetters] = useState(letters.areKeys)
  useEffect(
    () =>
      onKey((event) => {
        if (event.key === '?') help.current?.showModal()
        else if (event.key === '/') document.getElementById('search')?.focus()
        else return
        event.preventDefault()
      }),
    [],
  )
  const moving = [[['Alt ↑', 'Alt ↓'], 'move the item up, down']] as const
  return (
    <>
      <nav class="bar" aria-label="Page">
        <div class="beside">
          {home}
          {search ?? <span class="grow" />}
          <button type="button" aria-label="Keys" title="Keys (?)" onClick={() => help.current?.showModal()}>
            <span aria-hidden="true">?</span>
          </button>
        </div>
      </nav>
      <main>{children}</main>
      <footer class="soft small">
        <p>{foot}</p>
      </footer>
      <dialog ref={help} class="box" aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl class="pairs">
          {[...keys, ...(canMove ? moving : [])].map(([names, what]) => (
            <>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </>
          ))}
        </dl>
        <Switch
          checked={hasLetters}
          onChange={(are) => {
            letters.areKeys = are
            setLetters(are)
          }}
        >
          letters and signs do something
        </Switch>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  )
}
