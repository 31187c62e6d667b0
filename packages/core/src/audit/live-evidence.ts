/** The audit's evidence in a live session: judges what an update would complete before it is decided. */

import type { EventOf, TodoEvent } from '../events.js'
import type { EvidenceSettings } from '../evidence/evidence-settings.js'
import { type ItemClass, type ItemPromise, promiseOf } from '../evidence/items/item-class.js'
import { noOwnWords, OwnWords } from '../evidence/items/own-words.js'
import { noOwnChecks, OwnChecks } from '../evidence/shell/own-checks.js'
import type { Gap, ItemSupport } from '../evidence/support/item-support.js'
import { WorkLog } from '../evidence/work/work-log.js'
import type { SessionState } from '../state.js'
import { missingOf, quoted, rounded, wouldChangeOf } from './describe-support.js'
import { type Completion, ItemHistories } from './item-histories.js'
import { sketchesOf } from './item-sketches.js'
import { type Bench, compactionAtStart, judgeCompletion } from './judge-completion.js'
import { remembered } from './remembered.js'
import { ServedItems } from './served-items.js'

/** An item that an update would complete, judged by what is recorded so far. */
export interface ClaimedCompletion {
  /** The item's key, after the update. */
  readonly key: string
  /** The item's id, after the update. */
  readonly item: string
  /** The item's text, after the update. */
  readonly text: string
  /** The text in quotation marks on one line, cut. */
  readonly title: string
  /** True where the update itself adds the item. */
  readonly isNew: boolean
  /** The class of the item. */
  readonly itemClass: ItemClass
  /** How well it is supported, to two digits; null where the evidence may lie in a gap of the log. */
  readonly support: number | null
  /** What is missing, in words. */
  readonly missing: readonly string[]
  /** What would support it, in words. */
  readonly needed: readonly string[]
}

/** An event with the state after it. */
export interface ToldEvent {
  /** The event. */
  readonly event: TodoEvent
  /** The state after it. */
  readonly state: SessionState
}

/** The words of so many of the last pieces of work say what a word tells, so that judging does not grow with the log. */
const wordsOfWork = 1000

/** Follows one live session. Memory grows with the number of its calls, not with the length of their outputs. */
export class LiveEvidence {
  readonly #log: WorkLog
  readonly #items = new ItemHistories()
  readonly #promiseOf: (text: string) => ItemPromise

  /**
   * @param settings own words for classes of items and own check commands
   * @throws HostError `bad-own-check` for an own check that is not one simple command
   */
  constructor({ checks, itemClasses }: EvidenceSettings = {}) {
    this.#log = new WorkLog(checks === undefined ? noOwnChecks : new OwnChecks(checks))
    const words = itemClasses === undefined ? noOwnWords : new OwnWords(itemClasses)
    this.#promiseOf = remembered((text) => promiseOf(text, words))
  }

  /**
   * Takes in one event, in order.
   * @param state the state after the event; it is read at once and not kept
   */
  observe(event: TodoEvent, state: SessionState): void {
    this.#log.observe(event)
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    follow(this.#items, { event, state }, this.#log.work.length)
    this.#log.setBusy(state.items.filter((item) => item.status === 'in_progress').map((item) => item.key))
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
    before: readonly ToldEvent[] = [],
  ): readonly ClaimedCompletion[] {
    const { work } = this.#log
    const items = this.#items.copy()
    for (const told of before) follow(items, told, work.length)
    follow(items, { event: update, state: next }, work.length)
    const claimed = items.completions.filter((completion) => completion.update === update.id)
    if (claimed.length === 0) return []
    const bench: Bench = {
      work,
      promiseOf: this.#promiseOf,
      ...sketchesOf(items, work.slice(-wordsOfWork), this.#promiseOf),
      compactionAtStart: compactionAtStart(work),
      served: new ServedItems(items.completions, work),
      // What a child did stands in its own log, which is not read for every mark.
      child: () => undefined,
    }
    return claimed.map((completion) => claimOf(completion, judgeCompletion(completion, bench)))
  }
}

function follow(items: ItemHistories, { event, state }: ToldEvent, position: number): void {
  if (event.type === 'todos.updated') items.update(event, state, position)
  else if (event.type === 'todos.rolled-back') items.rollBack(event, state, position)
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
  if (gap === null || gap === 'before-log') return gap !== null
  return !(gap.kind === 'call' && gap.outcome === null && gap.turn === turn)
}
