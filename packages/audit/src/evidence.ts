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
import { LiveFeatures, remembered } from './completions/item-features.js'
import { type Completion, ItemHistories } from './completions/item-histories.js'
import { compactionAtStart, type JudgeContext, judgeCompletion } from './completions/judge-completion.js'
import { ServedItems } from './completions/served-items.js'
import { missingOf, quoted, rounded, wouldChangeOf } from './describe-support.js'
import { describeCall } from './evidence/calls/tool-effects.js'
import { type KnownTools, noTools } from './evidence/calls/tool-names.js'
import type { EvidenceSettings } from './evidence/evidence-settings.js'
import { type ItemPromise, promiseOf } from './evidence/items/item-class.js'
import { noOwnWords, OwnWords } from './evidence/items/own-words.js'
import { noOwnChecks, OwnChecks } from './evidence/shell/own-checks.js'
import type { Gap, ItemSupport } from './evidence/support/item-support.js'
import { Undoings } from './evidence/work/undoings.js'
import { WorkLog } from './evidence/work/work-log.js'
import { withoutReferences } from './proofs/references.js'

/** How evidence is read for live sessions. */
export interface LiveEvidenceSettings extends EvidenceSettings {
  /** What is known of agents' tools; only the general names of tools when absent. */
  readonly tools?: KnownTools
}

/**
 * Reads evidence for the sessions of a ledger: the effects of calls, and the support of completions for profiles that
 * ask for it (`evidenceRequired`).
 * @param settings own words for classes of items and own check commands
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
export class LiveEvidence {
  readonly #log: WorkLog
  readonly #items = new ItemHistories()
  readonly #served = new ServedItems()
  readonly #undoings = new Undoings()
  readonly #features = new LiveFeatures()
  readonly #promiseOf: (text: string) => ItemPromise
  #todoCallsOnly = false

  /**
   * @param settings own words for classes of items and own check commands
   * @throws HostError `bad-own-check` for an own check that is not one simple command
   */
  constructor({ checks, itemClasses, tools = noTools }: LiveEvidenceSettings = {}) {
    this.#log = new WorkLog(checks === undefined ? noOwnChecks : new OwnChecks(checks), tools)
    const words = itemClasses === undefined ? noOwnWords : new OwnWords(itemClasses)
    this.#promiseOf = remembered((text) => promiseOf(withoutReferences(text), words))
  }

  /**
   * Takes in one event, in order.
   * @param state the state after the event; it is read at once and not kept
   */
  observe(event: TodoEvent, state: SessionState): void {
    this.#log.observe(event)
    if (event.type === 'session.opened') {
      this.#todoCallsOnly = event.data.todoCallsOnly !== undefined
    }
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    follow(this.#items, { event, state }, this.#log.work.length)
    this.#features.touch(keysIn(event))
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
      return this.#claimedBy(update.id, keys)
    })
  }

  #claimedBy(update: string, tried: readonly string[]): readonly ClaimedCompletion[] {
    const { work } = this.#log
    const { completions } = this.#items
    // What one update completes stands together, and this one came last.
    const claimed = completions.slice(completions.findLastIndex((one) => one.update !== update) + 1)
    if (claimed.length === 0) return []
    this.#served.follow(completions, work)
    this.#undoings.follow(work)
    const judgeContext: JudgeContext = {
      work,
      promiseOf: this.#promiseOf,
      ...this.#features.of(this.#items, work, this.#promiseOf, tried),
      compactionAtStart: compactionAtStart(work),
      served: this.#served,
      undoings: this.#undoings,
      // What a child did stands in its own log, which is not read for every mark.
      child: () => undefined,
      isTodoCallOnly: () => this.#todoCallsOnly,
    }
    return claimed.map((completion) => claimOf(completion, judgeCompletion(completion, judgeContext)))
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

function claimOf(completion: Completion, support: ItemSupport): ClaimedCompletion {
  const { key, item, text, from, at } = completion
  return {
    key,
    item,
    text,
    title: quoted(text),
    isNew: from === 'added',
    itemClass: support.itemClass,
    support: isOpenQuestion(support.gap, at.turn) ? null : rounded(support.support),
    missing: missingOf(support),
    needed: wouldChangeOf(support),
  }
}

/** A call of the same turn whose result has not come is no gap of the log: it is work that is not done yet. */
function isOpenQuestion(gap: Gap | null, turn: number): boolean {
  if (gap === null) return false
  if (typeof gap === 'string') return true
  return !(gap.kind === 'call' && gap.outcome === null && gap.turn === turn)
}
