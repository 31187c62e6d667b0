/** Follows the items of a session from listing to mark. */

import {
  type Actor,
  type Change,
  type EventOf,
  isFromOutside,
  type RecordedPlace,
  type SessionState,
  type TodoEvent,
  type TodoStatus,
} from '@todo-ledger/core'
import { type ItemAdded, isAddedCompleted } from '@todo-ledger/core/rules'
import { nameOf } from '../facts/work/credited.js'
import { isCarriedOn, rewordings } from './carried-on.js'

/** Where in a session's work something happened to an item. */
export interface ItemMoment {
  /** How many pieces of work came before. */
  readonly position: number
  readonly turn: number
  readonly seq: number
}

/** What is known of an item up to some moment. */
export interface ItemHistory {
  readonly key: string
  /** As people and models see it, when it came. */
  readonly id: string
  readonly text: string
  readonly status: TodoStatus
  readonly added: ItemMoment
  /** When it was last started, null where it never was or was set back since. */
  readonly started: ItemMoment | null
  /** True where it came with the session's first list and was in progress or completed already. */
  readonly carried: boolean
  /** True where its work may lie before the log: it stood in the list before, and was not seen to be put to work here. */
  readonly predatesLog: boolean
  /** The text that it had first, and when it was reworded or replaced while it was open; null where it was not. */
  readonly reworded: { readonly from: string; readonly at: ItemMoment } | null
}

/** An item was completed, or left the list while it was open. */
interface Ending extends Omit<ItemHistory, 'id' | 'status'> {
  /** The id of the update. */
  readonly update: string
  /** The item's id. */
  readonly item: string
  readonly at: ItemMoment
  /** The same one's update before this one, or null. */
  readonly previousUpdate: ItemMoment | null
  /** The id of the call. */
  readonly call: string
  /** Absent where nobody is named. */
  readonly actor?: Actor | undefined
  readonly source: RecordedPlace | null
}

/** An item was completed. */
export interface Completion extends Ending {
  /** The status before; `added` where it came into the list completed. */
  readonly from: TodoStatus | 'added'
  /** True where the update brought finished items that the list did not have: an import of what was done elsewhere. */
  readonly imported: boolean
  /** True where the list goes on with an item that mends what was found. */
  readonly mendFollows: boolean
}

/** An item that was open left the list. */
export interface Removal extends Ending {
  readonly status: TodoStatus
  /** True where another item says the same, or carries it on. */
  readonly carriedOn: boolean
}

/** Follows the items of a session through its updates. */
export class ItemHistories {
  #histories = new Map<string, ItemHistory>()
  #items: SessionState['items'] = []
  readonly #mends: (text: string) => boolean
  /** In order; those of rolled-back updates are left out. */
  completions: Completion[] = []
  /** The open items that were removed, in order; those of rolled-back updates are left out. */
  removals: Removal[] = []
  /** The last update of each one, the latest last, by who it is; of the session's one agent by the empty text. */
  #previous: ReadonlyMap<string, ItemMoment> = new Map()

  /** @param mends true for the text of an item that is to mend something */
  constructor(mends: (text: string) => boolean) {
    this.#mends = mends
  }

