/** A session's name and what it is. */

import { printable } from '../../text/printable.js'
import type { SessionSeen } from '../watch-event.js'

/** What a session is, in a few words. */
export function sessionHeading({ profile, file, parent, goal }: Omit<SessionSeen, 'kind'>): string {
  const from = file === null ? 'live' : file
  const child = parent === null ? '' : `, sub-agent of ${parent}`
  return printable(`${profile}, ${from}${child}${goal === null ? '' : `, goal: ${goal}`}`, 400)
}
