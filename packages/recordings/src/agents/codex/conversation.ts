/** One Codex session while it is read: its responses, its calls, and what stands in it twice. */

import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { addedUsage, type TokenUsage } from '../../token-usage.js'
import type { CodexOutcome } from './outcome.js'
import { RepeatedTexts } from './repeated-texts.js'

/** Told of what can't be read or placed. */
export type OnSkipped = (line: number, reason: string) => void

interface MadeCall {
  readonly tool: string
  isAnswered: boolean
  /** How the program said that it ended; its output counts first. */
  end?: CodexOutcome & { readonly place: StepPlace }
  /** Whether what ran inside it worked; null where some did and some did not. */
  inside?: boolean | null
}

/** Puts what a file says of one session in order. */
export class CodexConversation {
  readonly #session: RecordedSession
  readonly #onSkipped: OnSkipped
  readonly #calls = new Map<string, MadeCall>()
  readonly #open = new Set<string>()
  readonly #agents = new Set<string>()
  /** The calls that started them. */
  readonly #spawned = new Set<string>()
  readonly #answers = new RepeatedTexts()
  #inputs = new RepeatedTexts()
  #responses = 0
  #tokens: number | null = null
  #cost: { readonly response: string; readonly usage: TokenUsage } | null = null
  #atBorder = true
  #hasOutput = false
  #isWorking = false
  #inTask = false

  constructor(id: string, parent: string | null, steps: RecordingStep[], onSkipped: OnSkipped) {
    this.#session = new RecordedSession({ id, parent, profile: 'codex', goal: null }, steps)
    this.#onSkipped = onSkipped
  }

  /** A task of the program begins; what is left of the one before it is over. */
  startTask(): void {
    if (this.#isWorking) this.finish()
    this.#inTask = true
  }

  /** The task is over, and control goes back; `complete` is false where it was cut off. */
  endTask(complete: boolean | null = null): void {
    this.finish(complete)
    this.#inTask = false
  }

  /** The user cut the task off. */
  abortTask(place: StepPlace): void {
    this.#settle()
    this.#session.interrupt(place)
    this.#forgetRun()
    this.#inTask = false
  }

  /** A person's input, as the model or as the program got it. Amid a task it joins the run that is under way. */
  ask(text: string, teller: 'model' | 'program', place: StepPlace): void {
    if (text.trim() === '' || this.#inputs.isRepeated(text, teller, place)) return
    if (!this.#session.isIdle && (this.#inTask || !this.#isWorking)) {
      this.#session.say('user', text, place)
      return
    }
    this.#settle()
    this.#session.receive({ trigger: 'user', text, uuid: null, place })
    this.#forgetRun()
  }

  /** Another agent wrote: an input where the session is idle; amid a run the model's own calls show it. */
  receiveMail(text: string, place: StepPlace): void {
    if (this.#session.isIdle) this.#session.receive({ trigger: 'external', text, uuid: null, place })
  }

  /** A part of a response came; a new turn begins where the one before is complete. */
  respond(place: StepPlace): void {
    if (this.#atBorder || (this.#hasOutput && this.#tokens === null && this.#open.size === 0)) {
      this.#responses += 1
      this.#atBorder = false
    }
    this.#hasOutput = false
    this.#isWorking = true
    this.#inputs = new RepeatedTexts()
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
    const before = this.#cost?.response === response ? this.#cost.usage : null
    this.#cost = { response, usage: before === null ? usage : addedUsage(before, usage) }
    this.#session.spend(response, this.#cost.usage)
  }

  /** The model says something, as its response has it. */
  say(text: string, place: StepPlace): void {
    this.#answers.isRepeated(text, 'model', place)
    this.#speak(text, place)
  }

  /** The program shows its user what the model says; it is taken where the response itself is missing. */
  showAnswer(text: string, place: StepPlace): void {
    if (text.trim() === '' || this.#answers.isRepeated(text, 'program', place)) return
    const lost = this.#answers.overdue()
    if (lost !== undefined) this.#speak(lost.text, lost.place)
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

  /** A call returns; gives the tool the first time, null where its result was known, or it was never made. */
  answer(id: string | null, { ok, output }: CodexOutcome, place: StepPlace): string | null {
    const made = this.#calls.get(id ?? '')
    if (id === null || made === undefined) {
      this.#onSkipped(place.line, 'the result of a call that is not in the file')
      return null
    }
    if (made.isAnswered) return null
    made.isAnswered = true
    this.#open.delete(id)
    this.#hasOutput = true
    this.#session.result(id, ok ?? made.end?.ok ?? made.inside ?? null, output, null, place)
    return made.tool
  }

  /** What ran at the model's provider is done: its result comes with its call, and the response goes on. */
  callDone(id: string, tool: string, input: unknown, ok: boolean | null, place: StepPlace): void {
    if (!this.call(id, tool, input, place)) return
    this.answer(id, { ok, output: '' }, place)
    this.#hasOutput = false
  }

  /** The program says that a call ended. The model's output follows as a rule; where it does not, this is it. */
  endCall(id: string | null, outcome: CodexOutcome, place: StepPlace): void {
    if (id === null) return
    const made = this.#calls.get(id)
    if (made !== undefined) made.end = { ...outcome, place }
    else this.#endInside(outcome.ok)
  }

  /** What the model never called by itself ran inside its program, if just one is open: that says how it went. */
  #endInside(ok: boolean | null): void {
    const programs = [...this.#open].flatMap((id) => this.#calls.get(id) ?? [])
    const [program, ...others] = programs.filter(({ tool }) => tool === 'exec')
    if (program === undefined || others.length > 0) return
    program.inside = program.inside === undefined || program.inside === ok ? ok : null
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

  /** Ends the run that the file leaves open. */
  finish(complete: boolean | null = null): void {
    this.#settle()
    this.#session.endRun(complete === null ? {} : { complete })
    this.#forgetRun()
  }

  #speak(text: string, place: StepPlace): void {
    this.respond(place)
    this.#session.say('assistant', text, place)
  }

  /** Emits what only the program showed: texts and ends of calls whose own records are missing. */
  #settle(): void {
    for (const { text, place } of this.#answers.all()) this.#speak(text, place)
    for (const id of this.#open) {
      const end = this.#calls.get(id)?.end
      if (end !== undefined) this.answer(id, end, end.place)
    }
  }

  #forgetRun(): void {
    this.#atBorder = true
    this.#hasOutput = false
    this.#isWorking = false
    this.#open.clear()
  }
}
