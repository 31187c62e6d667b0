// What a row tells: figures, each beside what it is held against, as a median with quartiles, and its goal.

/**
 * A figure. Ratios are those within a round, so that a machine that is busy meanwhile says little.
 * @typedef {object} Figure
 * @property {string} id a stable name
 * @property {string} what what is measured
 * @property {string} goal such as `≤ 1.5 ×` or `≥ 30 ×`; empty where nothing is asked
 * @property {Spread | null} value null where the other is not installed
 * @property {string} ours what ours took
 * @property {string} other what it is held against, and what that took
 * @property {'CPU' | 'wall' | 'bytes' | ''} by what is compared
 * @property {string} remark what one should know of it
 */

/** @typedef {{ median: number, low: number, high: number, rounds: number }} Spread a median with its quartiles */

/**
 * @param {Partial<Figure> & Pick<Figure, 'id' | 'what' | 'value'>} given
 * @returns {Figure}
 */
export function figure({ goal = '', ours = '', other = '', by = '', remark = '', ...given }) {
  return { goal, ours, other, by, remark, ...given }
}

/**
 * Whether a goal is reached; null where there is none, or nothing was measured.
 * @param {Pick<Figure, 'goal' | 'value'>} figure
 */
export function isReached({ goal, value }) {
  const { isMost, limit } = limitOf(goal)
  if (limit === null || value === null) return null
  return isMost ? value.median <= limit : value.median >= limit
}

/** @param {string} goal */
function limitOf(goal) {
  const number = /[\d.]+/.exec(goal)
  return { isMost: goal.startsWith('≤'), limit: number === null ? null : Number(number[0]) }
}

/**
 * The median and the quartiles of a list.
 * @param {readonly number[]} list
 * @returns {Spread}
 */
export function spreadOf(list) {
  return { median: at(list, 0.5), low: at(list, 0.25), high: at(list, 0.75), rounds: list.length }
}

/**
 * One value that needs no rounds, such as a size.
 * @param {number} value
 * @returns {Spread}
 */
export function single(value) {
  return { median: value, low: value, high: value, rounds: 1 }
}

/** @param {readonly number[]} list @param {number} share */
function at(list, share) {
  const sorted = list.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

/** Milliseconds as people read them. @param {number} milliseconds */
export function time(milliseconds) {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toPrecision(3)} s`
  if (milliseconds >= 1) return `${milliseconds.toPrecision(3)} ms`
  return `${(milliseconds * 1000).toPrecision(3)} µs`
}

/** Bytes as people read them. @param {number} bytes */
export function size(bytes) {
  if (bytes >= 1e6) return `${(bytes / 1e6).toPrecision(3)} MB`
  return bytes >= 1e4 ? `${(bytes / 1e3).toPrecision(3)} kB` : `${Math.round(bytes)} B`
}
