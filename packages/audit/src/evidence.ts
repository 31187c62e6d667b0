/** The audit's evidence for live sessions: what `openLedger({ evidence })` takes. */

import type {
  ClaimedCompletion,
  EventOf,
  EventWithState,
  Evidence,
  SessionState,
  TodoEvent,
} from '@todo-ledger/core'
import { itemsIn } from '@todo-ledger/core/rules'
import { CheckCommands } from './check-commands.js'
import { describeCall } from './facts/calls/describe.js'
import { type KnownTools, noTools } from './facts/calls/tool-names.js'
import { statedFacts } from './facts/completion-facts.js'
import { cut } from './facts/cut.js'
import { noOwnChecks, OwnChecks } from './facts/shell/own-checks.js'
import { Cuts, spanOf } from './facts/span.js'
import { Undoings } from './facts/work/undoings.js'
import { WorkLog } from './facts/work/work-log.js'
import { type Completion, ItemHistories } from './list/item-histories.js'
import { rememberedPromises } from './promise/promise.js'
import type { Fact } from './result.js'
import type { EvidenceSettings } from './settings.js'

/** How evidence is read for live sessions. */
export interface LiveEvidenceSettings extends EvidenceSettings {
  /** What is known of agents' tools; only the general names of tools when absent. */
  readonly tools?: KnownTools
}

/**
 * Reads evidence for the sessions of a ledger: the effects of calls, and what contradicts completions for profiles that
 * ask for it (`evidenceRequired`).
 * @param settings own check commands
 * @throws HostError `bad-own-check` for an own check that is not one simple command
 */
export function evidence(settings: LiveEvidenceSettings = {}): Evidence {
  if (settings.checks !== undefined) new OwnChecks(settings.checks)
  return {
    describeCall: (name, input) => describeCall(name, input, { tools: settings.tools ?? noTools }),
    newJudge: () => new LiveEvidence(settings),
  }
}

/** Follows one live session. Memory grows with the number of its calls, not with the length of their outputs. */
class LiveEvidence {
  readonly #log: WorkLog
  readonly #promiseOf = rememberedPromises()
  readonly #items = new ItemHistories((text) => this.#promiseOf(text).mends)
  readonly #undoings = new Undoings()
  readonly #commands = new CheckCommands()
  #todoCallsOnly = false

  /**
   * @param settings own check commands
   * @throws HostError `bad-own-check` for an own check that is not one simple command
   */
  constructor({ checks, tools = noTools }: LiveEvidenceSettings = {}) {
    this.#log = new WorkLog(checks === undefined ? noOwnChecks : new OwnChecks(checks), tools)
  }

  /**
   * Takes in one event, in order.
   * @param state the state after it; it is read at once and not kept
   */
  observe(event: TodoEvent, state: SessionState): void {
    this.#log.observe(event)
    if (event.type === 'session.opened') this.#todoCallsOnly = event.data.todoCallsOnly !== undefined
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    follow(this.#items, { event, state }, this.#log.work.length)
    this.#log.setBusy(itemsIn(state.items, 'in_progress'))
  }

  /**
   * Judges what an update would complete, by what was observed so far; nothing of the update is kept.
   * @param update the event that the update would be
   * @param next the state that it would lead to
   * @param before the events between what was observed and the update, none of which is work
   */
  judge(
    update: EventOf<'todos.updated'>,
    next: SessionState,
    before: readonly EventWithState[] = [],
  ): readonly ClaimedCompletion[] {
    const events = [...before, { event: update, state: next }]
    const keys = [...new Set(events.flatMap(({ event }) => keysIn(event)))]
    return this.#items.trying(keys, () => {
      for (const each of events) follow(this.#items, each, this.#log.work.length)
      // What one update completes stands together, and this one came last.
      const { completions } = this.#items
      const first = completions.findLastIndex((one) => one.update !== update.id) + 1
      return completions.slice(first).map((completion) => this.#claimOf(completion))
    })
  }

  #claimOf(completion: Completion): ClaimedCompletion {
    const { work } = this.#log
    this.#undoings.follow(work)
    this.#commands.follow(work)
    const commandFor = (check: string) => this.#commands.commandFor(check)
    // The gate sees the session's own log alone.
    const cuts = new Cuts(work, () => undefined)
    const source = { work, cuts, undoings: this.#undoings, commandFor }
    const { predatesLog, carried, from } = completion
    const isElsewhere = this.#todoCallsOnly || predatesLog || (carried && from === 'added')
    const span = spanOf(completion, this.#promiseOf(completion.text), source, isElsewhere)
    return claimOf(completion, statedFacts(span).facts)
  }
}

function follow(items: ItemHistories, { event, state }: EventWithState, position: number): void {
  if (event.type === 'todos.updated') items.update(event, state, position)
  else if (event.type === 'todos.rolled-back') items.rollBack(event, state, position)
}

/** The keys of the items that an event is about. */
function keysIn(event: TodoEvent): readonly string[] {
  if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return []
  return event.data.changes.flatMap((change) => (change.type === 'goal-set' ? [] : [change.key]))
}

function claimOf({ key, item, text, from }: Completion, facts: readonly Fact[]): ClaimedCompletion {
  const against = facts.filter(({ says }) => says === 'against')
  return {
    key,
    item,
    text,
    title: `"${cut(text)}"`,
    isNew: from === 'added',
    facts: against.map(({ kind, asked, quote, sentence, needs }) => ({
      kind,
      asked,
      quote,
      sentence,
      needs: needs ?? `Do what "${cut(asked)}" asks for, to its end, with a tool whose call is recorded`,
    })),
  }
}
