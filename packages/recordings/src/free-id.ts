/** Ids for what a recording calls by a name that was reported before. */

/**
 * The name itself, or where it is taken `name (2)`, `name (3)` …, whichever is free: the first that is, where they were
 * given in a row. It asks of a few, however many there are.
 */
export function freeId(name: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(name)) return name
  const id = (count: number): string => `${name} (${count})`
  let used = 1
  let free = 2
  while (taken.has(id(free))) {
    used = free
    free *= 2
  }
  while (free - used > 1) {
    const middle = Math.floor((used + free) / 2)
    if (taken.has(id(middle))) used = middle
    else free = middle
  }
  return id(free)
}
