/** Data given to code of others: a copy that can't be changed, so that nothing else is changed through it. */

/**
 * A copy of plain data, sets and maps, frozen throughout. Linear in the size of the data; what stands in it at several
 * places is one thing in the copy, too.
 * @throws DOMException `DataCloneError` where the data holds a function
 */
export function frozenCopy<T>(data: T): T {
  const copy = structuredClone(data)
  freeze(copy)
  return copy
}

function freeze(root: unknown): void {
  const waiting: object[] = []
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) waiting.push(value)
  }
  add(root)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Set || next instanceof Map) {
      // Freezing an object does not freeze what a set or a map holds.
      for (const method of ['add', 'set', 'delete', 'clear']) {
        Object.defineProperty(next, method, { value: refuse })
      }
      for (const [key, value] of next.entries()) {
        add(key)
        add(value)
      }
    } else for (const value of Object.values(next)) add(value)
    Object.freeze(next)
  }
}

function refuse(): never {
  throw new TypeError('The data that an audit rule is given can not be changed.')
}
