/** Reads the lines of a rollout into steps. What belongs to what: docs/sources/codex.md. */

import { isObject, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import type { StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { isFinal } from './agent-status.js'
import type { CallRecord } from './calls.js'
import { CodexConversation } from './conversation.js'
import { readGivenTexts } from './given-texts.js'
import { outcomeOfPlan, plansInProgram } from './plans-in-program.js'
import { readCodexLine } from './read-line.js'
import type { CodexRecord } from './record.js'

type KindOf<Kind extends CodexRecord['kind']> = Extract<CodexRecord, { readonly kind: Kind }>

/** Reads one rollout, a line at a time. */
export class RolloutReader {
  readonly #steps: RecordingStep[] = []
  readonly #onSkipped: (line: number, reason: string) => void
  readonly #fallback: string
  readonly #conversations = new Map<string, CodexConversation>()
  #conversation: CodexConversation | null = null
  /** The ids under which the session and the history that was copied into it are known. */
  readonly #names = new Set<string>()
  #isHead = true
  #isCompacted = false
  #at = new Date(0)
  readonly #plans = new Map<string, readonly string[]>()

  /** @param fallback the session's id where no line names one; @param onSkipped is given what can't be read or placed */
  constructor(fallback: string, onSkipped: (line: number, reason: string) => void) {
    this.#fallback = fallback
    this.#onSkipped = onSkipped
  }

  /** Reads one record of a line; gives the steps that follow from it. */
  take(line: JsonObject, number: number): readonly RecordingStep[] {
    const { at, record } = readCodexLine(line)
    this.#at = at ?? this.#at
    const place: StepPlace = { at: this.#at, line: number }
    if (record.kind === 'unreadable') {
      this.#onSkipped(number, record.reason)
    } else if (record.kind === 'meta') {
      this.#takeMeta(record)
    } else if (record.kind !== 'nothing') {
      this.#takeContent(record, this.#conversation ?? this.#begin(this.#fallback, null), place)
    }
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    this.#conversation?.finish()
    return this.#steps.splice(0)
  }

  /** A fork's head names the session, then those whose history it copies; later another name is another session. */
  #takeMeta({ id, parent }: KindOf<'meta'>): void {
    if (id === null || this.#names.has(id)) {
      return
    }
    if (this.#conversation === null || !this.#isHead) {
      this.#conversation?.finish()
      this.#names.clear()
      this.#begin(id, parent)
    }
    this.#names.add(id)
  }

  #begin(id: string, parent: string | null): CodexConversation {
    this.#isHead = true
    this.#conversation =
      this.#conversations.get(id) ??
      new CodexConversation({ id, parent, profile: 'codex', goal: null }, this.#steps, this.#onSkipped)
    this.#conversations.set(id, this.#conversation)
    return this.#conversation
  }

  #takeContent(
    record: Exclude<CodexRecord, { readonly kind: 'meta' | 'nothing' | 'unreadable' }>,
    session: CodexConversation,
    place: StepPlace,
  ): void {
    this.#isHead = false
    this.#isCompacted &&= record.kind === 'compacted' || record.kind === 'counted'
    switch (record.kind) {
      case 'said':
        session.say(record.texts.join('\n'), place)
        break
      case 'thought':
        session.respond(place)
        break
      case 'shown-answer':
        session.showAnswer(record.text, place)
        break
      case 'given':
        this.#takeGiven(record, session, place)
        break
      case 'shown-input':
        session.ask(record.text, 'program', place)
        break
      case 'mail':
        session.receiveMail(record.text, place)
        break
      case 'call':
        this.#takeCall(record, session, place)
        break
      case 'output':
        this.#takeOutput(record, session, place)
        break
      case 'call-ended':
        session.endCall(record.call, record, place)
        break
      case 'counted':
        session.count(record.tokens, record.usage)
        break
      case 'compacted':
        if (!this.#isCompacted) {
          session.compact(record.summary, place)
        }
        this.#isCompacted = true
        break
      case 'agents':
        this.#takeAgents(record, session, place)
        break
      case 'task-started':
        session.startTask()
        break
      case 'task-over':
        session.endTask()
        break
      case 'task-aborted':
        session.abortTask(place)
        break
    }
  }

  #takeGiven({ texts }: KindOf<'given'>, session: CodexConversation, place: StepPlace): void {
    const { words, report, ended } = readGivenTexts(texts)
    for (const child of ended) {
      session.endAgent(child, place)
    }
    if (report !== null) {
      session.receiveMail(report, place)
    }
    session.ask(words, 'model', place)
  }

  #takeCall(made: CallRecord, session: CodexConversation, place: StepPlace): void {
    const id = made.call ?? `line ${place.line}`
    if (made.isDone) {
      session.callDone(id, made.name, made.input, made.ok, place)
    } else if (session.call(id, made.name, made.input, place)) {
      this.#takePlans(id, made, session, place)
    }
  }

  /** A program that the model wrote can update the plan; it happens as a call of its own. */
  #takePlans(id: string, { name, input }: CallRecord, session: CodexConversation, place: StepPlace): void {
    const program = name === 'exec' && isObject(input) ? stringIn(input, 'input') : null
    const { plans, unread } = plansInProgram(program ?? '')
    const calls = plans.map((_, index) => `${id} update_plan ${index + 1}`)
    for (const [index, plan] of plans.entries()) {
      session.call(calls[index] ?? id, 'update_plan', plan, place)
    }
    if (unread > 0) {
      this.#onSkipped(place.line, 'a plan inside a program that is not written out there')
    }
    if (calls.length > 0) {
      this.#plans.set(id, calls)
    }
  }

  #takeOutput(record: KindOf<'output'>, session: CodexConversation, place: StepPlace): void {
    const answered = session.answer(record.call, record, place)
    const plans = this.#plans.get(record.call ?? '') ?? []
    this.#plans.delete(record.call ?? '')
    for (const plan of plans) {
      session.answer(plan, outcomeOfPlan(record, plans.length), place)
    }
    if (answered !== null) {
      this.#takeAgentsIn(answered.tool, record, session, place)
    }
  }

  /** What the results of the sub-agent tools say: `{"agent_id": …}`, `{"status": {"<id>": {"completed": …}}}`. */
  #takeAgentsIn(
    tool: string,
    { call, output }: KindOf<'output'>,
    session: CodexConversation,
    place: StepPlace,
  ): void {
    if (!/^(?:spawn_agent|wait|wait_agent|close_agent)$/.test(tool)) {
      return
    }
    const held = nestedJson(output)
    if (!isObject(held)) {
      return
    }
    const started =
      tool === 'spawn_agent' ? (stringIn(held, 'agent_id') ?? stringIn(held, 'task_name')) : null
    const statuses = tool === 'spawn_agent' || tool === 'close_agent' ? {} : (objectIn(held, 'status') ?? {})
    const ended = Object.entries(statuses).flatMap(([id, status]) => (isFinal(status) ? [id] : []))
    this.#takeAgents(
      { kind: 'agents', started: started === null ? [] : [started], ended, call },
      session,
      place,
    )
  }

  #takeAgents(
    { started, ended, call }: KindOf<'agents'>,
    session: CodexConversation,
    place: StepPlace,
  ): void {
    for (const child of started) {
      session.startAgent(child, call, place)
    }
    for (const child of ended) {
      session.endAgent(child, place)
    }
  }
}
