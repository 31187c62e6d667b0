/** Holds a profile against a plain model that a rule author writes in a few lines. */

import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { LedgerError } from '../errors.js'
import type { JsonValue, TodoEvent, TodoStatus } from '../events.js'
import { openLedger } from '../ledger.js'
import type { Profile } from '../profiles/profile.js'
import type { Rule } from '../rules/rule.js'
import type { Session } from '../session.js'
import type { SessionState } from '../state.js'
import { memoryStore } from '../store/memory/memory-store.js'
import type { Turn } from '../turn.js'
import { arbitraryTodoCall } from './arbitraries/host-steps.js'
import { recordingOf } from './recording-of.js'
import { countingBytes, countingIds, steppingClock } from './stepping-clock.js'

/** A call as a model is shown it. */
export interface ModelCall {
  /** The tool's name. */
  readonly tool: string
  /** What it is given. */
  readonly input: JsonValue
  /** The turn, from 1. */
  readonly turn: number
}

/** An item as a model expects it; what it leaves out is not compared. */
export interface ModelItem {
  /** The id. */
  readonly id?: string
  /** The text. */
  readonly text?: string
  /** The status. */
  readonly status?: TodoStatus
}

/** What a model says of a call. */
export interface ModelStep<Model> {
  /** The model after the call. */
  readonly model: Model
  /** Whether the call is accepted; absent: the model does not say. */
  readonly accepted?: boolean
  /** The list after it; absent: the model does not say. */
  readonly list?: readonly ModelItem[]
  /** What is answered; absent: the model does not say. */
  readonly reply?: string
}

/** A plain model of a todo system. */
export interface PlainModel<Model> {
  /** The model before the first call. */
  readonly initial: Model
  /** What a call does. Pure: it is run again to find the smallest failure. */
  step(model: Model, call: ModelCall): ModelStep<Model>
}

/** How a model is checked. */
export interface ModelCheckOptions {
  /** How many sessions; 1,000 when absent. */
  readonly runs?: number
  /** The seed of a failure that is to come again; fast-check draws one when absent. */
  readonly seed?: number
  /** The most commands of a session; 20 when absent. */
  readonly maxCommands?: number
  /** The ledger's own rules. */
  readonly rules?: readonly Rule[]
}

/** A session and the model beside it, as commands meet them. */
interface Beside<Model> {
  value: Model
}
interface Real {
  readonly session: Session
  readonly events: TodoEvent[]
  readonly states: SessionState[]
  turn: Turn
}
type Command<Model> = fc.AsyncCommand<Beside<Model>, Real>

/**
 * Runs random calls and turns against a session and the model, and compares them after each.
 * @throws LedgerError `model-differs` with the smallest difference found: the commands, the two sides, and the session as a recording
 */
export async function modelCheck<Model>(
  profile: Profile,
  model: PlainModel<Model>,
  options: ModelCheckOptions = {},
): Promise<void> {
  const { runs = 1000, seed, maxCommands = 20, rules = [] } = options
  const call: fc.Arbitrary<Command<Model>> = arbitraryTodoCall(profile).map(
    ({ tool, input }) => new CallCommand(model, tool, input),
  )
  const turn: fc.Arbitrary<Command<Model>> = fc.constant(null).map(() => new TurnCommand<Model>())
  const commands = fc.commands([call, call, turn], { maxCommands })
  const property = fc.asyncProperty(commands, async (each) => {
    const real = await begin(profile, rules)
    await fc.asyncModelRun(() => ({ model: { value: model.initial }, real }), each)
  })
  const details = await fc.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) })
  if (!details.failed) return
  const { errorInstance: cause } = details
  throw new LedgerError(
    'model-differs',
    [
      `Profile ${profile.name} differs from its model: ${cause instanceof Error ? cause.message : String(cause)}`,
      `Again: modelCheck(profile, model, { seed: ${details.seed} })`,
      `The calls: ${String(details.counterexample?.[0])}`,
    ].join('\n'),
    { cause },
  )
}

async function begin(profile: Profile, rules: readonly Rule[]): Promise<Real> {
  const store = memoryStore({ random: countingBytes() })
  const ledger = openLedger({ store, clock: steppingClock(), ids: countingIds(), turnLeases: false, rules })
  const session = await ledger.session('s1', { profile })
  const events: TodoEvent[] = []
  for await (const event of ledger.events('s1')) events.push(event)
  const states = [session.state]
  session.on('event', ({ event, state }) => {
    events.push(event)
    states.push(state)
  })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  return { session, events, states, turn: await session.startTurn() }
}

class TurnCommand<Model> implements fc.AsyncCommand<Beside<Model>, Real> {
  check(): boolean {
    return true
  }

  async run(_model: Beside<Model>, real: Real): Promise<void> {
    await real.turn.end()
    real.turn = await real.session.startTurn()
  }

  toString(): string {
    return 'next turn'
  }
}

class CallCommand<Model> implements fc.AsyncCommand<Beside<Model>, Real> {
  readonly #model: PlainModel<Model>
  readonly #tool: string
  readonly #input: JsonValue

  constructor(model: PlainModel<Model>, tool: string, input: JsonValue) {
    this.#model = model
    this.#tool = tool
    this.#input = input
  }

  check(): boolean {
    return true
  }

  async run(beside: Beside<Model>, real: Real): Promise<void> {
    const tool = this.#tool
    const input = this.#input
    const expected = this.#model.step(beside.value, { tool, input, turn: real.turn.number })
    const { ok, text } = await real.turn.callTodoTool(tool, input)
    const list = real.session.state.items.map((item, index) => shownAs(item, expected.list?.[index]))
    this.#compare('accepted', expected.accepted, ok, real)
    this.#compare('reply', expected.reply, text, real)
    this.#compare('list', expected.list, list, real)
    beside.value = expected.model
  }

  toString(): string {
    return `${this.#tool}(${JSON.stringify(this.#input)})`
  }

  #compare(what: string, expected: unknown, actual: unknown, { session, events, states }: Real): void {
    if (expected === undefined || isDeepStrictEqual(expected, actual)) return
    const sides = `the model says ${JSON.stringify(expected)}, the session ${JSON.stringify(actual)}`
    throw new Error(
      `${what} of ${this.toString()}: ${sides}\n${recordingOf(events, { profile: session.profile, states })}`,
    )
  }
}

/** The item with the fields that the model names of it; with id, text and status where the model has none there. */
function shownAs(item: ModelItem, expected: ModelItem | undefined): ModelItem {
  const all = { id: item.id, text: item.text, status: item.status }
  const named = Object.keys(expected ?? all)
  return Object.fromEntries(Object.entries(all).filter(([name]) => named.includes(name)))
}
