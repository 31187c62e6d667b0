/** Time and ids that are the same at each run. */

/** A clock that gives one second more at each call, from 2026-01-05T10:00:01Z on. */
export function steppingClock(): () => Date {
  let now = Date.UTC(2026, 0, 5, 10)
  return () => {
    now += 1000
    return new Date(now)
  }
}

/** The ids e1, e2, e3 … */
export function countingIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `e${count}`
  }
}
