/** The tool calls of one Claude Code file: identity is the id of the call, and a repeated id is the same call. */

import type { RecordedSession } from '../../recorded-session.js'

export interface KnownCall {
  /** Its id, or the name that stands for it where the file gives none. */
  readonly call: string
  /** The session that made it. */
  readonly session: RecordedSession
  readonly tool: string
}

export class KnownCalls {
  /** Null for those that were answered. */
  readonly #calls = new Map<string, KnownCall | null>()
  readonly #nameless = new Map<RecordedSession, string[]>()

  /** True where the call was made before; never for a call without an id. */
  has(id: string | null): boolean {
    return id !== null && this.#calls.has(id)
  }

  /** A call is made; gives its name, `ownName` where it has no id, or null where it was made before. */
  make(id: string | null, ownName: string, session: RecordedSession, tool: string): string | null {
    const call = id ?? ownName
    if (this.has(call)) return null
    this.#calls.set(call, { call, session, tool })
    if (id === null) this.#nameless.set(session, [...(this.#nameless.get(session) ?? []), call])
    return call
  }

  /**
   * The call that a result answers: `known` the first time, `answered` from then on, `unknown` where it never was.
   * A result without an id answers the session's oldest call without one.
   */
  answer(id: string | null, session: RecordedSession): KnownCall | 'answered' | 'unknown' {
    const call = id ?? this.#nameless.get(session)?.shift() ?? ''
    const known = this.#calls.get(call)
    if (known === undefined) return 'unknown'
    this.#calls.set(call, null)
    return known ?? 'answered'
  }
}
