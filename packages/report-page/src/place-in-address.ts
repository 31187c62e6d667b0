/** The place in the page that the address names. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { hashOf, type Place, placeOf } from './data/place.js'

/** Goes to a place; `push` so that the browser's way back leads here. */
export type GoToPlace = (place: Place, how: 'push' | 'replace') => void

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
