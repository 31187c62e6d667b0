/** A session as its events tell it: its work, its items, and what these ask for. */

import type { SessionState, TodoEvent } from '@todo-ledger/core'
import { itemsIn } from '@todo-ledger/core/rules'
import { type KnownTools, noTools } from './facts/calls/tool-names.js'
import { noOwnChecks, type OwnCheck, OwnChecks } from './facts/shell/own-checks.js'
import { WorkLog } from './facts/work/work-log.js'
import { ItemHistories } from './list/item-histories.js'
import { type ItemPromise, rememberedPromises } from './promise/promise.js'

/** What people add to the commands that the audit knows. */
export interface EvidenceSettings {
  /** Own check commands; they win over the known ones. */
  readonly checks?: readonly OwnCheck[]
}

/** Follows a session. Memory grows with the number of its calls, not with the length of their outputs. */
export class FollowedSession {
  readonly log: WorkLog
  readonly promiseOf: (text: string) => ItemPromise = rememberedPromises()
  readonly items: ItemHistories = new ItemHistories((text) => this.promiseOf(text).mends)
  /** Whether its host says that only todo calls come to it. */
  todoCallsOnly = false
  #isRecording = false

  /** @throws HostError `bad-own-check` for an own check that is not one simple command */
  constructor({ checks }: EvidenceSettings, tools: KnownTools = noTools) {
    this.log = new WorkLog(checks === undefined ? noOwnChecks : new OwnChecks(checks), tools)
  }

  /** Takes in one event, in order. @param state the state after it; it is read at once and not kept */
  observe(event: TodoEvent, state: SessionState): void {
    this.log.observe(event)
    if (event.type === 'session.opened') {
      this.todoCallsOnly = event.data.todoCallsOnly !== undefined
      this.#isRecording = event.data.source !== null
    }
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    this.items.observe(event, state, this.log.work.length)
    this.log.setBusy(itemsIn(state.items, 'in_progress'))
  }

  /**
   * Whether it shows nothing of the agent's other work: its host says so, or never reported a call of another tool. A
   * recording holds every call that was made.
   */
  get showsTodoCallsOnly(): boolean {
    return this.todoCallsOnly || (!this.#isRecording && !this.log.work.some(({ kind }) => kind === 'call'))
  }
}
