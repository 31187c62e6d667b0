/** One recorded call of a todo tool while it is tried under the new profile. */

import type { SessionState, TodoReply, Violation } from '@todo-ledger/core'
import type { TodoCallEvent } from './carried-intent.js'
import { shownIntent, type Update } from './carry.js'
import type { AttemptOutcome, CarriedCall, WhatIfAttempt } from './result.js'

interface MadeCall {
  readonly update: Update
  /** The state that it found. */
  readonly state: SessionState
  readonly isQuery: boolean
  readonly reply: TodoReply
  isVoid: boolean
}

/** Takes down what becomes of a call on both sides. */
export class Attempt {
  /** The turn of the recording. */
  readonly turn: number
  /** The recorded event. */
  readonly event: TodoCallEvent
  /** True in turns that would not have come. */
  readonly isBeyond: boolean
  /** What can't be said in the new profile's tools. */
  readonly notCarried: Set<string> = new Set()
  /** True where it names an item that is not in the new profile's list. */
  isLost = false
  readonly #isOldQuery: boolean
  #isOldVoid = false
  #calls: MadeCall[] = []

  /** @param event the recorded event; @param isBeyond true in a turn that would not have come */
  constructor(event: TodoCallEvent, isBeyond: boolean) {
    this.turn = event.turn
    this.event = event
    this.isBeyond = isBeyond
    this.#isOldQuery = event.type === 'todos.updated' && event.data.query
  }

  /** An update was made in its place. @param state the state that it found; @param isQuery true where it only read the list */
  made(update: Update, state: SessionState, reply: TodoReply, isQuery: boolean): void {
    this.#calls.push({ update, state, reply, isQuery, isVoid: false })
  }

  /** It became a part of the list that another attempt of its turn sent. */
  joined(other: Attempt): void {
    this.#calls = other.#calls
  }

  /** It is no part of the list that its turn sent after all. */
  leave(): void {
    this.#calls = []
  }

  /** The recording rolled its turn back. */
  rolledBackThere(): void {
    if (!this.#isOldQuery) this.#isOldVoid = true
  }

  /** The new profile rolled its turn back. */
  rolledBackHere(): void {
    for (const call of this.#calls) if (call.reply.ok && !call.isQuery) call.isVoid = true
  }

  /** What became of it in the recording. */
  get recorded(): AttemptOutcome {
    if (this.event.type === 'todos.rejected') return 'rejected'
    return this.#isOldVoid ? 'rolled-back' : 'accepted'
  }

  /** What becomes of it under the new profile; null where nothing of it can be said there. */
  get whatIf(): AttemptOutcome | null {
    const outcomes = this.#calls.map(outcomeOf)
    if (outcomes.length === 0) return this.notCarried.size > 0 ? null : 'accepted'
    return outcomes.find((outcome) => outcome !== 'accepted') ?? 'accepted'
  }

  /** True where the one side took it over and the other did not. */
  get differs(): boolean {
    return this.whatIf !== null && (this.recorded === 'accepted') !== (this.whatIf === 'accepted')
  }

  /** The attempt as it is reported. */
  report(): WhatIfAttempt {
    const { turn, event, recorded, whatIf, isBeyond, notCarried } = this
    const { call, tool, input } = event.data
    const refused = this.#calls.find(({ reply }) => !reply.ok)
    const [only] = this.#calls
    const isSame = this.#calls.length === 1 && isRecordedCall(only?.update, tool, input)
    return {
      turn,
      seq: event.seq,
      call,
      tool,
      recorded,
      whatIf,
      violations: this.#calls.flatMap(({ reply }): readonly Violation[] => reply.violations ?? []),
      reply: (refused ?? this.#calls.at(-1))?.reply.text ?? '',
      ...(isBeyond ? { beyond: true } : {}),
      ...(whatIf === null ? { carried: false } : {}),
      ...(notCarried.size === 0 ? {} : { notCarried: [...notCarried] }),
      ...(isSame || this.#calls.length === 0 ? {} : { calls: this.#calls.map(shownCall) }),
    }
  }
}

function outcomeOf({ reply, isVoid }: MadeCall): AttemptOutcome {
  if (!reply.ok) return 'rejected'
  return isVoid ? 'rolled-back' : 'accepted'
}

function isRecordedCall(update: Update | undefined, tool: string, input: unknown): boolean {
  return update !== undefined && update.tool === tool && update.input === input
}

function shownCall(call: MadeCall): CarriedCall {
  const { update, state, reply } = call
  const input =
    update.intent === undefined ? update.input : (update.input ?? shownIntent(update.intent, state))
  return { tool: update.tool, input, whatIf: outcomeOf(call), reply: reply.text }
}
