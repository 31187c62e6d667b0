/** The gate of a live session: asks what tools stated against the completions of an update, when it is decided. */

import type { ContradictedItem, TodoEvent, TodosRejectedData, Violation } from '../events.js'
import type { ClaimedCompletion, EventWithState, Evidence, EvidenceJudge } from '../evidence.js'
import type { Reducer } from '../reducer.js'
import { completedBy, evidenceRequired, requirementOf } from '../rules/evidence-required.js'
import { violationOf } from '../rules/rule.js'
import { initialState, type SessionState } from '../state.js'
import type { Work } from './log-question.js'

/** A completion that a stated fact contradicts, how often it was refused before, and whether it is let go for that. */
interface HeldClaim extends ClaimedCompletion {
  readonly refusals: number
  readonly released: boolean
}

/** What is held against an update, and what is to be noted beside that. */
interface GateAnswer {
  readonly claims: readonly HeldClaim[]
  readonly notes: readonly Violation[]
}

export const nothingHeld: GateAnswer = { claims: [], notes: [] }

/** What the gate remembers of a session's events beside what its judge does: `refused` has the items of each refusal. */
const nothingSeen = {
  hasCalls: false,
  saidNothing: false,
  refused: [] as readonly (readonly ContradictedItem[])[],
}

/** In events. */
const pageLength = 1_000

/** Reads a session's log as far as it is needed: only where the rule is in force and something is completed. */
export class EvidenceGate {
  #judge: EvidenceJudge | null = null
  #state: SessionState = initialState
  #seen = nothingSeen

  /** @param context nobody judges where it has no evidence */
  constructor(readonly context: { readonly reducer: Reducer; readonly evidence: Evidence | undefined }) {}

  /**
   * What is held against an update's completions.
   * @param next the state that it would lead to
   * @param storedSeq the last stored event; @param steps what comes between it and the update
   */
  *ask(
    event: TodoEvent,
    next: SessionState,
    storedSeq: number,
    steps: readonly EventWithState[],
  ): Work<GateAnswer> {
    const rule = next.rules.find(({ id }) => id === evidenceRequired.id)
    if (rule === undefined || rule.mode === 'off' || event.type !== 'todos.updated') return nothingHeld
    const completed = new Set(completedBy(event.data.changes, next).map(({ key }) => key))
    if (completed.size === 0) return nothingHeld
    yield* this.#readTo(storedSeq)
    const seen = steps.reduce((before, step) => remembered(before, step.event), this.#seen)
    if (!seen.hasCalls) return { claims: [], notes: seen.saidNothing ? [] : [nothingToJudgeBy] }
    const { releaseAfter } = requirementOf(rule.options)
    const claims = (this.#judge?.judge(event, next, steps) ?? [])
      .filter(({ key, facts }) => completed.has(key) && facts.length > 0)
      .map((claim) => {
        const refusals = seen.refused.filter((items) => items.some((item) => isOf(item, claim))).length
        return { ...claim, refusals, released: refusals >= releaseAfter }
      })
    return { claims, notes: [] }
  }

  *#readTo(seq: number): Work<void> {
    while (this.#state.seq < seq) {
      const from = this.#state.seq + 1
      const events = yield { from, to: Math.min(seq, this.#state.seq + pageLength) }
      if (events.length === 0) return
      // What was taken out of the log counts no more.
      if (from > 1 && events.some(({ type }) => type === 'session.redacted')) this.#forget()
      else this.#observe(events)
    }
  }

  #observe(events: readonly TodoEvent[]): void {
    const { reducer, evidence } = this.context
    this.#judge ??= evidence?.newJudge() ?? null
    const replay = reducer.replay(this.#state)
    try {
      for (const event of events) {
        replay.apply(event)
        this.#judge?.observe(event, replay.state)
        this.#seen = remembered(this.#seen, event)
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
    this.#seen = nothingSeen
  }
}

function remembered(seen: typeof nothingSeen, { type, data }: TodoEvent): typeof nothingSeen {
  if (type === 'tool.called') return { ...seen, hasCalls: true }
  if (type === 'todos.updated' && data.flags.some(isNote)) return { ...seen, saidNothing: true }
  if (type === 'todos.rejected' && data.contradicted !== undefined)
    return { ...seen, refused: [...seen.refused, data.contradicted] }
  return seen
}

const isNote = ({ rule, item }: Violation) => rule === evidenceRequired.id && item === null

/** True for a refusal of the same completion. An item that never came into the list is known by its text. */
function isOf({ key, text }: ContradictedItem, claim: ClaimedCompletion): boolean {
  return claim.isNew || key === null ? text === claim.text : key === claim.key
}

/**
 * What becomes of an update that carries what contradicts it: a refusal, or flags that stop nothing.
 * @param refuses whether a violation refuses the update
 */
export function weigh(
  violations: readonly Violation[],
  claims: readonly HeldClaim[],
  refuses: (violation: Violation) => boolean,
): { readonly refusal: Pick<TodosRejectedData, 'violations' | 'contradicted'> } | readonly Violation[] {
  const found = violations.map((violation) => {
    const isGate = violation.rule === evidenceRequired.id
    return { violation, claim: isGate ? claims.find(({ item }) => item === violation.item) : undefined }
  })
  const refused = found.filter(({ violation, claim }) => claim?.released !== true && refuses(violation))
  if (refused.length === 0)
    return found.map(({ violation, claim }) => (claim === undefined ? violation : flag(violation, claim)))
  const held = refused.flatMap(({ claim }) => claim ?? [])
  return {
    refusal: {
      contradicted: held.map(({ isNew, key, text, facts }) => ({ key: isNew ? null : key, text, facts })),
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
    message: `Item ${claim.item} (${claim.title}) can't be completed yet. ${saidOf(claim)}`,
    fix: `${needsOf(claim)}. Then complete the item again; leave it open until then.${also}`,
  }
}

/** What stands in the log where a completion went through in spite of the rule. */
function flag(violation: Violation, claim: HeldClaim): Violation {
  const { item, title, released, refusals } = claim
  const times = refusals === 1 ? 'one refusal' : `${refusals} refusals`
  const after = released && refusals > 0 ? ` after ${times}` : ''
  const message = `Item ${item} (${title}) was completed${after} against a stated fact. ${saidOf(claim)}`
  return { ...violation, message, fix: `${needsOf(claim)}.` }
}

/** What the facts say, without the last stop: whoever replies sets it, as behind every violation's message. */
const saidOf = ({ facts }: HeldClaim) =>
  facts
    .map(({ sentence }) => sentence)
    .join(' ')
    .replace(/\.$/, '')

const needsOf = ({ facts }: HeldClaim) => listed(facts.map(({ needs }) => needs))

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
