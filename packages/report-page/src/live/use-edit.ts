/** One change that a person asks for: it is on its way, went through, or was refused. */

import { useCallback, useRef, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from './api.js'
import type { Edit } from './edits.js'
import type { LiveSession } from './live-session.js'

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
