/** A list that shows its first entries, and more of them when asked. */

import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { count } from 'todo-replay/session-view'
import { useQuery } from '../theme.js'

/** As many entries are printed. */
const printedEntries = 200

/** What is listed. */
export interface MoreListProps<T> {
  /** The entries. */
  readonly entries: readonly T[]
  /** As many are shown at first, and as many more each time. */
  readonly step: number
  /** What an entry is called. */
  readonly noun: string
  /** Shows the entries; those that are asked for are given. */
  readonly children: (shown: readonly T[]) => ComponentChildren
}

/** Shows a long list step by step. */
export function MoreList<T>({ entries, step, noun, children }: MoreListProps<T>): JSX.Element {
  const [asked, setShown] = useState(step)
  // Paper can't be asked for more.
  const shown = useQuery('print') ? Math.max(asked, printedEntries) : asked
  const left = entries.length - shown
  return (
    <>
      {children(left <= 2 ? entries : entries.slice(0, shown))}
      {left <= 2 ? null : (
        <p class="more">
          <button type="button" onClick={() => setShown(shown + step * 5)}>
            Show {count(Math.min(left, step * 5), `more ${noun}`)}
          </button>{' '}
          <span class="soft">{left.toLocaleString('en-US')} left</span>
        </p>
      )}
    </>
  )
}
