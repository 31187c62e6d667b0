import type { TodoItem } from '@todo-ledger/core'
import { useCallback, useRef, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from './api.js'
import type { Edit, LiveSession } from './live-session.js'

/** An item moved to a place of the list, from 0; null where there is no such place. */
export function moved(items: readonly TodoItem[], key: string, place: number): Edit | null {
  if (place < 0 || place >= items.length) return null
  const keys = items.map((item) => item.key)
  const from = keys.indexOf(key)
  const order = keys.toSpliced(from, 1).toSpliced(place, 0, key)
  // Those behind both places stay as they stand.
  return { order: order.slice(0, Math.max(from, place) + 1) }
}

/** A way to change the list of a session: `ask` gives true where it went through; `refused` is what was not, and why. */
export function useEdit(session: LiveSession) {
  const [refused, setRefused] = useState<{ readonly edit: Edit; readonly problem: ApiProblem } | null>(null)
  /** One after the other, in the order in which they were asked for. */
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const ask = useCallback(
    async (edit: Edit, waivedRules: readonly string[] = []): Promise<boolean> => {
      setRefused(null)
      const edited = before.current.then(() => session.edit(edit, waivedRules))
      before.current = edited.catch(() => undefined)
      try {
        await edited
        return true
      } catch (error) {
        setRefused({ edit, problem: problemOf(error) })
        return false
      }
    },
    [session],
  )
  return { refused, ask, leave: () => setRefused(null) }
}
