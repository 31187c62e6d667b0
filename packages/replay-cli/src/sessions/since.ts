/** From when on sessions are listed: a time, or how long ago. */

import { InvalidArgumentError } from 'commander'
import { isoDate } from '../options.js'

const units: ReadonlyMap<string | undefined, number> = new Map([
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 7 * 86_400_000],
])

/** Reads the value of `--since`: `2026-01-05`, `2026-01-05T10:00`, or `12h`, `7d`, `2w` ago. */
export function sinceTime(text: string): Date {
  const [, number, unit] = /^(\d{1,6})([hdw])$/.exec(text.trim()) ?? []
  const length = units.get(unit)
  if (number !== undefined && length !== undefined) return new Date(Date.now() - Number(number) * length)
  try {
    return isoDate(text)
  } catch {
    throw new InvalidArgumentError(
      'It must be a time such as 2026-01-05, or how long ago, such as 12h, 7d or 2w.',
    )
  }
}
