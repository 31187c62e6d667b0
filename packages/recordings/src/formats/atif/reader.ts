/** Reads the steps of trajectories as the steps of sessions. What belongs to what: docs/sources/atif.md. */

import { freeId } from '../../free-id.js'
import { arrayIn, type JsonObject, objectsOf, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { KnownTodoTools, RecordingStep } from '../../recording.js'
import { withoutTodos } from '../chat-messages/profile-of.js'
import { saysRefused } from '../chat-messages/refusal.js'
import { triggers } from '../neutral/lines.js'
import { type AtifHead, type AtifResult, type AtifStep, childOf, readStep } from './trajectory.js'

/** So many characters and steps wait for the first call of a todo tool, which says the profile. */
const mostWaiting = 4_000_000
const mostSteps = 5000

interface PlacedStep {
  readonly step: AtifStep
  readonly line: number
}

/** Reads trajectories, one after the other. */
export class AtifReader {
  readonly #fallback: string
  readonly #todoTools: KnownTodoTools
  readonly #onSkipped: (line: number, reason: string) => void
  readonly #steps: RecordingStep[] = []
  readonly #sessions = new Set<string>()
  #outermost = ''
  #trajectory: Trajectory | null = null

  /**
   * @param fallback the id of a session that is not named
   * @param todoTools what is known of todo tools
   * @param onSkipped is given what can't be read
   */
  constructor(
    fallback: string,
    todoTools: KnownTodoTools,
    onSkipped: (line: number, reason: string) => void,
  ) {
    this.#fallback = fallback
    this.#todoTools = todoTools
    this.#onSkipped = onSkipped
  }

  /** The session of the trajectory that is read. */
  get current(): string {
    return this.#trajectory?.id ?? this.#fallback
  }

  /** The session of the trajectory that no other one stands around. */
  get outermost(): string {
    return this.#outermost
  }

  /** A trajectory begins; the one before it is over. @param isInner true where it stands in another one */
  open(head: AtifHead, isInner: boolean): readonly RecordingStep[] {
    this.#trajectory?.finish()
    const id = freeId(head.session ?? this.#fallback, this.#sessions)
    this.#sessions.add(id)
    if (!isInner) this.#outermost = id
    this.#trajectory = new Trajectory(id, head, this.#todoTools, this.#onSkipped, this.#steps)
    return this.#steps.splice(0)
  }

  /** Takes a step. @param length its length, in characters */
  take(value: JsonObject, line: number, length: number): readonly RecordingStep[] {
    const step = readStep(value)
    if (typeof step === 'string') this.#onSkipped(line, step)
    else this.#trajectory?.take({ step, line }, length)
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    this.#trajectory?.finish()
    this.#trajectory = null
    return this.#steps.splice(0)
  }
}

/** One trajectory as a session. */
class Trajectory {
  readonly id: string
  readonly #head: AtifHead
  readonly #todoTools: KnownTodoTools
  readonly #onSkipped: (line: number, reason: string) => void
  readonly #steps: RecordingStep[]
  readonly #calls = new Set<string>()
  #session: RecordedSession | null = null
  #toolNames: ReadonlySet<string> = new Set()
  #waiting: PlacedStep[] = []
  #held = 0
  #count = 0
  #at = new Date(0)
  #isParked = false

  constructor(
    id: string,
    head: AtifHead,
    todoTools: KnownTodoTools,
    onSkipped: (line: number, reason: string) => void,
    steps: RecordingStep[],
  ) {
    this.id = id
    this.#head = head
    this.#todoTools = todoTools
    this.#onSkipped = onSkipped
    this.#steps = steps
    if (head.profile !== null) this.#begin(head.profile)
  }

  take(placed: PlacedStep, length: number): void {
    if (this.#session !== null) {
      this.#emit(placed, this.#session)
      return
    }
    this.#waiting.push(placed)
    this.#held += length
    const found = placed.step.calls.map((call) => this.#todoTools.profileOf(call))
    const profile = found.find((each) => each !== null) ?? null
    if (profile !== null || this.#held > mostWaiting || this.#waiting.length > mostSteps)
      this.#begin(profile ?? withoutTodos)
  }

  finish(): void {
    if (this.#waiting.length > 0) this.#begin(withoutTodos)
    this.#session?.endRun(this.#isParked ? { waitingFor: 'waiting' } : {})
  }

  #begin(profile: string): void {
    const { parent, goal } = this.#head
    const session = new RecordedSession({ id: this.id, parent, profile, goal }, this.#steps)
    this.#session = session
    this.#toolNames = this.#todoTools.toolsOf(profile)
    for (const placed of this.#waiting.splice(0)) this.#emit(placed, session)
  }

  #emit({ step, line }: PlacedStep, session: RecordedSession): void {
    this.#at = step.at ?? this.#at
    this.#count += 1
    const place: StepPlace = { at: this.#at, line }
    if (this.#isParked) session.endRun({ waitingFor: 'waiting' })
    this.#isParked = step.own['parked'] === true
    switch (step.source) {
      case 'user': {
        const trigger = triggers.find((each) => each === step.own['trigger']) ?? 'user'
        session.receive({ trigger, text: step.text, uuid: null, place })
        return
      }
      case 'agent':
        this.#emitResponse(step, session, place)
        return
      case 'system':
        if (step.isCompaction) session.compact(step.text === '' ? null : step.text, place)
        else if (step.own['nag'] === true) {
          session.endTurn()
          session.remind(step.text, place)
        }
        this.#moveWork(step, session, place)
    }
  }

  /** An agent's step is one response, with what came of it. */
  #emitResponse(step: AtifStep, session: RecordedSession, place: StepPlace): void {
    session.respond(`step ${this.#count}`, place)
    session.spend(`step ${this.#count}`, step.usage)
    if (step.text !== '') session.say('assistant', step.text, place)
    // From the end, so that the first of a call is taken first.
    const left = new Map<string | null, AtifResult[]>()
    for (const result of step.results.toReversed()) {
      const ofCall = left.get(result.call)
      if (ofCall === undefined) left.set(result.call, [result])
      else ofCall.push(result)
    }
    for (const [index, { id: named, name, input }] of step.calls.entries()) {
      const id = freeId(named ?? `${name} on line ${place.line}`, this.#calls)
      this.#calls.add(id)
      session.call(id, name, input, place)
      const isLast = index === step.calls.length - 1
      // What names no call is of the last one: a terminal shows what all of them printed.
      const own = named === null ? undefined : left.get(named)?.pop()
      const result = own ?? (isLast ? left.get(null)?.pop() : undefined)
      if (result !== undefined && result.output !== null)
        session.result(id, this.#okOf(name, result), result.output, result.details, place)
    }
    for (const { call, references } of [...left.values()].flat())
      if (call !== null && references.length === 0)
        this.#onSkipped(place.line, 'a result of a call that is not in its step')
    this.#moveWork(step, session, place)
  }

  /** Of a todo call null would say that no result came. */
  #okOf(name: string, { ok, output }: AtifResult): boolean | null {
    return ok ?? (this.#toolNames.has(name) ? !saysRefused(output ?? '') : null)
  }

  /** The sub-agents that a step points to, by a trajectory or, in our own export, where there is none. */
  #moveWork(step: AtifStep, session: RecordedSession, place: StepPlace): void {
    const moved = step.results.flatMap(({ call, references }) =>
      references.map((reference) => ({ call, child: childOf(this.id, reference) })),
    )
    const missing = objectsOf(arrayIn(step.own, 'subagents')).map((each) => ({
      call: stringIn(each, 'call'),
      child: stringIn(each, 'session'),
    }))
    for (const { call, child } of [...moved, ...missing]) {
      if (child === null) continue
      session.moveWork('subagent-start', child, call, place)
      session.moveWork('subagent-end', child, call, place)
    }
  }
}
