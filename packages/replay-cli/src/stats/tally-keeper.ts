/** Counts a session's events for `stats`. */

import {
  type EventOf,
  isFromOutside,
  type SessionState,
  type TodoEvent,
  troubleSigns,
} from '@todo-ledger/core'
import type { TokenUsage } from '@todo-ledger/recordings'
import { UsageLog } from '../replay/usage-log.js'
import type {
  ListCalls,
  ListCharacters,
  OtherCharacters,
  Refusal,
  ReminderTally,
  SessionTally,
  SignTally,
} from './session-tally.js'

type Growing<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

/** So many characters are kept of a text that is shown. */
const keptText = 300

/** Counts a session's events. Memory grows with its updates, refusals and reminders alone. */
export class SessionTallyKeeper {
  readonly #calls: Growing<ListCalls> = { accepted: 0, flagged: 0, rolledBack: 0, refused: 0, queries: 0 }
  readonly #refusals: Refusal[] = []
  readonly #reminders: Growing<ReminderTally>[] = []
  readonly #signs = new Map<SignTally['kind'], SignTally>()
  #reminder: Growing<ReminderTally> | null = null
  readonly #usage = new UsageLog()
  readonly #list: Growing<ListCharacters> = {
    updates: 0,
    replies: 0,
    queries: 0,
    refused: 0,
    nags: 0,
    continuations: 0,
  }
  readonly #rest: Growing<OtherCharacters> = { inputs: 0, messages: 0, calls: 0, results: 0, summaries: 0 }

  /** What was counted so far. */
  get tally(): SessionTally {
    return {
      calls: { ...this.#calls },
      refusals: [...this.#refusals],
      reminders: this.#reminders.map((reminder) => ({ ...reminder })),
      signs: [...this.#signs.values()],
      characters: { list: { ...this.#list }, rest: { ...this.#rest } },
      usage: this.#usage.usage,
    }
  }

  /** Takes in one event, in order. @param state the state after it; @param usage what the turn cost that it ends */
  observe(event: TodoEvent, state: SessionState, usage?: TokenUsage): void {
    this.#usage.observe(event, state, usage)
    if (event.type === 'turn.ended' || event.type === 'message.recorded') this.#look(event, state)
    switch (event.type) {
      case 'todos.updated':
        this.#update(event)
        break
      case 'todos.rejected':
        this.#refuse(event)
        break
      case 'todos.rolled-back':
        this.#calls.rolledBack += 1
        break
      case 'nag.issued':
        this.#list.nags += event.data.text.length
        this.#remind(event.seq, event.data.text, event.data.level)
        break
      case 'continuation.issued':
        // Its characters count when a run delivers them: not every one that is issued comes to be read.
        this.#remind(event.seq, event.data.prompt, null)
        break
      case 'run.started': {
        const { trigger, text } = event.data
        if (trigger === 'continuation' || trigger === 'wake') this.#list.continuations += text.length
        else this.#rest.inputs += text.length
        if (trigger === 'user' || trigger === 'external') this.#reminder = null
        break
      }
      case 'message.recorded':
        this.#rest.messages += event.data.text.length
        break
      case 'tool.called':
        this.#rest.calls += lengthOf(event.data.input)
        break
      case 'tool.returned':
        this.#rest.results += event.data.output.length
        break
      case 'context.compacted':
        this.#rest.summaries += event.data.summary?.length ?? 0
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
      this.#calls.queries += 1
      this.#list.queries += lengthOf(input) + reply.length
      return
    }
    this.#answer()
    this.#calls.accepted += 1
    if (flags.some(({ rule }) => rule !== 'unconfirmed')) this.#calls.flagged += 1
    this.#list.updates += lengthOf(input)
    this.#list.replies += reply.length
  }

  #refuse(event: EventOf<'todos.rejected'>): void {
    const { turn, seq, source, data } = event
    const { tool, input, reply, violations } = data
    if (isFromOutside(event)) return
    this.#answer()
    this.#calls.refused += 1
    this.#list.refused += lengthOf(input) + reply.length
    this.#refusals.push({
      turn,
      seq,
      source: source ?? null,
      tool,
      rules: violations.map(({ rule }) => rule),
      message: (violations[0]?.message ?? '').slice(0, keptText),
    })
  }

  #look({ turn, seq, source }: TodoEvent, state: SessionState): void {
    for (const sign of troubleSigns(state)) {
      if (!this.#signs.has(sign.kind))
        this.#signs.set(sign.kind, { ...sign, turn, seq, source: source ?? null })
    }
  }

  #answer(): void {
    // They were used in the end.
    this.#signs.delete('tools-unused')
    if (this.#reminder !== null) this.#reminder.updates += 1
  }

  #remind(seq: number, text: string, level: number | null): void {
    this.#reminder = { seq, text: text.trim().slice(0, keptText), level, updates: 0 }
    this.#reminders.push(this.#reminder)
  }
}

/** The characters of a call's input as the model writes it: JSON without white space. */
function lengthOf(input: unknown): number {
  try {
    const whole = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
    return JSON.stringify(input, whole)?.length ?? 0
  } catch {
    return 0 // what JSON can't write was never written by a model
  }
}
