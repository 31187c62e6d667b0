/** Notes a key. @returns true the first time */
export function addNew(seen: Set<string>, key: string): boolean {
  const before = seen.size
  return seen.add(key).size > before
}
