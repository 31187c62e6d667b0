/** The gate of a live session: works out what the rule `evidence-required` compares, when an update is decided. */

import type {
  ContradictedItem,
  TodoEvent,
  TodosRejectedData,
  TodosUpdatedData,
  Violation,
} from '../events.js'
import type { ClaimedCompletion, EventWithState, Evidence, EvidenceJudge } from '../evidence.js'
import type { Attempt, Reducer } from '../reducer.js'
import {
  completedBy,
  type EvidenceRequirement,
  evidenceRequired,
  requirementOf,
} from '../rules/evidence-required.js'
import { violationOf } from '../rules/rule.js'
import { initialState, type SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'
import type { Transaction } from './transaction.js'

/** What a gate needs of its ledger. */
interface GateContext {
  /** Where events are. */
  readonly store: EventStore
  /** The reducer over the ledger's rules. */
  readonly reducer: Reducer
  /** Makes judges; nobody judges where the ledger was given none. */
  readonly evidence: Evidence | undefined
}

/** A claim that a stated fact contradicts. */
interface JudgedClaim extends ClaimedCompletion {
  /** How often its completion was refused before. */
  readonly refusals: number
  /** True where it was refused so often that it is let go. */
  readonly released: boolean
}

/** What the gate says of an update that completes something. */
interface GateAnswer {
  /** The completions that a stated fact contradicts. */
  readonly claims: readonly JudgedClaim[]
  /** True where there is nothing to judge by, and it was not said in this session yet. */
  readonly hasNothing: boolean
}

/** What a gate keeps of a session beside its evidence. */
class GateRecord {
  /** True once the host recorded a call of another tool. */
  hasCalls = false
  /** True once it was said that there is nothing to judge by. */
  saidNothing = false
  /** The refusals that named an item: by its key, by its text, and by the text of one that has no key. */
  readonly #byKey: Refusals = new Map()
  readonly #byText: Refusals = new Map()
  readonly #keyless: Refusals = new Map()

  /** Takes in an event. */
  observe(event: TodoEvent): void {
    if (event.type === 'tool.called') this.hasCalls = true
    else if (event.type === 'todos.updated')
      this.saidNothing ||= event.data.flags.some(
        ({ rule, item }) => rule === evidenceRequired.id && item === null,
      )
    else if (event.type === 'todos.rejected') this.#refuse(event.data.contradicted ?? [], event.seq)
  }

  /** How often a completion was refused. An item that never came into the list is known by its text. */
  refusalsOf({ key, text, isNew }: ClaimedCompletion): number {
    if (isNew) return this.#byText.get(text)?.size ?? 0
    return new Set([...(this.#byKey.get(key) ?? []), ...(this.#keyless.get(text) ?? [])]).size
  }

  #refuse(items: readonly ContradictedItem[], seq: number): void {
    for (const { key, text } of items) {
      note(this.#byText, text, seq)
      if (key === null) note(this.#keyless, text, seq)
      else note(this.#byKey, key, seq)
    }
  }
}

/** The seqs of refusals by what they named. */
type Refusals = Map<string, Set<number>>

function note(refusals: Refusals, name: string, seq: number): void {
  const known = refusals.get(name)
  if (known === undefined) refusals.set(name, new Set([seq]))
  else known.add(seq)
}

/** Follows one session where the rule is in force, and is idle where it is not. */
export class EvidenceGate {
  readonly #session: string
  readonly #context: GateContext
  #judge: EvidenceJudge | null = null
  #state: SessionState = initialState
  /** Null while nothing was observed: most sessions have no gate. */
  #record: GateRecord | null = null

  /** @param session the session's id; @param context what the gate needs of its ledger */
  constructor(session: string, context: GateContext) {
    this.#session = session
    this.#context = context
  }

  /** Takes in an event that was stored. One that does not follow is read from the store before the next decision. */
  observe(event: TodoEvent, state: SessionState): void {
    if (requirementIn(state) === null || event.seq !== this.#state.seq + 1) return
    this.#take(event, state)
    this.#state = state
  }

  /** Forgets all that was observed: the log is read anew before the next decision. */
  forget(): void {
    this.#judge = null
    this.#state = initialState
    this.#record = null
  }

  /** True where something is to be read before the next decision. @param state the state after the last stored event */
  isBehind(state: SessionState): boolean {
    return requirementIn(state) !== null && this.#state.seq < state.seq
  }

  /**
   * Reads what was stored and not observed: before the session was opened, or by another host.
   * @param state the state after the last stored event
   * @throws StoreError when the log can't be read
   */
  async catchUp(state: SessionState): Promise<void> {
    if (!this.isBehind(state)) return
    const { store, reducer } = this.#context
    const from = this.#state.seq
    const replay = reducer.replay(this.#state)
    try {
      for await (const event of store.read(this.#session, { from: from + 1, to: state.seq })) {
        // What was taken out of the log counts no more.
        if (event.type === 'session.redacted' && from > 0) {
          this.forget()
          return await this.catchUp(state)
        }
        replay.apply(event)
        this.#take(event, replay.state)
      }
      this.#state = replay.finish()
    } catch (error) {
      this.forget()
      throw error
    }
  }

  /**
   * Judges what an update would complete. Null where the rule is not in force, nothing is completed, or the log can't
   * be read back.
   * @param found the state that the update finds, and the events of its transaction so far
   * @param event the event that the update would be; @param next the state that it would lead to
   */
  ask(
    found: { readonly state: SessionState; readonly steps: readonly EventWithState[] },
    event: TodoEvent,
    next: SessionState,
  ): GateAnswer | null {
    const requirement = requirementIn(next)
    if (requirement === null || event.type !== 'todos.updated') return null
    const completed = new Set(completedBy(event.data.changes, next).map(({ key }) => key))
    if (completed.size === 0) return null
    const { state, steps } = found
    if (this.#judge === null || this.#state.seq + steps.length !== state.seq) return null
    const record = this.#record ?? new GateRecord()
    const since = new GateRecord()
    for (const step of steps) since.observe(step.event)
    if (!record.hasCalls && !since.hasCalls)
      return { claims: [], hasNothing: !record.saidNothing && !since.saidNothing }
    const claims = this.#judge
      .judge(event, next, steps)
      .filter(({ key, facts }) => completed.has(key) && facts.length > 0)
      .map((claim): JudgedClaim => {
        const refusals = record.refusalsOf(claim) + since.refusalsOf(claim)
        return { ...claim, refusals, released: refusals >= requirement.releaseAfter }
      })
    return { claims, hasNothing: false }
  }

  #take(event: TodoEvent, state: SessionState): void {
    this.#judge ??= this.#context.evidence?.newJudge() ?? null
    this.#judge?.observe(event, state)
    this.#record ??= new GateRecord()
    this.#record.observe(event)
  }
}

/** How the gate is set in a session, or null where it is off. */
function requirementIn({ rules }: SessionState): EvidenceRequirement | null {
  const rule = rules.find(({ id }) => id === evidenceRequired.id)
  return rule === undefined || rule.mode === 'off' ? null : requirementOf(rule.options)
}

/** What an update would lead to, and the event that it would be. */
export interface Judgement extends Attempt {
  /** The event. */
  readonly event: TodoEvent
}

/** An update that no other rule refuses. */
interface PassingUpdate {
  /** The update. */
  readonly candidate: TodosUpdatedData
  /** What it would lead to, and what is wrong with it. */
  readonly attempt: Judgement
  /** What is wrong with it once it carries what contradicts its completions. */
  readonly judge: (contradicted: TodosUpdatedData) => readonly Violation[]
  /** True for a rule that refuses it. */
  readonly refuses: (rule: string) => boolean
}

/** What the gate made of an update. */
interface GatedUpdate {
  /** Why it is refused, or null. */
  readonly refusal: Pick<TodosRejectedData, 'violations' | 'contradicted'> | null
  /** The update with what contradicts its completions. */
  readonly candidate: TodosUpdatedData
  /** What is wrong with it and stops nothing. */
  readonly violations: readonly Violation[]
  /** What is to be noted beside that. */
  readonly notes: readonly Violation[]
}

/** Asks the gate what contradicts the update's completions, and the rule whether that stops it. */
export function throughGate(
  gate: EvidenceGate,
  transaction: Transaction,
  { candidate, attempt, judge, refuses }: PassingUpdate,
): GatedUpdate {
  const answer = gate.ask(transaction, attempt.event, attempt.next)
  const notes = answer?.hasNothing === true ? [nothingToJudgeBy] : []
  if (answer === null || answer.claims.length === 0)
    return { refusal: null, candidate, violations: attempt.violations, notes }
  const { claims } = answer
  const contradictions = Object.fromEntries(claims.map(({ key, facts }) => [key, facts]))
  const contradicted = { ...candidate, contradictions }
  const judged = judge(contradicted).map((violation) => ({ violation, claim: claimOf(violation, claims) }))
  const refused = judged.filter(({ violation, claim }) => claim?.released !== true && refuses(violation.rule))
  if (refused.length > 0) {
    const items = refused.flatMap(({ claim }) => (claim === undefined ? [] : [contradictedOf(claim)]))
    const refusal = { violations: refusalsOf(refused), contradicted: items }
    return { refusal, candidate: contradicted, violations: [], notes }
  }
  const violations = judged.map(({ violation, claim }) =>
    claim === undefined ? violation : flagOf(violation, claim),
  )
  return { refusal: null, candidate: contradicted, violations, notes }
}

/** So much of what is to be done is listed: a reply is no report. */
const longestList = 400

/** The claim that a violation of the gate's rule is about, or undefined for any other violation. */
function claimOf(violation: Violation, claims: readonly JudgedClaim[]): JudgedClaim | undefined {
  if (violation.rule !== evidenceRequired.id) return undefined
  return claims.find(({ item }) => item === violation.item)
}

/** A violation with the claim that it is about; undefined where it is about none. */
interface ClaimViolation {
  /** The violation. */
  readonly violation: Violation
  /** The claim. */
  readonly claim: JudgedClaim | undefined
}

/** Why completions are refused, and what to do. The first names the others too: most replies give only the first. */
function refusalsOf(refused: readonly ClaimViolation[]): readonly Violation[] {
  return refused.map(({ violation, claim }, index) => {
    if (claim === undefined) return violation
    const others = refused.slice(1).flatMap((other) => (other.claim === undefined ? [] : [other.claim]))
    const also =
      index > 0 || others.length === 0
        ? []
        : [
            `The same holds for ${listed(others.map((one) => `item ${one.item} (${one.title}: ${saidOf(one)})`))}.`,
          ]
    return {
      ...violation,
      message: `${nameOf(claim)} can't be completed yet. ${saidOf(claim)}`,
      fix: [
        `${listed(claim.facts.map(({ needs }) => needs))}. Then complete the item again; leave it open until then.`,
        ...also,
      ].join(' '),
    }
  })
}

/** What stands in the log where a completion went through in spite of the rule. */
function flagOf(violation: Violation, claim: JudgedClaim): Violation {
  const after = claim.released && claim.refusals > 0 ? ` after ${timesOf(claim.refusals)}` : ''
  return {
    ...violation,
    message: `${nameOf(claim)} was completed${after} against a stated fact. ${saidOf(claim)}`,
    fix: `${listed(claim.facts.map(({ needs }) => needs))}.`,
  }
}

/** What the facts say, without the last stop: whoever replies sets it, as behind every violation's message. */
function saidOf({ facts }: JudgedClaim): string {
  return facts
    .map(({ sentence }) => sentence)
    .join(' ')
    .replace(/\.$/, '')
}

/** The flag of a session in which nothing can be judged. */
const nothingToJudgeBy: Violation = violationOf(evidenceRequired.id, {
  message: 'No call of another tool is recorded in this session, so completions are not checked',
  expected: 'recorded calls',
  received: null,
  fix: 'Record what other tools do, with turn.recordTool, for completions to be checked.',
})

/** What the log keeps of an item whose completion was refused. */
function contradictedOf({ isNew, key, text, facts }: JudgedClaim): ContradictedItem {
  return { key: isNew ? null : key, text, facts }
}

function nameOf({ item, title }: JudgedClaim): string {
  return `Item ${item} (${title})`
}

function timesOf(refusals: number): string {
  return refusals === 1 ? 'one refusal' : `${refusals} refusals`
}

/** Entries in a row, each once, cut. */
function listed(entries: readonly string[]): string {
  const text = [...new Set(entries)].join('; ')
  return text.length > longestList ? `${text.slice(0, longestList - 1)}…` : text
}
