/** How long an item should take, read from what its list says. */

import type { JsonValue } from './events.js'

/** What estimates are counted in; `items` where there are none, so that each item counts as one. */
export type EffortUnit = 'minutes' | 'points' | 'items'

export interface Estimate {
  readonly amount: number
  /** Minutes, or points of a scale of the list's own. */
  readonly unit: Exclude<EffortUnit, 'items'>
}

/** Minutes of a unit of time. A day of work has eight hours, a week five days. */
const minutesOf: { readonly [unit: string]: number } = { s: 1 / 60, m: 1, h: 60, d: 480, w: 2400 }

const part = /^\s*(\d{1,9}(?:[.,]\d{1,3})?)\s*(?:[-–]\s*(\d{1,9}(?:[.,]\d{1,3})?)\s*)?([a-z]{1,10})?\.?\s*/iu

/**
 * Reads an estimate: `30m`, `1h 30m`, `2 days`, `PT1H30M`, `1–2 h` (their middle), `3 points`, `3`. A number alone is one
 * of points. Null where it is none, or nothing.
 */
export function readEstimate(value: JsonValue): Estimate | null {
  if (typeof value === 'number') return estimateOf(value, 'points')
  if (typeof value !== 'string' || value.length > 100) return null
  const isIso = /^\s*P[\dT]/iu.test(value)
  // Months have no length.
  if (isIso && /^[^T]*M/iu.test(value)) return null
  let rest = (
    isIso ? value.replaceAll(/[PT]/giu, ' ') : value.replace(/^\s*(?:~|about |ca\.? ?)/iu, '')
  ).trim()
  let minutes = 0
  let isTime = false
  while (rest !== '') {
    const [whole, from, to, unit = ''] = part.exec(rest) ?? []
    if (whole === undefined || from === undefined) return null
    const amount = to === undefined ? numberOf(from) : (numberOf(from) + numberOf(to)) / 2
    rest = rest.slice(whole.length).replace(/^(?:and |, )/iu, '')
    if (/^(?:|pts?|points?|sp)$/iu.test(unit)) {
      return isTime || rest !== '' ? null : estimateOf(amount, 'points')
    }
    const each = minutesOf[timeUnit(unit)]
    if (each === undefined) return null
    minutes += amount * each
    isTime = true
  }
  return isTime ? estimateOf(minutes, 'minutes') : null
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}

function timeUnit(word: string): string {
  const [, unit = ''] =
    /^(?:(s)(?:ecs?|econds?)?|(m)(?:ins?|inutes?)?|(h)(?:rs?|ours?)?|(d)(?:ays?)?|(w)(?:ks?|eeks?)?)$/iu
      .exec(word)
      ?.filter((found) => found !== undefined) ?? []
  return unit.toLowerCase()
}

function estimateOf(amount: number, unit: Estimate['unit']): Estimate | null {
  return Number.isFinite(amount) && amount > 0 ? { amount, unit } : null
}
