/** Plain data that nothing alters any more. */

/** Freezes plain data deeply, without recursion, and gives it back. What is frozen already is taken to be so deeply. */
export function frozen<Data extends object>(data: Data): Data {
  const open: object[] = [data]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Object.isFrozen(value)) continue
    Object.freeze(value)
    for (const entry of Object.values(value))
      if (typeof entry === 'object' && entry !== null) open.push(entry)
  }
  return data
}
