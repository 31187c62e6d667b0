/** Adds up what a session's turns cost, in all and by the items that were in progress. */

import type { SessionState, TodoEvent } from '@todo-ledger/core'
import { addedUsage, type TokenUsage } from '@todo-ledger/recordings'
import type { ItemUsage, SessionUsage, TurnsUsage } from '../session-view/session-replay.js'

export class UsageLog {
  /** What was in progress when each turn began that is open. */
  readonly #busy = new Map<number, SessionState['items']>()
  readonly #items = new Map<string, ItemUsage>()
  #all: TurnsUsage | null = null

  /** Takes in an event. @param state the state after it; @param usage what the turn cost that it ends */
  observe(event: TodoEvent, { items }: SessionState, usage?: TokenUsage): void {
    if (event.type === 'turn.started')
      this.#busy.set(
        event.turn,
        items.filter(({ status }) => status === 'in_progress'),
      )
    if (event.type !== 'turn.ended') return
    const busy = this.#busy.get(event.turn) ?? []
    this.#busy.delete(event.turn)
    if (usage === undefined) return
    this.#all = added(this.#all, usage)
    for (const { key, id } of busy)
      this.#items.set(key, { ...added(this.#items.get(key) ?? null, usage), key, id })
  }

  /** What it came to so far; null where the recording says nothing of it. */
  get usage(): SessionUsage | null {
    return this.#all === null ? null : { ...this.#all, items: [...this.#items.values()] }
  }
}

function added(before: TurnsUsage | null, { ...usage }: TokenUsage): TurnsUsage {
  return before === null ? { ...usage, turns: 1 } : { ...addedUsage(before, usage), turns: before.turns + 1 }
}
