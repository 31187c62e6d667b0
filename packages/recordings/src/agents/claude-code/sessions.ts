/** The sessions of one Claude Code file. Each pair of session and sub-agent is one: docs/sources/claude-code.md. */

import { RecordedSession } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import type { Envelope } from './records.js'
import { UnnamedAgents } from './subagents.js'

/** Finds the session that a record belongs to, and makes it where it is new. */
export class ClaudeCodeSessions {
  readonly #sessions = new Map<string, RecordedSession>()
  readonly #unnamed = new UnnamedAgents()
  readonly #steps: RecordingStep[]

  /** @param steps where the steps of the sessions are put */
  constructor(steps: RecordingStep[]) {
    this.#steps = steps
  }

  /** The session with this id, or undefined. */
  get(id: string): RecordedSession | undefined {
    return this.#sessions.get(id)
  }

  /** Every session, in the order in which they appeared. */
  all(): Iterable<RecordedSession> {
    return this.#sessions.values()
  }

  /**
   * The session that a record belongs to.
   * @param record the record; @param root the id of its session, or of the session that its sub-agent works for
   * @param parent the session that started the sub-agent, or null where it is the root
   * @param starts true where the record can start a sub-agent that has no name
   */
  of(record: Envelope, root: string, parent: RecordedSession | null, starts: boolean): RecordedSession {
    const agent =
      record.agent ??
      (record.sidechain ? this.#unnamed.agentOf(root, record.uuid, record.follows, starts) : null)
    const id = agent === null ? root : `${root}/${agent}`
    const identity = {
      id,
      parent: agent === null ? null : (parent?.identity.id ?? root),
      profile: 'claude-code',
      goal: null,
    }
    const session = this.#sessions.get(id) ?? new RecordedSession(identity, this.#steps)
    this.#sessions.set(id, session)
    return session
  }
}

/** True for a record of a sub-agent. */
export function isOfSubagent(record: Envelope): boolean {
  return record.sidechain || record.agent !== null
}
