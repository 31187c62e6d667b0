/** The gate of a live session: asks what tools stated against the completions of an update, when it is decided. */

import type {
  ContradictedItem,
  TodoEvent,
  TodosRejectedData,
  TodosUpdatedData,
  Violation,
} from '../events.js'
import type { ClaimedCompletion, Evidence, EvidenceJudge } from '../evidence.js'
import type { Reducer } from '../reducer.js'
import { completedBy, evidenceRequired, requirementOf } from '../rules/evidence-required.js'
import { violationOf } from '../rules/rule.js'
import { initialState, type SessionState } from '../state.js'
import type { Judgement, Transaction, Work } from './transaction.js'

interface GateContext {
  readonly reducer: Reducer
  /** Makes judges; nobody judges where the ledger was given none. */
  readonly evidence: Evidence | undefined
}

/** A completion that a stated fact contradicts. */
interface HeldClaim extends ClaimedCompletion {
  /** How often it was refused before. */
  readonly refusals: number
  /** True where that is so often that it is let go. */
  readonly released: boolean
}

interface GateAnswer {
  readonly claims: readonly HeldClaim[]
  /** What is to be noted beside that. */
  readonly notes: readonly Violation[]
}

export const nothingHeld: GateAnswer = { claims: [], notes: [] }

/** What the gate remembers of a session's events beside what its judge does. */
interface Remembered {
  hasCalls: boolean
  saidNothing: boolean
  /** The items of each refusal. */
  readonly refused: (readonly ContradictedItem[])[]
}

/** In events. */
const pageLength = 1_000

/** Reads a session's log as far as it is needed: only where the rule is in force and something is completed. */
export class EvidenceGate {
  readonly #context: GateContext
  #judge: EvidenceJudge | null = null
  #state: SessionState = initialState
  #seen: Remembered = { hasCalls: false, saidNothing: false, refused: [] }

  constructor(context: GateContext) {
    this.#context = context
  }

