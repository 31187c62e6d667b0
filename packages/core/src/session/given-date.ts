/** What a host gives as a date. */

import { HostError } from '../errors.js'

/**
 * A date that a host gave.
 * @param name what messages call it
 * @throws HostError `bad-date` where it is none
 */
export function givenDate(date: unknown, name: string): Date {
  if (date instanceof Date && !Number.isNaN(date.getTime())) return date
  throw new HostError('bad-date', `${name} is ${shown(date)}, and must be a Date. Nothing was recorded.`)
}

function shown(value: unknown): string {
  if (value instanceof Date) return 'a Date without a time'
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? String(value))
}
