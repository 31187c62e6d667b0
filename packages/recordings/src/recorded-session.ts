/** One session of a recording while it is read: which run and which turn are open, and the steps that follow from it. */

import type { RunTrigger } from '@todo-ledger/core'
import type { ProfileDeclaration } from '@todo-ledger/core/profiles'
import type { RecordingStep, StepBase } from './recording.js'
import { laterUsage, type TokenUsage } from './token-usage.js'

/** Costs of as many responses wait for their turns: one that never comes takes no room for good. */
const mostUnspent = 16

export interface StepPlace {
  readonly at: Date
  readonly line: number
}

export interface SessionIdentity {
  readonly id: string
  readonly parent: string | null
  readonly profile: string
  readonly declares?: ProfileDeclaration | null
  readonly goal: string | null
}

/** An input whose run has not begun yet, for nothing has come after it. */
export interface HeldInput {
  readonly trigger: RunTrigger
  readonly text: string
  readonly uuid: string | null
  readonly place: StepPlace
}

export interface EndOfRun {
  /** False when it was cut off; when absent it is complete unless its last turn was cut or none came. */
  readonly complete?: boolean
  readonly waitingFor?: string
}

export interface HookRun {
  readonly ok: boolean
  readonly output: string
}

/** What ended a turn: what comes next, something that leaves its open calls without a result, or the person. */
export type EndOfTurn = 'followed' | 'left' | 'interrupted'

/**
 * Turns what a file says of one session into steps. Borders that a file does not write (a turn that another one
 * ends, a run without an input, the end of the file) are put in here.
 */
export class RecordedSession {
  readonly identity: SessionIdentity
  readonly #steps: RecordingStep[]
  #last: StepPlace | null = null
  #opened = false
  #held: HeldInput | null = null
  #run: { turns: number; cut: boolean; callsOfLastTurn: number } | null = null
  #turn: { readonly response: string; readonly unanswered: Set<string>; last: StepPlace } | null = null
  #command: string | null = null
  #boundary: StepPlace | null = null
  /** What responses cost whose turns are not over. */
  readonly #usage = new Map<string, TokenUsage>()
  /** The responses whose cost was counted. */
  readonly #spent = new Set<string>()

  /** @param identity what the session is; @param steps where its steps are put */
  constructor(identity: SessionIdentity, steps: RecordingStep[]) {
    this.identity = identity
    this.#steps = steps
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
    const { profile, declares = null, parent, goal } = this.identity
    const carried = declares === null ? {} : { declares }
    this.#steps.push({ ...this.#base(place), kind: 'session', profile, ...carried, parent, goal })
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
    if (input === null || uuid === null || input.uuid !== uuid) return null
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
    this.endTurn('followed')
    const run =
      this.#run ?? this.#startRun({ trigger: 'unknown', text: this.#command ?? '', uuid: null, place })
    run.turns += 1
    run.callsOfLastTurn = 0
    this.#turn = { response, unanswered: new Set(), last: place }
    this.#steps.push({ ...this.#base(place), kind: 'turn' })
  }

