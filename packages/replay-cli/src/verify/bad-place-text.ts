/** A bad place in words. */

import { printable } from '../text/printable.js'
import type { FirstBad } from './verify-result.js'

/** `altered at position 12, event 7 of session login-7`. */
export function badPlaceText({ problem, position, session, seq }: FirstBad): string {
  const event = seq === null ? '' : `event ${seq}`
  const whose = session === null ? '' : `of session ${printable(session, 200)}`
  const where = [position === null ? '' : `position ${position}`, [event, whose].filter(Boolean).join(' ')]
  const place = where.filter(Boolean).join(', ')
  return place === '' ? problem : `${problem} at ${place}`
}
