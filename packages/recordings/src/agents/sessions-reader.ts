/** What the readers of agents' records have in common: the sessions of a file, its clock, and what is said of what is left out. */

import { addNew, idOfFile } from '../ids.js'
import { type JsonObject, momentOf } from '../json.js'
import { RecordedSession, type StepPlace } from '../recorded-session.js'
import type { ReadContext, RecordReader } from '../recording.js'

export abstract class SessionsReader implements RecordReader {
  readonly context: ReadContext
  readonly #profile: string
  readonly #sessions = new Map<string, RecordedSession>()
  /** The keys that were met, by their kind. */
  readonly #seen = new Map<string, Set<string>>()
  #at = new Date(0)

  constructor(context: ReadContext, profile: string) {
    this.context = context
    this.#profile = profile
  }

  abstract read(record: JsonObject, place: StepPlace): void

  /** A record without a time is of that of the one before. */
  take(record: JsonObject, line: number): void {
    this.#at = momentOf(record['timestamp']) ?? this.#at
    this.read(record, { at: this.#at, line })
  }

  finish(): void {
    for (const session of this.#sessions.values()) session.endRun()
  }

  /** The file's name without its ending: the session's id where no record names one. */
  get fileName(): string {
    return idOfFile(this.context.file)
  }

  /** The session with this id that appeared before. */
  known(id: string): RecordedSession | undefined {
    return this.#sessions.get(id)
  }

  session(id: string, parent: string | null = null): RecordedSession {
    const known = this.#sessions.get(id)
    if (known !== undefined) return known
    const session = new RecordedSession({ id, parent, profile: this.#profile }, this.context.steps)
    this.#sessions.set(id, session)
    return session
  }

  /** True the first time that the key of a kind is met; true always where there is none. */
  isNew(kind: string, key: string | null): boolean {
    if (key === null) return true
    const seen = this.#seen.get(kind) ?? new Set()
    if (seen.size === 0) this.#seen.set(kind, seen)
    return addNew(seen, key)
  }

  wasSeen(kind: string, key: string): boolean {
    return this.#seen.get(kind)?.has(key) === true
  }

  skip(line: number, reason: string): void {
    this.context.skip(line, reason)
  }

  /** @param what such as `record`; @param type null where it has none */
  skipUnknown(what: string, type: string | null, line: number): void {
    const article = /^[aeiou]/.test(what) ? 'an' : 'a'
    const unknown = `unknown ${what} type ${JSON.stringify(type?.slice(0, 40))}`
    this.skip(line, type === null ? `${article} ${what} without a type` : unknown)
  }
}
