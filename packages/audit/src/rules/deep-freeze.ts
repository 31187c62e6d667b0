/** Data given to code of others can't be changed, so that nothing else is changed through it. */

/** What is frozen throughout: what is merely frozen may hold what is not. */
const frozen = new WeakSet<object>()

/** Freezes plain data, sets and maps throughout. Linear in what was not frozen here before. */
export function deepFreeze<T>(data: T): T {
  const waiting: unknown[] = [data]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null || frozen.has(next)) continue
    frozen.add(next)
    if (next instanceof Set || next instanceof Map) {
      // Freezing an object does not freeze what a set or a map holds.
      for (const method of ['add', 'set', 'delete', 'clear']) {
        if (!Object.isFrozen(next)) Object.defineProperty(next, method, { value: refuse })
      }
      for (const entry of next.entries()) waiting.push(...entry)
    } else waiting.push(...Object.values(next))
    Object.freeze(next)
  }
  return data
}

function refuse(): never {
  throw new TypeError('The data that an audit rule is given can not be changed.')
}
