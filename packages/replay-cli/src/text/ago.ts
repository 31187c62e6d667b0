/** How long ago something was, as people say it. */

import { count } from './count.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `just now`, `3 minutes ago`, `5 hours ago`; what is older than two days by its day. @param at, now in milliseconds */
export function ago(at: number, now: number): string {
  const passed = now - at
  if (passed < minute) return 'just now'
  if (passed < hour) return `${count(Math.floor(passed / minute), 'minute')} ago`
  if (passed < 2 * day) return `${count(Math.floor(passed / hour), 'hour')} ago`
  return new Date(at).toISOString().slice(0, 10)
}
