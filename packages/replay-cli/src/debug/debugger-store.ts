/** Holds the debugger's state while it runs, and does what an action asks for beyond it. */

import type { Action } from './model/actions.js'
import type { Debugged, DebuggerState } from './model/debugger-state.js'
import { actionOf, type KeyPress } from './model/keys.js'
import type { WhatIfReplay } from './model/what-if-replay.js'
import { update } from './update.js'

/** What the debugger can have done around it. */
export interface DebuggerEffects {
  /** Drives a session, by its place, under a profile. */
  readonly driveAgain: (session: number, profile: string) => Promise<WhatIfReplay>
  /** Ends the debugger. */
  readonly quit: () => void
  /** Puts the program to sleep, as Ctrl-Z does. */
  readonly suspend: () => void
  /** Draws the whole screen anew. */
  readonly redraw: () => void
}

/** The debugger's state while it runs. */
export class DebuggerStore {
  /** What does not change. */
  readonly debugged: Debugged
  readonly #effects: DebuggerEffects
  readonly #listeners = new Set<() => void>()
  #state: DebuggerState

  /** @param start the state to begin with */
  constructor(start: DebuggerState, debugged: Debugged, effects: DebuggerEffects) {
    this.debugged = debugged
    this.#effects = effects
    this.#state = start
    this.#drive(start.whatIf)
  }

  /** The state now. */
  readonly current = (): DebuggerState => this.#state

  /** Tells a listener of every change. @returns stops it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A key was pressed. */
  press(press: KeyPress): void {
    const action = actionOf(press, this.#state)
    if (action !== null) this.apply(action)
  }

  /** Does what is asked. */
  apply(action: Action): void {
    switch (action.kind) {
      case 'quit':
        this.#effects.quit()
        break
      case 'suspend':
        this.#effects.suspend()
        break
      case 'redraw':
        this.#effects.redraw()
        break
      default:
        this.#change(action)
    }
  }

  #change(action: Action): void {
    const before = this.#state
    this.#state = update(before, action, this.debugged)
    if (this.#state.whatIf !== before.whatIf) this.#drive(this.#state.whatIf)
    if (this.#state !== before) for (const listener of this.#listeners) listener()
  }

  #drive(whatIf: DebuggerState['whatIf']): void {
    if (whatIf.kind !== 'wanted') return
    const { session } = this.#state
    const isStillWanted = () => this.#state.whatIf === whatIf && this.#state.session === session
    this.#effects.driveAgain(session, whatIf.profile).then(
      (replay) => {
        if (isStillWanted()) this.apply({ kind: 'what-if-driven', replay })
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        if (isStillWanted()) this.apply({ kind: 'what-if-failed', message })
      },
    )
  }
}
