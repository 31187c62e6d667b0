/** What is read in a call of which nothing can be read. */

import type { Violation } from '../events.js'
import type { Reading } from './profile.js'

/** A call that wants nothing that could be read: a recording that accepted it changes nothing. */
export function unreadable(...violations: readonly Violation[]): Reading {
  return { intent: { kind: 'edit' }, violations }
}
