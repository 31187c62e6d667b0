/** The tool calls of one Claude Code file: identity is the id of the call, and a repeated id is the same call. */

import type { RecordedSession } from '../recorded-session.js'

/** A call that was made. */
export interface KnownCall {
  /** Its id, or the name that stands for it where the file gives none. */
  readonly call: string
  /** The session that made it. */
  readonly session: RecordedSession
  /** The tool's name. */
  readonly tool: string
}

/** The calls that were made, and which of them were answered. */
export class KnownCalls {
  private readonly made = new Map<string, KnownCall>()
  private readonly answered = new Set<string>()
  private readonly nameless = new Map<RecordedSession, string[]>()

  /** True where the call was made before; never for a call without an id. */
  has(id: string | null): boolean {
    return id !== null && this.made.has(id)
  }

  /**
   * A call is made; gives its name, null where it was made before.
   * @param id its id, or null; @param ownName the name that stands for it where it has no id
   */
  make(id: string | null, ownName: string, session: RecordedSession, tool: string): string | null {
    const call = id ?? ownName
    if (this.made.has(call)) {
      return null
    }
    this.made.set(call, { call, session, tool })
    if (id === null) {
      this.nameless.set(session, [...(this.nameless.get(session) ?? []), call])
    }
    return call
  }

  /**
   * The call that a result answers: `known` the first time, `answered` from then on, `unknown` where it never was.
   * A result without an id answers the session's oldest call without one.
   */
  answer(id: string | null, session: RecordedSession): KnownCall | 'answered' | 'unknown' {
    const call = id ?? this.nameless.get(session)?.shift()
    const known = call === undefined ? undefined : this.made.get(call)
    if (known === undefined) {
      return 'unknown'
    }
    if (this.answered.has(known.call)) {
      return 'answered'
    }
    this.answered.add(known.call)
    return known
  }
}
