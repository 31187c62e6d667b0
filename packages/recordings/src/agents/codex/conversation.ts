/** One Codex session while it is read: its runs, responses, calls and sub-agents. What belongs to what: docs/sources/agents.md#codex. */

import type { RecordedSession, StepPlace } from '../../recorded-session.js'
import { addedUsage, type TokenUsage } from '../../token-usage.js'
import { SessionsReader } from '../sessions-reader.js'
import type { CodexOutcome } from './outcome.js'

interface MadeCall {
  readonly tool: string
  isAnswered: boolean
  /** How the program says that it ended, or what ran inside it; null where some of that worked and some did not. */
  ended?: boolean | null
}

export class CodexConversation {
  readonly #session: RecordedSession
  readonly #calls = new Map<string, MadeCall>()
  readonly #open = new Set<string>()
  readonly #agents = new Set<string>()
  readonly #spawned = new Set<string>()
  #responses = 0
  #tokens: number | null = null
  #usage: { readonly response: string; readonly spent: TokenUsage } | null = null
  #atBorder = true
  #hasOutput = false
  #isWorking = false
  #inTask = false

  constructor(session: RecordedSession) {
    this.#session = session
  }

  /** A task of the program begins; what is left of the one before it is over. */
  startTask(): void {
    if (this.#isWorking) this.endTask()
    this.#inTask = true
  }

  /** The task is over, or the file; `complete` is false where it was cut off. */
  endTask(complete: boolean | null = null): void {
    this.#session.endRun(complete === null ? {} : { complete })
    this.#forgetRun()
    this.#inTask = false
  }

  abortTask(place: StepPlace): void {
    this.#session.interrupt(place)
    this.#forgetRun()
    this.#inTask = false
  }

  /** A person's input. Amid a task it joins the run that is under way. */
  ask(text: string, place: StepPlace): void {
    if (text.trim() === '') return
    if (!this.#session.isIdle && (this.#inTask || !this.#isWorking)) {
      this.#session.say('user', text, place)
      return
    }
    this.#session.receive({ text, place })
    this.#forgetRun()
  }

  /** Another agent wrote: an input where the session is idle; amid a run the model's own calls show it. */
  receiveMail(text: string, place: StepPlace): void {
    if (this.#session.isIdle) this.#session.receive({ text, trigger: 'external', place })
  }

  /** A part of a response came; a new turn begins where the one before is complete. */
  respond(place: StepPlace): void {
    if (this.#atBorder || (this.#hasOutput && this.#tokens === null && this.#open.size === 0)) {
      this.#responses += 1
      this.#atBorder = false
    }
    this.#hasOutput = false
    this.#isWorking = true
    this.#session.respond(`response ${this.#responses}`, place)
  }

  /** The tokens of the session were counted: with another count the response is complete. */
  count(tokens: number, usage: TokenUsage | null): void {
    if (tokens !== this.#tokens) {
      this.#atBorder = true
      this.spend(usage)
    }
    this.#tokens = tokens
  }

  /** The last response cost so much, beside what was said of it before. */
  spend(usage: TokenUsage | null): void {
    if (usage === null) return
    const response = `response ${this.#responses}`
    const before = this.#usage?.response === response ? this.#usage.spent : null
    this.#usage = { response, spent: before === null ? usage : addedUsage(before, usage) }
    this.#session.spend(response, this.#usage.spent)
  }

  say(text: string, place: StepPlace): void {
    this.respond(place)
    this.#session.say('assistant', text, place)
  }

  /** The model calls a tool; gives false where the call is known already: a repeated id is the same call. */
  call(id: string, tool: string, input: unknown, place: StepPlace): boolean {
    if (this.#calls.has(id)) return false
    this.respond(place)
    this.#calls.set(id, { tool, isAnswered: false })
    this.#open.add(id)
    this.#session.call(id, tool, input, place)
    return true
  }

  /** A call returns; gives the tool, null where its result was known before, undefined where it was never made. */
  answer(id: string, { ok, output }: CodexOutcome, place: StepPlace): string | null | undefined {
    const made = this.#calls.get(id)
    if (made === undefined) return undefined
    if (made.isAnswered) return null
    made.isAnswered = true
    this.#open.delete(id)
    this.#hasOutput = true
    this.#session.result(id, ok ?? made.ended ?? null, output, place)
    return made.tool
  }

  /** What ran at the model's provider is done: its result comes with its call, and the response goes on. */
  callDone(id: string, tool: string, input: unknown, ok: boolean | null, place: StepPlace): void {
    if (!this.call(id, tool, input, place)) return
    this.answer(id, { ok, output: '' }, place)
    this.#hasOutput = false
  }

  /**
   * The program says how a call ended; its output counts first. What the model never called by itself ran inside its
   * program, if just one is open.
   */
  endCall(id: string, ok: boolean | null): void {
    const made = this.#calls.get(id)
    if (made !== undefined) made.ended = ok
    else {
      const open = [...this.#open].flatMap((each) => this.#calls.get(each) ?? [])
      const [program, ...others] = open.filter(({ tool }) => tool === 'exec')
      if (program === undefined || others.length > 0) return
      program.ended = program.ended === undefined || program.ended === ok ? ok : null
    }
  }

  compact(summary: string | null, place: StepPlace): void {
    this.#session.compact(summary, place)
    this.#atBorder = true
  }

  /** A sub-agent is at work, where it was not. A call starts one; what else it is called is no other one. */
  startAgent(child: string, call: string | null, place: StepPlace): void {
    if (call !== null && this.#spawned.has(call)) return
    if (call !== null) this.#spawned.add(call)
    if (this.#agents.has(child) || child === this.#session.identity.id) return
    this.#agents.add(child)
    this.#session.moveWork('subagent-start', child, this.#calls.has(call ?? '') ? call : null, place)
  }

  endAgent(child: string, place: StepPlace): void {
    if (this.#agents.delete(child)) this.#session.moveWork('subagent-end', child, null, place)
  }

  #forgetRun(): void {
    this.#atBorder = true
    this.#hasOutput = false
    this.#isWorking = false
    this.#open.clear()
  }
}

/** What both kinds of Codex's files are read with. */
export abstract class CodexReader extends SessionsReader {
  readonly #conversations = new Map<string, CodexConversation>()
  current: CodexConversation | null = null

  beginSession(id = this.fileName, parent: string | null = null): CodexConversation {
    this.current = this.#conversations.get(id) ?? new CodexConversation(this.session(id, parent))
    this.#conversations.set(id, this.current)
    return this.current
  }

  override finish(): void {
    this.current?.endTask()
  }
}
