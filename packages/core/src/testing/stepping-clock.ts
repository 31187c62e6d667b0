/** Time, ids and random bytes that are the same at each run. */

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
  return () => `e${++count}`
}

/** Bytes that count 1, 2, 3 … in their last four: for salts that need not be secret. Four bytes or more at a time. */
export function countingBytes(): (size: number) => Uint8Array {
  let count = 0
  return (size) => {
    const bytes = new Uint8Array(size)
    new DataView(bytes.buffer).setUint32(size - 4, ++count)
    return bytes
  }
}
