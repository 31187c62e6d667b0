/** Says of what a session only holds a copy of in which session it counts. */

import type { JSX } from 'preact'
import { Foreign } from './foreign.js'

/** The note; nothing for what is the session's own. */
export function CopiedFrom({ session }: { session: string | undefined }): JSX.Element | null {
  if (session === undefined) return null
  return (
    <span class="known">
      {' '}
      copied from <Foreign text={session} limit={80} />, counted there
    </span>
  )
}
