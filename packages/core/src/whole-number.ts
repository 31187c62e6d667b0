import { HostError } from './errors.js'

/** @throws HostError `bad-setting` naming the field, where the value is not a whole number from 0 on */
export function wholeNumber(value: number, field: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return
  throw new HostError('bad-setting', `${field} must be a whole number from 0 on, not ${value}.`)
}
