/** One session of a recording while it is read: which run and which turn are open, and the steps that follow from it. */

import type { RunTrigger } from '@todo-ledger/core'
import type { ProfileDeclaration } from '@todo-ledger/core/profiles'
import { shortId } from './ids.js'
import type { KnownTodoTools, RecordingStep, StepBase } from './recording.js'
import { laterUsage, type TokenUsage } from './token-usage.js'

export interface StepPlace {
  readonly at: Date
  readonly line: number
}

export interface SessionIdentity {
  readonly id: string
  /** Null where the first call of a todo tool says it: until then its steps wait. */
  readonly profile: string | null
  readonly parent?: string | null
  readonly declares?: ProfileDeclaration | null
  readonly goal?: string | null
}

/** An input whose run has not begun yet, for nothing has come after it. */
export interface HeldInput {
  readonly text: string
  readonly place: StepPlace
  /** `user` when absent. */
  readonly trigger?: RunTrigger
  /** By which what follows it names it. */
  readonly uuid?: string | null
}

/** By what the profile of a session is known that does not name it, and what it is where no todo tool is called. */
export interface ProfileChoice {
  readonly todoTools: Pick<KnownTodoTools, 'profileOf'>
  readonly otherwise: string
}

const withoutChoice: ProfileChoice = { todoTools: { profileOf: () => null }, otherwise: '' }

/** So many steps wait for a profile. */
const mostWaiting = 20_000

/**
 * Turns what a file says of one session into steps. Borders that a file does not write (a turn that another one
 * ends, a run without an input, the end of the file) are put in here.
 */
