/** The gate of a live session: works out what the rule `evidence-required` compares, when an update is decided. */

import type { TodoEvent, UnsupportedItem } from '../events.js'
import type { ClaimedCompletion, EventWithState, EvidenceJudge } from '../evidence.js'
import type { Reducer } from '../reducer.js'
import { completedBy } from '../rules/completions.js'
import { type EvidenceRequirement, evidenceRequired, requirementOf } from '../rules/evidence-required.js'
import { initialState, type SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'

/** What a gate needs of its session. */
export interface GateContext {
  /** The session's id. */
  readonly session: string
  /** Where its events are. */
  readonly store: EventStore
  /** The reducer over the ledger's rules. */
  readonly reducer: Reducer
  /** Makes a judge that was shown nothing yet; null where the ledger was given no evidence. */
  readonly newJudge: (() => EvidenceJudge) | null
}

/** A claim with the support that the rule compares. */
export interface JudgedClaim extends ClaimedCompletion {
  /** How well it is supported, 0 to 1. */
  readonly support: number
  /** How often its completion was refused before. */
  readonly refusals: number
  /** True where it was refused so often that it is let go. */
  readonly released: boolean
}

/** What the gate says of an update that completes something. */
export interface GateAnswer {
  /** The completions that the rule compares; what is spared and what is not known is left out. */
  readonly claims: readonly JudgedClaim[]
  /** True where there is nothing to judge by, and it was not said in this session yet. */
  readonly hasNothing: boolean
}

/** What a gate keeps of a session beside its evidence. */
class GateRecord {
  /** True once the host recorded a call of another tool. */
  hasCalls = false
  /** True once it was said that there is nothing to judge by. */
  toldNothing = false
  /** The refusals that told of an item: by its key, by its text, and by the text of one that has no key. */
  readonly #byKey: Refusals = new Map()
  readonly #byText: Refusals = new Map()
  readonly #keyless: Refusals = new Map()

  /** Takes in an event. */
  observe(event: TodoEvent): void {
    if (event.type === 'tool.called') this.hasCalls = true
    else if (event.type === 'todos.updated')
      this.toldNothing ||= event.data.flags.some(
        ({ rule, item }) => rule === evidenceRequired.id && item === null,
      )
    else if (event.type === 'todos.rejected') this.#refuse(event.data.unsupported ?? [], event.seq)
  }

  /** How often a completion was refused. An item that never came into the list is known by its text. */
  refusalsOf({ key, text, isNew }: ClaimedCompletion): number {
    if (isNew) return this.#byText.get(text)?.size ?? 0
    return new Set([...(this.#byKey.get(key) ?? []), ...(this.#keyless.get(text) ?? [])]).size
  }

  #refuse(items: readonly UnsupportedItem[], seq: number): void {
    for (const { key, text } of items) {
      note(this.#byText, text, seq)
      if (key === null) note(this.#keyless, text, seq)
      else note(this.#byKey, key, seq)
    }
  }
}

/** The seqs of refusals by what they told of. */
type Refusals = Map<string, Set<number>>

function note(refusals: Refusals, name: string, seq: number): void {
  const known = refusals.get(name)
  if (known === undefined) refusals.set(name, new Set([seq]))
  else known.add(seq)
}

/** Follows one session where the rule is in force, and is idle where it is not. */
export class EvidenceGate {
  readonly #context: GateContext
  #judge: EvidenceJudge | null = null
  #state: SessionState = initialState
  #record = new GateRecord()

  /** @param context what the gate needs of its session */
  constructor(context: GateContext) {
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
    this.#record = new GateRecord()
  }

  /**
   * Reads what was stored and not observed: before the session was opened, or by another host.
   * @param state the state after the last stored event
   * @throws StoreError when the log can't be read
   */
  async catchUp(state: SessionState): Promise<void> {
    if (requirementIn(state) === null || this.#state.seq >= state.seq) return
    const { store, session, reducer } = this.#context
    const from = this.#state.seq
    const replay = reducer.replay(this.#state)
    try {
      for await (const event of store.read(session, { from: from + 1, to: state.seq })) {
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
    const record = this.#record
    const since = new GateRecord()
    for (const step of steps) since.observe(step.event)
    if (!record.hasCalls && !since.hasCalls)
      return { claims: [], hasNothing: !record.toldNothing && !since.toldNothing }
    const claims = this.#judge
      .judge(event, next, steps)
      .filter(({ key, itemClass }) => completed.has(key) && !requirement.spare.includes(itemClass))
      .flatMap((claim): readonly JudgedClaim[] => {
        const { support } = claim
        if (support === null) return []
        const refusals = record.refusalsOf(claim) + since.refusalsOf(claim)
        return [{ ...claim, support, refusals, released: refusals >= requirement.releaseAfter }]
      })
    return { claims, hasNothing: false }
  }

  #take(event: TodoEvent, state: SessionState): void {
    this.#judge ??= this.#context.newJudge?.() ?? null
    this.#judge?.observe(event, state)
    this.#record.observe(event)
  }
}

/** How the gate is set in a session, or null where it is off. */
function requirementIn({ rules }: SessionState): EvidenceRequirement | null {
  const rule = rules.find(({ id }) => id === evidenceRequired.id)
  return rule === undefined || rule.mode === 'off' ? null : requirementOf(rule.options)
}
