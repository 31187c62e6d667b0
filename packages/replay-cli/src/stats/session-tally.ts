/** What `stats` counts of a session while its events pass: calls of the todo tools, reminders, characters. */

import {
  type EventOf,
  isFromOutside,
  type RecordedPlace,
  type SessionState,
  type TodoEvent,
  type TroubleSign,
  troubleSigns,
} from '@todo-ledger/core'
import type { TokenUsage } from '@todo-ledger/recordings'
import { UsageLog } from '../replay/usage-log.js'
import type { SessionUsage } from '../session-view/usage.js'

/** A place in a session; `source` is null for a live one. */
export interface Place {
  readonly turn: number
  readonly seq: number
  readonly source: RecordedPlace | null
}

/** An update that was refused, with the rules that it broke and what the first of them says. */
export interface Refusal extends Place {
  readonly tool: string
  readonly rules: readonly string[]
  readonly message: string
}

/** How firm a nag is, from 1, or null for a continuation, and how many updates followed it. */
interface ReminderTally {
  readonly text: string
  readonly level: number | null
  updates: number
}

/** So many characters are kept of a text that is shown. */
const keptText = 300

/** What was counted so far. Memory grows with updates, refusals and reminders alone. */
export class SessionTally {
  /** Updates by what came of them, and calls that only read the list. `flagged` and `rolledBack` are among the accepted. */
  readonly calls = { accepted: 0, flagged: 0, rolledBack: 0, refused: 0, queries: 0 }
  readonly refusals: Refusal[] = []
  /** Nags and continuations by their seqs. */
  readonly reminders = new Map<number, ReminderTally>()
  /** Characters (UTF-16 units) that went through the context for the list; a call's input counts as JSON. */
  readonly list = { updates: 0, replies: 0, queries: 0, refused: 0, nags: 0, continuations: 0 }
  /** The others. */
  readonly rest = { inputs: 0, messages: 0, calls: 0, results: 0, summaries: 0 }
  /** The turn of the first update, or null, and how many calls of other tools came before it. */
  firstTurn: number | null = null
  callsBefore = 0
  readonly #signs = new Map<TroubleSign['kind'], TroubleSign & Place>()
  readonly #usage = new UsageLog()
  #reminder: ReminderTally | null = null

  /** The signs of trouble that it showed, each once, at the end of the first turn or run in which it did. */
  get signs(): readonly (TroubleSign & Place)[] {
    return [...this.#signs.values()]
  }

  /** What it cost; null where the recording does not say. */
  get usage(): SessionUsage | null {
    return this.#usage.usage
  }

  /** Takes in one event, in order. @param state the state after it; @param usage what the turn cost that it ends */
  observe(event: TodoEvent, state: SessionState, usage?: TokenUsage): void {
    this.#usage.observe(event, state, usage)
    const { list, rest } = this
    switch (event.type) {
      case 'todos.updated':
        this.#update(event)
        break
      case 'todos.rejected':
        this.#refuse(event)
        break
      case 'todos.rolled-back':
        this.calls.rolledBack += 1
        break
      case 'nag.issued':
        list.nags += event.data.text.length
        this.#remind(event.seq, event.data.text, event.data.level)
        break
      case 'continuation.issued':
        // Its characters count when a run delivers them: not every one that is issued comes to be read.
        this.#remind(event.seq, event.data.prompt, null)
        break
      case 'run.started': {
        const { trigger, text } = event.data
        if (trigger === 'continuation' || trigger === 'wake') list.continuations += text.length
        else rest.inputs += text.length
        if (trigger === 'user' || trigger === 'external') this.#reminder = null
        break
      }
      case 'turn.ended':
        this.#look(event, state)
        break
      case 'message.recorded':
        this.#look(event, state)
        rest.messages += event.data.text.length
        break
      case 'tool.called':
        rest.calls += lengthOf(event.data.input)
        if (this.firstTurn === null) this.callsBefore += 1
        break
      case 'tool.returned':
        rest.results += event.data.output.length
        break
      case 'context.compacted':
        rest.summaries += event.data.summary?.length ?? 0
        break
      default:
        break
    }
  }

  #update(event: EventOf<'todos.updated'>): void {
    const { query, input, reply, flags } = event.data
    // What a tracker says costs the model nothing, and answers no reminder.
    if (isFromOutside(event)) return
    if (query) {
      this.calls.queries += 1
      this.list.queries += lengthOf(input) + reply.length
      return
    }
    this.#answer()
    this.firstTurn ??= event.turn
    this.calls.accepted += 1
    if (flags.some(({ rule }) => rule !== 'unconfirmed')) this.calls.flagged += 1
    this.list.updates += lengthOf(input)
    this.list.replies += reply.length
  }

  #refuse(event: EventOf<'todos.rejected'>): void {
    if (isFromOutside(event)) return
    const { tool, input, reply, violations } = event.data
    this.#answer()
    this.calls.refused += 1
    this.list.refused += lengthOf(input) + reply.length
    const message = (violations[0]?.message ?? '').slice(0, keptText)
    this.refusals.push({ ...placeOf(event), tool, rules: violations.map(({ rule }) => rule), message })
  }

  #look(event: TodoEvent, state: SessionState): void {
    for (const sign of troubleSigns(state))
      if (!this.#signs.has(sign.kind)) this.#signs.set(sign.kind, { ...sign, ...placeOf(event) })
  }

  #answer(): void {
    // They were used in the end.
    this.#signs.delete('tools-unused')
    if (this.#reminder !== null) this.#reminder.updates += 1
  }

  #remind(seq: number, text: string, level: number | null): void {
    this.#reminder = { text: text.trim().slice(0, keptText), level, updates: 0 }
    this.reminders.set(seq, this.#reminder)
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
