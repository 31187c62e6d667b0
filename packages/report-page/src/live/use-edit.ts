/** One change that a person asks for: it is on its way, went through, or was refused. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiProblem, wordsOf } from './api.js'
import type { Edit } from './edits.js'
import type { LiveSession } from './live-session.js'

/** A change on its way. */
export interface EditAttempt {
  /** True until the server answered. */
  readonly isBusy: boolean
  /** What was refused, and why; null where nothing was. */
  readonly refused: { readonly edit: Edit; readonly problem: ApiProblem } | null
  /** Asks for a change. @returns true where it went through */
  readonly ask: (edit: Edit, waivedRules?: readonly string[]) => Promise<boolean>
  /** Forgets what was refused. */
  readonly leave: () => void
}

/** A way to change the list of a session. */
export function useEdit(session: LiveSession): EditAttempt {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<EditAttempt['refused']>(null)
  const isThere = useRef(true)
  /** One after the other, in the order in which they were asked for. */
  const before = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(
    () => () => {
      isThere.current = false
    },
    [],
  )
  const ask = useCallback<EditAttempt['ask']>(
    async (edit, waivedRules = []) => {
      setBusy(true)
      setRefused(null)
      try {
        const edited = before.current.then(() => session.edit(edit, waivedRules))
        before.current = edited.catch(() => undefined)
        await edited
        return true
      } catch (error) {
        const problem = error instanceof ApiProblem ? error : new ApiProblem(0, 'fault', wordsOf(error))
        if (isThere.current) setRefused({ edit, problem })
        return false
      } finally {
        if (isThere.current) setBusy(false)
      }
    },
    [session],
  )
  return { isBusy, refused, ask, leave: () => setRefused(null) }
}