  /** What is held against an update's completions. */
  *ask({ stored, steps }: Transaction, { event, next }: Judgement): Work<GateAnswer> {
    const rule = next.rules.find(({ id }) => id === evidenceRequired.id)
    if (rule === undefined || rule.mode === 'off' || event.type !== 'todos.updated') return nothingHeld
    const completed = new Set(completedBy(event.data.changes, next).map(({ key }) => key))
    if (completed.size === 0) return nothingHeld
    const judge = yield* this.#readTo(stored.seq)
    const seen = { ...this.#seen, refused: [...this.#seen.refused] }
    for (const step of steps) remember(seen, step.event)
    if (!seen.hasCalls) return { claims: [], notes: seen.saidNothing ? [] : [nothingToJudgeBy] }
    const { releaseAfter } = requirementOf(rule.options)
    const claims = (judge?.judge(event, next, steps) ?? [])
      .filter(({ key, facts }) => completed.has(key) && facts.length > 0)
      .map((claim) => {
        const refusals = seen.refused.filter((items) => items.some((item) => isOf(item, claim))).length
        return { ...claim, refusals, released: refusals >= releaseAfter }
      })
    return { claims, notes: [] }
  }

  *#readTo(seq: number): Work<EvidenceJudge | null> {
    while (this.#state.seq < seq) {
      const from = this.#state.seq + 1
      const events = yield { from, to: Math.min(seq, this.#state.seq + pageLength) }
      if (events.length === 0) break
      // What was taken out of the log counts no more.
      if (from > 1 && events.some(({ type }) => type === 'session.redacted')) this.#forget()
      else this.#observe(events)
    }
    return this.#judge
  }

  #observe(events: readonly TodoEvent[]): void {
    const { reducer, evidence } = this.#context
    this.#judge ??= evidence?.newJudge() ?? null
    const replay = reducer.replay(this.#state)
    try {
      for (const event of events) {
        replay.apply(event)
        this.#judge?.observe(event, replay.state)
        remember(this.#seen, event)
      }
    } catch (error) {
      this.#forget()
      throw error
    }
    this.#state = replay.finish()
  }

  #forget(): void {
    this.#judge = null
    this.#state = initialState
    this.#seen = { hasCalls: false, saidNothing: false, refused: [] }
  }
}

function remember(seen: Remembered, event: TodoEvent): void {
  if (event.type === 'tool.called') seen.hasCalls = true
  else if (event.type === 'todos.updated')
    seen.saidNothing ||= event.data.flags.some(
      ({ rule, item }) => rule === evidenceRequired.id && item === null,
    )
  else if (event.type === 'todos.rejected' && event.data.contradicted !== undefined)
    seen.refused.push(event.data.contradicted)
}

/** True for a refusal of the same completion. An item that never came into the list is known by its text. */
function isOf({ key, text }: ContradictedItem, claim: ClaimedCompletion): boolean {
  return claim.isNew || key === null ? text === claim.text : key === claim.key
}

export function contradictionsOf(claims: readonly HeldClaim[]): TodosUpdatedData['contradictions'] & object {
  return Object.fromEntries(claims.map(({ key, facts }) => [key, facts]))
}

/** What becomes of an update that carries what contradicts it: a refusal, or flags that stop nothing. */
export function weigh(
  violations: readonly Violation[],
  claims: readonly HeldClaim[],
  refuses: (violation: Violation) => boolean,
):
  | { readonly refusal: Pick<TodosRejectedData, 'violations' | 'contradicted'> }
  | { readonly refusal: null; readonly violations: readonly Violation[] } {
  const found = violations.map((violation) => ({
    violation,
    claim:
      violation.rule === evidenceRequired.id ? claims.find(({ item }) => item === violation.item) : undefined,
  }))
  const refused = found.filter(({ violation, claim }) => claim?.released !== true && refuses(violation))
  if (refused.length === 0)
    return {
      refusal: null,
      violations: found.map(({ violation, claim }) =>
        claim === undefined ? violation : flag(violation, claim),
      ),
    }
  const held = refused.flatMap(({ claim }) => claim ?? [])
  const contradicted = held.map(({ isNew, key, text, facts }) => ({ key: isNew ? null : key, text, facts }))
  return {
    refusal: {
      contradicted,
      violations: refused.map(({ violation, claim }, index) =>
        claim === undefined ? violation : refusal(violation, claim, index === 0 ? held.slice(1) : []),
      ),
    },
  }
}

/** Why a completion is refused, and what to do. The first names the others too: most replies give only the first. */
function refusal(violation: Violation, claim: HeldClaim, others: readonly HeldClaim[]): Violation {
  const same = listed(others.map((one) => `item ${one.item} (${one.title}: ${saidOf(one)})`))
  const also = others.length === 0 ? '' : ` The same holds for ${same}.`
  return {
    ...violation,
    message: `${nameOf(claim)} can't be completed yet. ${saidOf(claim)}`,
    fix: `${needsOf(claim)}. Then complete the item again; leave it open until then.${also}`,
  }
}

/** What stands in the log where a completion went through in spite of the rule. */
function flag(violation: Violation, claim: HeldClaim): Violation {
  const { released, refusals } = claim
  const times = refusals === 1 ? 'one refusal' : `${refusals} refusals`
  const after = released && refusals > 0 ? ` after ${times}` : ''
  return {
    ...violation,
    message: `${nameOf(claim)} was completed${after} against a stated fact. ${saidOf(claim)}`,
    fix: `${needsOf(claim)}.`,
  }
}

function nameOf({ item, title }: HeldClaim): string {
  return `Item ${item} (${title})`
}

/** What the facts say, without the last stop: whoever replies sets it, as behind every violation's message. */
function saidOf({ facts }: HeldClaim): string {
  return facts
    .map(({ sentence }) => sentence)
    .join(' ')
    .replace(/\.$/, '')
}

function needsOf({ facts }: HeldClaim): string {
  return listed(facts.map(({ needs }) => needs))
}

/** A reply is no report. In characters. */
const longestList = 400

function listed(entries: readonly string[]): string {
  const text = [...new Set(entries)].join('; ')
  return text.length > longestList ? `${text.slice(0, longestList - 1)}…` : text
}

const nothingToJudgeBy: Violation = violationOf(evidenceRequired.id, {
  message: 'No call of another tool is recorded in this session, so completions are not checked',
  expected: 'recorded calls',
  received: null,
  fix: 'Record what other tools do, with turn.recordTool, for completions to be checked.',
})
