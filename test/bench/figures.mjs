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
 * Figures whose other is not there.
 * @param {string} name
 * @param {readonly Pick<Figure, 'id' | 'what'>[]} figures
 */
export function notInstalled(name, figures) {
  return figures.map((each) =>
    figure({ ...each, value: null, other: name, remark: `${name} is not installed, or can't be loaded` }),
  )
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

/**
 * How many times worse a figure is than it was; below 1 it is better. Figures without a goal are not held to anything.
 * @param {Pick<Figure, 'goal' | 'value'>} figure
 * @param {Pick<Spread, 'median'> | null} before
 * @returns {number | null}
 */
export function timesWorse({ goal, value }, before) {
  const { isMost, limit } = limitOf(goal)
  if (limit === null || value === null || before === null) return null
  return isMost ? value.median / before.median : before.median / value.median
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

/**
 * How a cost grows: the slope of a line through the logarithms; 1 is linear.
 * @param {readonly (readonly [size: number, cost: number])[]} points
 */
export function exponentOf(points) {
  const xs = points.map(([size]) => Math.log(size))
  const ys = points.map(([, cost]) => Math.log(cost))
  const mean = (/** @type {readonly number[]} */ list) =>
    list.reduce((sum, each) => sum + each, 0) / list.length
  const [x, y] = [mean(xs), mean(ys)]
  const above = mean(xs.map((each, index) => (each - x) * ((ys[index] ?? y) - y)))
  return above / mean(xs.map((each) => (each - x) ** 2))
}
