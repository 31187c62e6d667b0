/** What `stats` counts of a session while its events pass: calls of the todo tools, reminders, characters. */

import {
  isFromOutside,
  type RecordedPlace,
  type SessionState,
  type TodoEvent,
  type TroubleSign,
  troubleSigns,
} from '@todo-ledger/core'
import type { TokenUsage } from '@todo-ledger/recordings'
import { UsageLog } from '../replay/usage-log.js'

/** A place in a session; `source` is null for a live one. */
export interface Place {
  readonly turn: number
  readonly seq: number
  readonly source: RecordedPlace | null
}

/** A nag or a continuation, and what followed it up to the next one, the next fresh input or the end. */
interface Reminder extends Place {
  readonly kind: 'nag' | 'continuation'
  readonly text: string
  calls: number
  updates: number
}

/** So many characters are kept of a text that is shown. */
const keptText = 300

/** What was counted so far. Memory grows with reminders alone. */
export class SessionTally {
  /** Updates by what came of them, and calls that only read the list. `flagged` and `rolledBack` are among the accepted. */
  readonly calls = { accepted: 0, flagged: 0, rolledBack: 0, refused: 0, queries: 0 }
  readonly reminders: Reminder[] = []
  /** Characters (UTF-16 units) that went through the context for the list, and for all else; a call's input counts as JSON. */
  readonly list = { updates: 0, replies: 0, queries: 0, refused: 0, nags: 0, continuations: 0 }
  others = 0
  /** The turn of the first update, or null, and how many calls of other tools came before it. */
  firstTurn: number | null = null
  callsBefore = 0
  readonly usage = new UsageLog()
  /** The signs of trouble that it showed, each where it did first. */
  readonly signs = new Map<TroubleSign['kind'], TroubleSign & Place>()
  #reminder: Reminder | null = null

  /** Takes in one event, in order. @param state the state after it; @param usage what the turn cost that it ends */
  observe(event: TodoEvent, state: SessionState, usage?: TokenUsage): void {
    this.usage.observe(event, state, usage)
    const { list, calls } = this
    switch (event.type) {
      case 'todos.updated': {
        const { query, input, reply, flags } = event.data
        // What a tracker says costs the model nothing, and answers no reminder.
        if (isFromOutside(event)) break
        if (query) {
          calls.queries += 1
          list.queries += lengthOf(input) + reply.length
          break
        }
        this.#answer()
        this.firstTurn ??= event.turn
        calls.accepted += 1
        if (flags.some(({ rule }) => rule !== 'unconfirmed')) calls.flagged += 1
        list.updates += lengthOf(input)
        list.replies += reply.length
        break
      }
      case 'todos.rejected': {
        const { input, reply } = event.data
        if (isFromOutside(event)) break
        this.#answer()
        calls.refused += 1
        list.refused += lengthOf(input) + reply.length
        break
      }
      case 'todos.rolled-back':
        calls.rolledBack += 1
        break
      case 'nag.issued':
        list.nags += event.data.text.length
        this.#remind('nag', event, event.data.text)
        break
      case 'continuation.issued':
        // Its characters count when a run delivers them: not every one that is issued comes to be read.
        this.#remind('continuation', event, event.data.prompt)
        break
      case 'run.started': {
        const { trigger, text } = event.data
        if (trigger === 'continuation' || trigger === 'wake') list.continuations += text.length
        else this.others += text.length
        if (trigger === 'user' || trigger === 'external') this.#reminder = null
        break
      }
      case 'turn.ended':
        this.#look(event, state)
        break
      case 'message.recorded':
        this.#look(event, state)
        this.others += event.data.text.length
        break
      case 'tool.called':
        this.others += lengthOf(event.data.input)
        if (this.firstTurn === null) this.callsBefore += 1
        if (this.#reminder !== null) this.#reminder.calls += 1
        break
      case 'tool.returned':
        this.others += event.data.output.length
        break
      case 'context.compacted':
        this.others += event.data.summary?.length ?? 0
        break
      default:
        break
    }
  }

  #look(event: TodoEvent, state: SessionState): void {
    for (const sign of troubleSigns(state))
      if (!this.signs.has(sign.kind)) this.signs.set(sign.kind, { ...sign, ...placeOf(event) })
  }

  #answer(): void {
    // They were used in the end.
    this.signs.delete('tools-unused')
    if (this.#reminder !== null) this.#reminder.updates += 1
  }

  #remind(kind: Reminder['kind'], event: TodoEvent, text: string): void {
    const shown = text.trim().slice(0, keptText)
    this.#reminder = { kind, ...placeOf(event), text: shown, calls: 0, updates: 0 }
    this.reminders.push(this.#reminder)
  }
}

function placeOf({ turn, seq, source }: TodoEvent): Place {
  return { turn, seq, source: source ?? null }
}

/** The characters of a call's input as the model writes it: JSON without white space. */
function lengthOf(input: unknown): number {
  const whole = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify(input, whole)?.length ?? 0
}
