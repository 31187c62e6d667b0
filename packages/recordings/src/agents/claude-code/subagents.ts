/**
 * Sub-agents in a Claude Code file: which session a record of one belongs to, and which call of the parent started it.
 * Newer files name the agent; older ones only chain its records by `parentUuid`. Source: docs/sources/claude-code.md.
 */

import type { RecordedSession, StepPlace } from '../../recorded-session.js'

interface Delegation {
  readonly parent: RecordedSession
  readonly prompt: string | null
  child: string | null
}

interface Child {
  parent: RecordedSession | null
  call: string | null
  state: 'new' | 'working' | 'ended'
}

/** Which calls started which sub-agents, and whether they are at work. */
export class Subagents {
  readonly #delegations = new Map<string, Delegation>()
  readonly #children = new Map<string, Child>()

  /** A call that may start a sub-agent was made; its prompt is null where it has none. */
  called(call: string, prompt: string | null, parent: RecordedSession): void {
    this.#delegations.set(call, { parent, prompt, child: null })
  }

  /** The session that made the call, or null where it is not known. */
  parentOf(call: string | null): RecordedSession | null {
    return call === null ? null : (this.#delegations.get(call)?.parent ?? null)
  }

  /** The sub-agent that works for the call, or null. */
  childOf(call: string): string | null {
    return this.#delegations.get(call)?.child ?? null
  }

  /** The call with this prompt that has no sub-agent yet, the oldest first; null where there is none. */
  callWithPrompt(prompt: string): string | null {
    for (const [call, delegation] of this.#delegations) {
      if (delegation.child === null && delegation.prompt === prompt) {
        return call
      }
    }
    return null
  }

  /**
   * A sub-agent is at work. Its parent says so, once for each call that it works for.
   * @param call the call that started it, or null where that is not known; @param parent the parent where the call
   * does not say, or null where it is not in the file
   */
  works(child: string, call: string | null, parent: RecordedSession | null, place: StepPlace): void {
    const known = this.#children.get(child) ?? { parent, call: null, state: 'new' }
    this.#children.set(child, known)
    const delegation = call === null ? undefined : this.#delegations.get(call)
    if (delegation !== undefined) {
      delegation.child = child
      known.parent = delegation.parent
    }
    const again = known.state === 'ended' && delegation !== undefined && call !== known.call
    if ((known.state === 'new' || again) && known.parent?.isOpened === true) {
      known.call = call
      known.state = 'working'
      known.parent.moveWork('subagent-start', child, call, place)
    }
  }

  /** A sub-agent came back. Its parent says so, where it said that it started. */
  ends(child: string, place: StepPlace): void {
    const known = this.#children.get(child)
    if (known?.state === 'working') {
      known.state = 'ended'
      known.parent?.moveWork('subagent-end', child, known.call, place)
    }
  }

  /** The call is over, and so is every sub-agent that it started. */
  forget(call: string): void {
    this.#delegations.delete(call)
  }
}

/** Names the sub-agents of old files, which write none: the records that follow one another are one sub-agent. */
export class UnnamedAgents {
  readonly #agentOfRecord = new Map<string, string>()
  readonly #latest = new Map<string, string>()
  readonly #names = new Map<string, string>()

  /**
   * The sub-agent that a record belongs to.
   * @param session its session; @param uuid its id; @param follows the id of the record that it follows
   * @param starts true where it starts a sub-agent, unless it follows a record of one
   */
  agentOf(session: string, uuid: string | null, follows: string | null, starts: boolean): string {
    const own = uuid === null ? undefined : this.#agentOfRecord.get(uuid)
    const followed = follows === null ? undefined : this.#agentOfRecord.get(follows)
    const agent = own ?? followed ?? (starts ? undefined : this.#latest.get(session)) ?? this.#nameFor(uuid)
    if (uuid !== null) {
      this.#agentOfRecord.set(uuid, agent)
    }
    this.#latest.set(session, agent)
    return agent
  }

  /** The first characters of the record's id, as short as names in newer files; all where another has the same. */
  #nameFor(uuid: string | null): string {
    const whole = uuid ?? 'unnamed'
    const short = whole.slice(0, 8)
    const taken = this.#names.get(short)
    this.#names.set(short, taken ?? whole)
    return taken === undefined || taken === whole ? short : whole
  }
}