export class RecordedSession {
  readonly identity: SessionIdentity
  readonly #id: string
  readonly #steps: RecordingStep[]
  #last: StepPlace | null = null
  #opened = false
  #held: HeldInput | null = null
  #run: { turns: number; cut: boolean; callsOfLastTurn: number } | null = null
  #turn: {
    readonly response: string
    readonly unanswered: Set<string>
    last: StepPlace
    usage: TokenUsage | null
  } | null = null
  #command: string | null = null
  #boundary: StepPlace | null = null
  /** The responses whose cost was counted. */
  readonly #spent = new Set<string>()
  readonly #choice: ProfileChoice
  #profile: string | null
  #waiting: RecordingStep[] = []

  /** @param identity what the session is; @param steps where its steps are put */
  constructor(identity: SessionIdentity, steps: RecordingStep[], choice: ProfileChoice = withoutChoice) {
    this.identity = identity
    this.#id = shortId(identity.id)
    this.#steps = steps
    this.#choice = choice
    this.#profile = identity.profile
  }

  get profile(): string | null {
    return this.#profile
  }

  /** The profile is known: what waited for it comes. */
  decide(profile: string): void {
    if (this.#profile !== null) return
    this.#profile = profile
    for (const step of this.#waiting.splice(0))
      this.#steps.push(step.kind === 'session' ? { ...step, profile } : step)
  }

  get isOpened(): boolean {
    return this.#opened
  }

  /** True while no run is open and no input is held for one. */
  get isIdle(): boolean {
    return this.#run === null && this.#held === null
  }

  get openResponse(): string | null {
    return this.#turn?.response ?? null
  }

  /** The session appears, although nothing of it has come yet. */
  open(place: StepPlace): void {
    if (this.#opened) return
    this.#opened = true
    const { declares = null, parent = null, goal = null } = this.identity
    const profile = this.#profile ?? ''
    const carried = declares === null ? {} : { declares }
    const from = parent === null ? null : shortId(parent)
    this.#push({ ...this.#base(place), kind: 'session', profile, ...carried, parent: from, goal })
  }

  /** An input came. It starts a run, but its step is held until something follows. */
  receive(input: HeldInput): void {
    this.endRun()
    this.#held = input
    this.#last = input.place
  }

  /** Gives the input away to the session that answers it, where nothing has followed it here; null where there is none. */
  giveAway(uuid: string | null): HeldInput | null {
    const input = this.#held
    if (uuid === null || input?.uuid !== uuid) return null
    this.#held = null
    return input
  }

  /** A part of a model response came: its turn opens, and the one before it ends, unless it is the same response. */
  respond(response: string, place: StepPlace): void {
    this.#begin(place)
    if (this.#turn?.response === response) {
      this.#turn.last = place
      return
    }
    this.endTurn()
    const run = this.#run ?? this.#startRun({ trigger: 'unknown', text: this.#command ?? '', place })
    run.turns += 1
    run.callsOfLastTurn = 0
    this.#turn = { response, unanswered: new Set(), last: place, usage: null }
    this.#push({ ...this.#base(place), kind: 'turn' })
  }

  /** What the response whose turn is open cost, as far as it is known now: said again it is the same cost. */
  spend(response: string, usage: TokenUsage | null): void {
    const turn = this.#turn
    if (usage === null || turn?.response !== response || this.#spent.has(response)) return
    turn.usage = turn.usage === null ? usage : laterUsage(turn.usage, usage)
  }

  say(role: 'assistant' | 'user', text: string, place: StepPlace): void {
    this.#begin(place)
    this.#push({ ...this.#base(place), kind: 'message', role, text })
  }

  /** A tool is called, in the turn that is open. `undecided`: the profile is to decide what comes of it. */
  call(id: string, name: string, input: unknown, place: StepPlace, undecided = false): void {
    this.#begin(place)
    const call = shortId(id)
    const known = this.#profile === null ? this.#choice.todoTools.profileOf({ name, input }) : null
    if (known !== null) this.decide(known)
    if (!undecided) this.#turn?.unanswered.add(call)
    if (this.#run !== null) this.#run.callsOfLastTurn += 1
    const step = { ...this.#base(place, call), kind: 'call' as const, call, name, input }
    this.#push(undecided ? { ...step, undecided } : step)
  }

  /** A tool returns; `details` is the structured result, null where there is none. */
  result(id: string, ok: boolean | null, output: string, place: StepPlace, details: unknown = null): void {
    this.#begin(place)
    const call = shortId(id)
    if (this.#turn?.unanswered.delete(call) === true) this.#turn.last = place
    const step = { ...this.#base(place, call), kind: 'result' as const, call, ok, output }
    this.#push(details === null ? step : { ...step, details })
  }

  /** The host runs a command of its own in the turn that is open; no call of the model. Outside of a turn it is passed over. */
  runHook(call: string, name: string, input: unknown, ok: boolean, output: string, place: StepPlace): void {
    if (this.#turn === null) return
    const base = this.#base(place, call)
    this.#push({ ...base, kind: 'call', call, name, input })
    this.#push({ ...base, kind: 'result', call, ok, output })
  }

  remind(text: string, place: StepPlace): void {
    this.#begin(place)
    this.#push({ ...this.#base(place), kind: 'nag', text })
  }

  /** The person cut the model off: the turn is interrupted, the run over and incomplete. */
  interrupt(place: StepPlace): void {
    if (this.isIdle) return
    this.#begin(place)
    this.#endTurn(true)
    this.endRun({ complete: false })
  }

  /** The person gave a command to the program. That is no run, but where the model had yielded, its run is over. */
  takeCommand(text: string): void {
    if (this.#run?.callsOfLastTurn === 0 && this.#run.turns > 0) this.endRun()
    this.#command = text
  }

  /** The file marks a compaction; its summary may follow. */
  markCompaction(place: StepPlace): void {
    this.#begin(place)
    this.endTurn()
    this.#boundary = place
  }

  /** The conversation was compacted; with a mark before it, it is the compaction that was marked. */
  compact(summary: string | null, place: StepPlace): void {
    const marked = this.#boundary ?? place
    this.#boundary = null
    this.#begin(marked)
    this.endTurn()
    this.#push({ ...this.#base(marked), kind: 'compaction', summary })
  }

  moveWork(
    kind: 'subagent-start' | 'subagent-end',
    child: string,
    call: string | null,
    place: StepPlace,
  ): void {
    this.#begin(place)
    const by = call === null ? null : shortId(call)
    this.#push({ ...this.#base(place, by), kind, child: shortId(child), call: by })
  }

  /**
   * Ends the run that is open, if one is, and the turn in it, where they were last heard of.
   * @param end `complete` is false where it was cut off; when absent it is complete unless its last turn was cut or none came
   */
  endRun(end: { readonly complete?: boolean; readonly waitingFor?: string } = {}): void {
    const place = this.#last
    if (place === null || (this.isIdle && this.#turn === null && this.#boundary === null)) return
    this.#begin(place)
    // Nothing answers the calls that are open.
    this.#endTurn((this.#turn?.unanswered.size ?? 0) > 0)
    if (this.#run === null) return
    const { complete = this.#run.turns > 0 && !this.#run.cut, waitingFor = null } = end
    this.#run = null
    this.#push({ ...this.#base(place), kind: 'run-end', complete, waitingFor })
  }

  /** The file says no more of it. */
  finish(): void {
    this.endRun()
    this.decide(this.#choice.otherwise)
  }

  end(): void {
    this.finish()
    if (this.#opened && this.#last !== null) this.#push({ ...this.#base(this.#last), kind: 'session-end' })
  }

  /** The response is whole, and something else follows. */
  endTurn(): void {
    this.#endTurn(false)
  }

  #endTurn(interrupted: boolean): void {
    const turn = this.#turn
    if (turn === null) return
    this.#turn = null
    if (this.#run !== null) this.#run.cut = interrupted
    const step = { ...this.#base(turn.last), kind: 'turn-end' as const, interrupted }
    this.#push(turn.usage === null ? step : { ...step, usage: turn.usage })
    if (turn.usage !== null) this.#spent.add(turn.response)
  }

  #push(step: RecordingStep): void {
    if (this.#profile !== null) this.#steps.push(step)
    else if (this.#waiting.push(step) > mostWaiting) this.decide(this.#choice.otherwise)
  }

  /** What must stand before any other step: the session, a compaction that was marked, the input that was held. */
  #begin(place: StepPlace): void {
    this.#last = place
    const held = this.#held
    const boundary = this.#boundary
    this.#held = null
    this.#boundary = null
    this.open(held?.place ?? place)
    if (boundary !== null) this.#push({ ...this.#base(boundary), kind: 'compaction', summary: null })
    if (held !== null) this.#startRun(held)
  }

  #startRun({ trigger = 'user', text, place }: HeldInput) {
    this.#command = null
    this.#run = { turns: 0, cut: false, callsOfLastTurn: 0 }
    this.#push({ ...this.#base(place), kind: 'input', trigger, text })
    return this.#run
  }

  #base({ at, line }: StepPlace, call: string | null = null): StepBase {
    return { session: this.#id, at, source: call === null ? { line } : { line, call } }
  }
}
