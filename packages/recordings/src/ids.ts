/** Ids that are given once each. */

import { basename } from 'node:path'

/** Notes a key. @returns true the first time */
export function addNew(seen: Set<string>, key: string): boolean {
  const before = seen.size
  return seen.add(key).size > before
}

/** The file's name without its endings: the id of a session that no record names. */
export function idOfFile(file: string): string {
  return basename(file).replace(/(?:\.(?:traj|stream))?\.(?:jsonl?|ndjson)$|\.traj$/, '')
}

/** Gives ids for what a recording calls by names that may come again. */
export class UniqueIds {
  readonly #given = new Set<string>()

  has(id: string): boolean {
    return this.#given.has(id)
  }

  /**
   * The name itself, or where it was given before `name (2)`, `name (3)` …, whichever is free: the first that is, where they
   * were given in a row. It asks of a few, however many there are.
   */
  give(name: string): string {
    const id = this.has(name) ? this.#numbered(name) : name
    this.#given.add(id)
    return id
  }

  #numbered(name: string): string {
    const id = (count: number): string => `${name} (${count})`
    let used = 1
    let free = 2
    while (this.has(id(free))) {
      used = free
      free *= 2
    }
    while (free - used > 1) {
      const middle = Math.floor((used + free) / 2)
      if (this.has(id(middle))) used = middle
      else free = middle
    }
    return id(free)
  }
}