  /** What a response cost, as far as it is known now: said again it is the same cost. It counts in the response's turn. */
  spend(response: string, usage: TokenUsage | null): void {
    if (usage === null || this.#spent.has(response)) return
    const known = this.#usage.get(response)
    this.#usage.set(response, known === undefined ? usage : laterUsage(known, usage))
    if (this.#usage.size <= mostUnspent) return
    const [oldest] = this.#usage.keys()
    if (oldest !== undefined) this.#usage.delete(oldest)
  }

  say(role: 'assistant' | 'user', text: string, place: StepPlace): void {
    this.#begin(place)
    this.#steps.push({ ...this.#base(place), kind: 'message', role, text })
  }

  /** A tool is called, in the turn that is open. `undecided`: the profile is to decide what comes of it. */
  call(call: string, name: string, input: unknown, place: StepPlace, undecided = false): void {
    this.#begin(place)
    if (!undecided) this.#turn?.unanswered.add(call)
    if (this.#run !== null) this.#run.callsOfLastTurn += 1
    const step = { ...this.#base(place, call), kind: 'call' as const, call, name, input }
    this.#steps.push(undecided ? { ...step, undecided } : step)
  }

  /** A tool returns; `details` is the structured result, null where there is none. */
  result(call: string, ok: boolean | null, output: string, details: unknown, place: StepPlace): void {
    this.#begin(place)
    if (this.#turn?.unanswered.delete(call) === true) this.#turn.last = place
    const step = { ...this.#base(place, call), kind: 'result' as const, call, ok, output }
    this.#steps.push(details === null ? step : { ...step, details })
  }

  /** The host runs a command of its own in the turn that is open; no call of the model. Outside of a turn it is passed over. */
  runHook(call: string, name: string, input: unknown, ran: HookRun, place: StepPlace): void {
    if (this.#turn === null) return
    const base = this.#base(place, call)
    this.#steps.push({ ...base, kind: 'call', call, name, input })
    this.#steps.push({ ...base, kind: 'result', call, ok: ran.ok, output: ran.output })
  }

  remind(text: string, place: StepPlace): void {
    this.#begin(place)
    this.#steps.push({ ...this.#base(place), kind: 'nag', text })
  }

  /** The person cut the model off: the turn is interrupted, the run over and incomplete. */
  interrupt(place: StepPlace): void {
    if (this.isIdle) return
    this.#begin(place)
    this.endTurn('interrupted')
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
    this.endTurn('followed')
    this.#boundary = place
  }

  /** The conversation was compacted; with a mark before it, it is the compaction that was marked. */
  compact(summary: string | null, place: StepPlace): void {
    const marked = this.#boundary ?? place
    this.#boundary = null
    this.#begin(marked)
    this.endTurn('followed')
    this.#steps.push({ ...this.#base(marked), kind: 'compaction', summary })
  }

  moveWork(
    kind: 'subagent-start' | 'subagent-end',
    child: string,
    call: string | null,
    place: StepPlace,
  ): void {
    this.#begin(place)
    this.#steps.push({ ...this.#base(place, call), kind, child, call })
  }

  /** Ends the run that is open, if one is, and the turn in it, where they were last heard of. */
  endRun(end: EndOfRun = {}): void {
    const place = this.#last
    if (place === null || (this.isIdle && this.#turn === null && this.#boundary === null)) return
    this.#begin(place)
    this.endTurn('left')
    if (this.#run === null) return
    const complete = end.complete ?? (this.#run.turns > 0 && !this.#run.cut)
    const waitingFor = end.waitingFor ?? null
    this.#run = null
    this.#steps.push({ ...this.#base(place), kind: 'run-end', complete, waitingFor })
  }

  end(): void {
    this.endRun()
    if (this.#opened && this.#last !== null)
      this.#steps.push({ ...this.#base(this.#last), kind: 'session-end' })
  }

  endTurn(end: EndOfTurn = 'followed'): void {
    const turn = this.#turn
    if (turn === null) return
    const interrupted = end === 'interrupted' || (end === 'left' && turn.unanswered.size > 0)
    this.#turn = null
    if (this.#run !== null) this.#run.cut = interrupted
    const step = { ...this.#base(turn.last), kind: 'turn-end' as const, interrupted }
    const usage = this.#usage.get(turn.response)
    this.#steps.push(usage === undefined ? step : { ...step, usage })
    if (usage === undefined) return
    this.#usage.delete(turn.response)
    this.#spent.add(turn.response)
  }

  /** What must stand before any other step: the session, a compaction that was marked, the input that was held. */
  #begin(place: StepPlace): void {
    this.#last = place
    const held = this.#held
    const boundary = this.#boundary
    this.#held = null
    this.#boundary = null
    this.open(held?.place ?? place)
    if (boundary !== null) this.#steps.push({ ...this.#base(boundary), kind: 'compaction', summary: null })
    if (held !== null) this.#startRun(held)
  }

  #startRun(input: HeldInput): { turns: number; cut: boolean; callsOfLastTurn: number } {
    this.#command = null
    this.#run = { turns: 0, cut: false, callsOfLastTurn: 0 }
    this.#steps.push({ ...this.#base(input.place), kind: 'input', trigger: input.trigger, text: input.text })
    return this.#run
  }

  #base(place: StepPlace, call: string | null = null): StepBase {
    const source = call === null ? { line: place.line } : { line: place.line, call }
    return { session: this.identity.id, at: place.at, source }
  }
}
