/** Sub-agents in a Claude Code file: whose records are of which, which call started it, and whether it is at work. */

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

export class Subagents {
  readonly #delegations = new Map<string, Delegation>()
  readonly #children = new Map<string, Child>()

  /** A call that may start a sub-agent was made; its prompt is null where it has none. */
  called(call: string, prompt: string | null, parent: RecordedSession): void {
    this.#delegations.set(call, { parent, prompt, child: null })
  }

  parentOf(call: string | null): string | null {
    return this.#delegations.get(call ?? '')?.parent.identity.id ?? null
  }

  childOf(call: string): string | null {
    return this.#delegations.get(call)?.child ?? null
  }

  /** The call with this prompt that has no sub-agent yet, the oldest first; null where there is none. */
  callWithPrompt(prompt: string): string | null {
    for (const [call, delegation] of this.#delegations) {
      if (delegation.child === null && delegation.prompt === prompt) return call
    }
    return null
  }

  /**
   * A sub-agent is at work. Its parent says so, once for each call that it works for.
   * @param parent the parent where the call does not say, or null where it is not in the file
   */
  works(child: string, call: string | null, parent: RecordedSession | null, place: StepPlace): void {
    const known: Child = this.#children.get(child) ?? { parent, call: null, state: 'new' }
    this.#children.set(child, known)
    const delegation = this.#delegations.get(call ?? '')
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
    if (known?.state !== 'working') return
    known.state = 'ended'
    known.parent?.moveWork('subagent-end', child, known.call, place)
  }

  forget(call: string): void {
    this.#delegations.delete(call)
  }
}
