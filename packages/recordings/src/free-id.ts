/** Ids for what a recording calls by a name that was reported before. */

/** The name itself, or where it is taken the first of `name (2)`, `name (3)` … that is free. */
export function freeId(name: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  let id = name
  for (let count = 2; taken.has(id); count += 1) {
    id = `${name} (${count})`
  }
  return id
}
