/** The tool calls of one Claude Code file: identity is the id of the call, and a repeated id is the same call. */

import type { RecordedSession } from '../../recorded-session.js'

/** A call that was made. */
export interface KnownCall {
  /** Its id, or the name that stands for it where the file gives none. */
  readonly call: string
  /** The session that made it. */
  readonly session: RecordedSession
  /** The tool's name. */
  readonly tool: string
}

/** The calls that wait for their results, and the names of those that were answered. */
export class KnownCalls {
  readonly #waiting = new Map<string, KnownCall>()
  readonly #answered = new Set<string>()
  readonly #nameless = new Map<RecordedSession, string[]>()

  /** True where the call was made before; never for a call without an id. */
  has(id: string | null): boolean {
    return id !== null && (this.#waiting.has(id) || this.#answered.has(id))
  }

  /**
   * A call is made; gives its name, null where it was made before.
   * @param id its id, or null; @param ownName the name that stands for it where it has no id
   */
  make(id: string | null, ownName: string, session: RecordedSession, tool: string): string | null {
    const call = id ?? ownName
    if (this.has(call)) {
      return null
    }
    this.#waiting.set(call, { call, session, tool })
    if (id === null) {
      this.#nameless.set(session, [...(this.#nameless.get(session) ?? []), call])
    }
    return call
  }

  /**
   * The call that a result answers: `known` the first time, `answered` from then on, `unknown` where it never was.
   * A result without an id answers the session's oldest call without one.
   */
  answer(id: string | null, session: RecordedSession): KnownCall | 'answered' | 'unknown' {
    const call = id ?? this.#nameless.get(session)?.shift()
    const known = call === undefined ? undefined : this.#waiting.get(call)
    if (call === undefined || known === undefined) {
      return call !== undefined && this.#answered.has(call) ? 'answered' : 'unknown'
    }
    this.#waiting.delete(call)
    this.#answered.add(call)
    return known
  }
}
