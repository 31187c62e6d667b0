/** Ids: each is given once, and none is longer than a store keeps. */

import { createHash } from 'node:crypto'
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
  /** How often each name was asked for. */
  readonly #counts = new Map<string, number>()

  /** The name itself, or where it was given before `name (2)`, `name (3)` …, whichever is free. */
  give(name: string): string {
    let count = this.#counts.get(name) ?? 0
    let id = name
    do {
      count += 1
      id = count === 1 ? name : `${name} (${count})`
    } while (!addNew(this.#given, id))
    this.#counts.set(name, count)
    return id
  }
}

/** No agent gives longer ones. */
const longestId = 10_000

/** The id, cut where it is endless: the same in the same way, and another to another. */
export function shortId(id: string): string {
  if (id.length <= longestId) return id
  return `${id.slice(0, 100)}…${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
