/** A list that shows its first entries, and more of them when asked. */

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { count, grouped } from 'todo-replay/session-view'

/** Whether the page is being printed: paper can't be asked for more, and what is closed on it stays closed. */
export function useIsPaper(): boolean {
  const [isPaper, setPaper] = useState(false)
  useEffect(() => {
    const list = matchMedia('print')
    const changed = (): void => setPaper(list.matches)
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }, [])
  return isPaper
}

/** As many entries are printed. */
const printedEntries = 200

interface MoreListProps<T> {
  readonly entries: readonly T[]
  /** As many are shown at first, and five times as many more each time. */
  readonly step: number
  /** What an entry is called. */
  readonly noun: string
  readonly children: (shown: readonly T[]) => ComponentChildren
}

/** Shows a long list step by step. */
export function MoreList<T>({ entries, step, noun, children }: MoreListProps<T>) {
  const [asked, ask] = useState(step)
  const shown = useIsPaper() ? Math.max(asked, printedEntries) : asked
  const left = entries.length - shown
  if (left <= 2) return <>{children(entries)}</>
  return (
    <>
      {children(entries.slice(0, shown))}
      <p class="more">
        <button type="button" onClick={() => ask(shown + step * 5)}>
          Show {count(Math.min(left, step * 5), `more ${noun}`)}
        </button>{' '}
        <span class="soft">{grouped(left)} left</span>
      </p>
    </>
  )
}
