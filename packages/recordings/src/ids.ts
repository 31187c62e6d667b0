/** Ids: each is given once, and none is longer than a store keeps. */

import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { RecordingStep } from './recording.js'

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

/** No agent gives longer ones. */
const longestId = 10_000

/** The step with its ids cut where they are endless: the same id is cut in the same way, and another to another. */
export function withShortIds(step: RecordingStep): RecordingStep {
  const { session, source } = step
  const isWork = step.kind === 'subagent-start' || step.kind === 'subagent-end'
  const others = isWork ? [step.child, step.call] : step.kind === 'session' ? [step.parent] : []
  if ([session, source.call, ...others].every((id) => (id?.length ?? 0) <= longestId)) return step
  const call = source.call === undefined ? {} : { call: shortId(source.call) }
  const named = { session: shortId(session), source: { ...source, ...call } }
  if (isWork)
    return {
      ...step,
      ...named,
      child: shortId(step.child),
      call: step.call === null ? null : shortId(step.call),
    }
  if (step.kind === 'session')
    return { ...step, ...named, parent: step.parent === null ? null : shortId(step.parent) }
  return { ...step, ...named }
}

function shortId(id: string): string {
  if (id.length <= longestId) return id
  return `${id.slice(0, 100)}…${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