  /** The same items, to try out an update; what it completes is all that the copy knows of completions. */
  forked(): ItemHistories {
    const copy = new ItemHistories(this.#mends)
    copy.#histories = new Map(this.#histories)
    copy.#previous = this.#previous
    return copy
  }

  /** The items that are open, with the ids that they have now. */
  get open(): readonly ItemHistory[] {
    return this.#items.flatMap(({ key, id, status }) => {
      const history = this.#histories.get(key)
      return history === undefined || !isOpenStatus(status) ? [] : [{ ...history, id, status }]
    })
  }

  /**
   * Takes in one event; those that change no list are passed over.
   * @param state the state after it
   * @param position how many pieces of work came before it
   */
  observe(event: TodoEvent, state: SessionState, position: number): void {
    this.#items = state.items
    if (event.type === 'todos.updated') this.#update(event, state, position)
    else if (event.type === 'todos.rolled-back') {
      // The completions and removals of an update that is void did not happen.
      const { update, changes } = event.data
      this.completions = this.completions.filter((completion) => completion.update !== update)
      this.removals = this.removals.filter((removal) => removal.update !== update)
      this.#apply(changes, { position, turn: event.turn, seq: event.seq })
    }
  }

  #update(event: EventOf<'todos.updated'>, { items }: SessionState, position: number): void {
    if (event.data.query) return
    const { changes, call } = event.data
    const at: ItemMoment = { position, turn: event.turn, seq: event.seq }
    // What somebody else did, in a tracker say, is no claim of the model's.
    const own = isFromOutside(event) ? [] : changes
    const added = changes.filter((change) => change.type === 'added')
    const removed = changes.filter((change) => change.type === 'removed')
    // Completed items that came in the place of completed ones were only reworded, and counted before.
    const renamed = rewordings(
      removed.filter(({ status }) => status === 'completed'),
      added.filter(({ status }) => status === 'completed'),
    )
    const completed = own.flatMap(completedBy).filter(({ key }) => !renamed.has(key))
    this.#apply(changes, at)
    const shared = {
      update: event.id,
      at,
      call,
      source: event.source ?? null,
      actor: event.actor,
      previousUpdate: this.#previousOf(event.actor),
    }
    if (completed.length > 0) {
      const next =
        items.find(({ status }) => status === 'in_progress') ??
        items.find(({ status }) => status === 'pending')
      const mendFollows = next !== undefined && this.#mends(next.text)
      const isImport = completed.filter(({ from }) => from === 'added').length > 1
      const byKey = new Map(items.map((item) => [item.key, item]))
      for (const { key, from } of completed) {
        const item = byKey.get(key)
        const history = this.#histories.get(key)
        if (item?.status !== 'completed' || history === undefined) continue
        const what = { item: item.id, text: item.text, from, mendFollows }
        this.completions.push({ ...history, ...what, ...shared, imported: isImport && from === 'added' })
        this.#histories.set(key, { ...history, started: null })
      }
    }
    const reworded = changes.filter((change) => change.type === 'reworded')
    const renewed = [...added, ...reworded.map(({ to }) => ({ text: to }))]
    for (const { key, id, text, status } of isFromOutside(event) ? [] : removed) {
      const history = this.#histories.get(key)
      if (!isOpenStatus(status) || history === undefined) continue
      const carriedOn = isCarriedOn({ text, items, renewed })
      this.removals.push({ ...history, ...shared, item: id, text, status, carriedOn })
    }
    if (own.length === 0) return
    const name = nameOf(event.actor)
    this.#previous = new Map([...this.#previous].filter(([whose]) => whose !== name)).set(name, at)
  }

  /** The last update before this one that was the same one's, or that nobody is named for. */
  #previousOf(actor: Actor | undefined): ItemMoment | null {
    const name = nameOf(actor)
    const [, moment = null] =
      [...this.#previous].findLast(([whose]) => name === '' || whose === '' || whose === name) ?? []
    return moment
  }

  #apply(changes: readonly Change[], at: ItemMoment): void {
    const replaced = rewordings(
      changes.filter((change) => change.type === 'removed').filter(({ status }) => isOpenStatus(status)),
      changes.filter((change) => change.type === 'added'),
    )
    for (const change of changes) {
      if (change.type === 'goal-set') continue
      const history = this.#histories.get(change.key)
      if (change.type === 'added') {
        const { key, id, text, status } = change
        const old = replaced.get(key)
        const from = old === undefined ? null : (this.#histories.get(old.key)?.reworded?.from ?? old.text)
        this.#histories.set(key, {
          ...{ key, id, text, status, added: at },
          started: status === 'in_progress' ? at : null,
          carried: this.#previous.size === 0 && status !== 'pending',
          // What a roll-back puts back is as old as it was.
          predatesLog: history?.predatesLog ?? mayPredateLog(change),
          reworded: from === null || from === text ? null : { from, at },
        })
      } else if (history !== undefined) this.#histories.set(change.key, changed(history, change, at))
    }
  }
}

/** An item's history with one more change. */
function changed(
  history: ItemHistory,
  change: Exclude<Change, ItemAdded | { readonly type: 'goal-set' }>,
  at: ItemMoment,
): ItemHistory {
  switch (change.type) {
    case 'reworded': {
      const { reworded, status } = history
      const from = reworded?.from ?? change.from
      // Back to what it was: nothing was reworded.
      const next = from === change.to ? null : isOpenStatus(status) ? { from, at } : reworded
      return { ...history, reworded: next, text: change.to }
    }
    case 'status-set': {
      const started = change.to === 'in_progress' ? at : change.to === 'pending' ? null : history.started
      // What is opened again is done again, in this log.
      const predatesLog = change.from === 'completed' ? false : history.predatesLog
      return { ...history, status: change.to, started, predatesLog }
    }
    default:
      return history
  }
}

/** The item that a change completes, with its status before; one that is only given another reason is none. */
function completedBy(change: Change): { readonly key: string; readonly from: Completion['from'] }[] {
  if (change.type === 'added') return isAddedCompleted(change) ? [{ key: change.key, from: 'added' }] : []
  if (change.type !== 'status-set' || change.to !== 'completed' || change.from === 'completed') return []
  return [{ key: change.key, from: change.from }]
}

/** An item that was pending before and is open now was not worked on yet; one that was completed is done. */
function mayPredateLog({ before, status }: ItemAdded): boolean {
  if (before === undefined || before === 'completed') return false
  return before !== 'pending' || status === 'completed'
}

function isOpenStatus(status: TodoStatus): boolean {
  return status !== 'completed' && status !== 'cancelled'
}
