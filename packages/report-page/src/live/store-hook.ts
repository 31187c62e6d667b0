/** Draws a part anew when something outside it changes. */

import { useEffect, useState } from 'preact/hooks'

/** The value of a store now, and whenever it says that it changed. */
export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [, setValue] = useState(read)
  useEffect(() => {
    const changed = (): void => setValue(() => read())
    changed() // between the drawing and this
    return subscribe(changed)
  }, [subscribe])
  return read()
}
