/** Where in a report one is, as its address says: `#session=s1&turn=12&item=3`. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

export interface Place {
  /** The key of the session; null for the index or the only session. */
  readonly session: string | null
  /** Null for the last. */
  readonly turn: number | null
  /** The id of the item that is open. */
  readonly item: string | null
}

/** Goes to a place; `push` so that the browser's way back leads here. */
export type GoToPlace = (place: Place, how: 'push' | 'replace') => void

/** The place that an address names; what it does not understand is left out. */
function placeOf(hash: string): Place {
  const words = new URLSearchParams(hash.replace(/^#/, ''))
  const turn = words.get('turn')
  return {
    session: words.get('session'),
    turn: turn !== null && /^\d{1,9}$/.test(turn) ? Number(turn) : null,
    item: words.get('item'),
  }
}

export function hashOf({ session, turn, item }: Partial<Place>): string {
  const words = new URLSearchParams()
  if (session != null) words.set('session', session)
  if (turn != null) words.set('turn', String(turn))
  if (item != null) words.set('item', item)
  return `#${words.toString()}`
}

/** The place that the address names, and a way to another. The address follows a little later: browsers count. */
export function usePlace(): readonly [Place, GoToPlace] {
  const [place, setPlace] = useState(() => placeOf(location.hash))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const moved = (): void => {
      clearTimeout(timer.current)
      setPlace(placeOf(location.hash))
    }
    addEventListener('hashchange', moved)
    addEventListener('popstate', moved)
    return () => {
      removeEventListener('hashchange', moved)
      removeEventListener('popstate', moved)
    }
  }, [])
  const go = useCallback<GoToPlace>((to, how) => {
    setPlace(to)
    clearTimeout(timer.current)
    if (how === 'push') history.pushState(null, '', hashOf(to))
    else timer.current = setTimeout(() => history.replaceState(null, '', hashOf(to)), 150)
  }, [])
  return [place, go]
}

/** Brings a section of the page into sight, and the focus with it. */
export function scrollTo(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
