/** Light or dark: as the system says, until a person says otherwise. */

import { useEffect, useState } from 'preact/hooks'

/** A way to show the page. */
export type Theme = 'light' | 'dark'

/** What the system prefers, what a person chose over it, and a way to choose. Paper is always light. */
export function useChosenTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const isDark = useQuery('(prefers-color-scheme: dark)')
  const isPaper = useQuery('print')
  const [chosen, choose] = useState<Theme | null>(null)
  const wanted = chosen ?? (isDark ? 'dark' : 'light')
  const theme = isPaper ? 'light' : wanted
  // Before the parts below draw themselves.
  document.documentElement.dataset['theme'] = theme
  return { theme, toggle: () => choose(wanted === 'dark' ? 'light' : 'dark') }
}

/** Whether a media query holds, now and whenever it changes. */
export function useQuery(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const changed = (): void => setHolds(list.matches)
    changed()
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }, [query])
  return holds
}
