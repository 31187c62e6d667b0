/** What happened to each item of a session, and each completion with its place in the work. */

import {
  type Actor,
  type Change,
  type EventOf,
  isFromOutside,
  type RecordedPlace,
  type SessionState,
  type TodoItem,
  type TodoStatus,
} from '@todo-ledger/core'
import { type ItemAdded, isAddedCompleted } from '@todo-ledger/core/rules'
import { nameOf } from '../facts/work/credited.js'
import { type Reference, referencesIn, textsOf } from '../proofs/references.js'
import { isCarriedOn, rewordings } from './carried-on.js'

/** Where in a session's work something happened to an item. */
export interface ItemMoment {
  /** How many pieces of work came before. */
  readonly position: number
  readonly turn: number
  readonly seq: number
}

/** A text that an item had while it was open, before it was reworded or replaced. */
export interface FormerText {
  readonly text: string
  /** The update that changed it. */
  readonly until: ItemMoment
}

/** The life of an item up to some moment. */
interface Life {
  /** Which of the session's lists it came with, from 1: where nothing of a list is left, the next one begins. */
  readonly listNumber: number
  readonly added: ItemMoment
  /** When it was last started, null where it never was or was set back since. */
  readonly started: ItemMoment | null
  /** True where it came with the session's first list and was in progress or completed already. */
  readonly carried: boolean
  /** True where its work may lie before the log: it stood in the list before, and was not seen to be put to work here. */
  readonly predatesLog: boolean
  /** The texts that it had before while it was open, the oldest first. */
  readonly formerTexts: readonly FormerText[]
}

/** What is known of an item. */
export interface ItemHistory extends Life {
  readonly key: string
  /** As people and models see it, when it came. */
  readonly id: string
  readonly text: string
  /** Null after it was removed. */
  readonly status: TodoStatus | null
}

/** An item was completed, or left the list while it was open. */
interface Ending extends Life {
  /** The id of the update. */
  readonly update: string
  readonly key: string
  /** The item's id. */
  readonly item: string
  readonly text: string
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
  /** The keys of the items that the same update completed, this one included. */
  readonly batch: readonly string[]
  /** True where the update brought finished items that the list did not have: an import of what was done elsewhere. */
  readonly imported: boolean
  /** True where the list goes on with an item that mends what was found. */
  readonly mendFollows: boolean
  /** What the item, or its mark, names as its proof. */
  readonly references: readonly Reference[]
}

/** An item that was open left the list. */
export interface Removal extends Ending {
  readonly status: TodoStatus
  /** The texts that came in by the same update, in new items and in old ones. */
  readonly renewed: readonly string[]
  /** True where another item says the same, or carries it on. */
  readonly carriedOn: boolean
}

/** Follows the items of a session through its updates. */
export class ItemHistories {
  readonly #histories = new Map<string, ItemHistory>()
  readonly #mends: (text: string) => boolean
  #completions: Completion[] = []
  #removals: Removal[] = []
  /** The last update of each one, by who it is; of the session's one agent by the empty text. */
  #previous: ReadonlyMap<string, ItemMoment> = new Map()
  #listNumber = 1

  /** @param mends true for the text of an item that is to mend something */
  constructor(mends: (text: string) => boolean) {
    this.#mends = mends
  }

  /**
   * Does something and forgets what these histories took in meanwhile. Linear in that.
   * @param keys the keys of all items that it is about
   */
  trying<Answer>(keys: readonly string[], attempt: () => Answer): Answer {
    const before = keys.map((key) => [key, this.#histories.get(key)] as const)
    const { length: completed } = this.#completions
    const { length: removed } = this.#removals
    const [completions, removals, previous] = [this.#completions, this.#removals, this.#previous]
    const listNumber = this.#listNumber
    try {
      return attempt()
    } finally {
      for (const [key, history] of before) {
        if (history === undefined) this.#histories.delete(key)
        else this.#histories.set(key, history)
      }
      completions.length = completed
      removals.length = removed
      this.#completions = completions
      this.#removals = removals
      this.#previous = previous
      this.#listNumber = listNumber
    }
  }

  get histories(): ReadonlyMap<string, ItemHistory> {
    return this.#histories
  }

  /** In order; those of rolled-back updates are left out. */
  get completions(): readonly Completion[] {
    return this.#completions
  }

  /** The open items that were removed, in order; those of rolled-back updates are left out. */
  get removals(): readonly Removal[] {
    return this.#removals
  }

  /** Takes in the list as it stood when the log, or what is left of it, begins: what was done for its items lies before. */
  begin({ items }: SessionState): void {
    for (const { key, id, text, status, added, started } of items) {
      const moment = ({ turn, seq }: { readonly turn: number; readonly seq: number }) => ({
        position: 0,
        turn,
        seq,
      })
      this.#histories.set(key, {
        key,
        id,
        listNumber: this.#listNumber,
        text,
        formerTexts: [],
        status,
        added: moment(added),
        carried: false,
        predatesLog: true,
        started: started === null ? null : moment(started),
      })
    }
  }

  /**
   * Takes in an accepted update.
   * @param state the state after it
   * @param position how many pieces of work came before it
   */
  update(event: EventOf<'todos.updated'>, state: SessionState, position: number): void {
    if (event.data.query) return
    const at: ItemMoment = { position, turn: event.turn, seq: event.seq }
    const { changes, call } = event.data
    // What somebody else did, in a tracker say, is no claim of the model's.
    const own = isFromOutside(event) ? [] : changes
    const renamed = renamedWhenDone(changes)
    const completed = own.flatMap(completedKey).filter(({ key }) => !renamed.has(key))
    const open = own.flatMap((change) =>
      change.type === 'removed' && isOpenStatus(change.status) ? [change] : [],
    )
    const added = changes.flatMap((change) => (change.type === 'added' ? [change] : []))
    if (this.#histories.size > 0 && added.length > 0 && added.length === state.items.length)
      this.#listNumber += 1
    this.#apply(changes, at)
    const shared = {
      update: event.id,
      at,
      call,
      source: event.source ?? null,
      actor: event.actor,
      previousUpdate: this.#previousOf(event.actor),
    }
    const batch = completed.map(({ key }) => key)
    const items = itemsByKey(state, batch)
    const imported = completed.filter(({ from }) => from === 'added').length > 1
    const mendFollows = completed.length > 0 && this.#mendFollows(state)
    for (const { key, from } of completed) {
      const item = items.get(key)
      const history = this.#histories.get(key)
      if (item?.status !== 'completed' || history === undefined) continue
      const references = referencesIn(textsOf(item))
      const life = { ...history, item: item.id, text: item.text, from, batch, mendFollows, references }
      this.#completions.push({ ...life, ...shared, imported: imported && from === 'added' })
      this.#histories.set(key, { ...history, started: null })
    }
    const renewed = changes.flatMap((change) =>
      change.type === 'added' ? [change.text] : change.type === 'reworded' ? [change.to] : [],
    )
    for (const { key, id, text, status } of open) {
      const history = this.#histories.get(key)
      if (history === undefined) continue
      const carriedOn = isCarriedOn({
        text,
        items: state.items,
        renewed: renewed.map((one) => ({ text: one })),
      })
      this.#removals.push({ ...history, ...shared, item: id, text, status, renewed, carriedOn })
    }
    if (own.length > 0) this.#previous = new Map(this.#previous).set(nameOf(event.actor), at)
  }

  /**
   * Takes in the voiding of an update: its completions and removals did not happen.
   * @param state the state after it
   * @param position how many pieces of work came before it
   */
  rollBack(event: EventOf<'todos.rolled-back'>, state: SessionState, position: number): void {
    const { update, changes } = event.data
    this.#completions = this.#completions.filter((completion) => completion.update !== update)
    this.#removals = this.#removals.filter((removal) => removal.update !== update)
    this.#apply(changes, { position, turn: event.turn, seq: event.seq })
    const numbers = state.items.flatMap(({ key }) => this.#histories.get(key)?.listNumber ?? [])
    if (numbers.length > 0) this.#listNumber = numbers.reduce((one, other) => Math.max(one, other))
  }

  /** True where the item that comes next mends something. */
  #mendFollows({ items }: SessionState): boolean {
    const next =
      items.find(({ status }) => status === 'in_progress') ?? items.find(({ status }) => status === 'pending')
    return next !== undefined && this.#mends(next.text)
  }

  /** The last update before this one that was the same one's, or that nobody is named for; null where there is none. */
  #previousOf(actor: Actor | undefined): ItemMoment | null {
    const name = nameOf(actor)
    let last: ItemMoment | null = null
    for (const [whose, moment] of this.#previous) {
      if (name !== '' && whose !== '' && whose !== name) continue
      if (last === null || moment.seq > last.seq) last = moment
    }
    return last
  }

  #apply(changes: readonly Change[], at: ItemMoment): void {
    const replaced = replacedBy(changes)
    for (const change of changes) {
      if (change.type === 'goal-set') continue
      const history = this.#histories.get(change.key)
      if (change.type === 'added') {
        const { key, id, text, status } = change
        const old = replaced.get(key)
        this.#histories.set(key, {
          key,
          id,
          text,
          status,
          listNumber: history?.listNumber ?? this.#listNumber,
          added: at,
          started: status === 'in_progress' ? at : null,
          carried: this.#previous.size === 0 && status !== 'pending',
          // What a roll-back puts back is as old as it was.
          predatesLog: history?.predatesLog ?? mayPredateLog(change),
          formerTexts:
            old === undefined
              ? []
              : withFormer(this.#histories.get(old.key)?.formerTexts ?? [], { text: old.text, until: at }),
        })
      } else if (history !== undefined) this.#histories.set(change.key, changed(history, change, at))
    }
  }
}

/** The items of some keys, found in one pass over the list. */
function itemsByKey({ items }: SessionState, keys: readonly string[]): ReadonlyMap<string, TodoItem> {
  const found = new Map<string, TodoItem>()
  if (keys.length === 0) return found
  const wanted = new Set(keys)
  for (const item of items) if (wanted.has(item.key)) found.set(item.key, item)
  return found
}

/** An item's history with one more change. */
function changed(
  history: ItemHistory,
  change: Exclude<Change, ItemAdded | { readonly type: 'goal-set' }>,
  at: ItemMoment,
): ItemHistory {
  switch (change.type) {
    case 'reworded': {
      const known = history.formerTexts
      const isOpen = history.status !== null && isOpenStatus(history.status)
      // Back to what it was: nothing was reworded.
      const formerTexts =
        known.at(-1)?.text === change.to
          ? known.slice(0, -1)
          : isOpen
            ? withFormer(known, { text: change.from, until: at })
            : known
      return { ...history, formerTexts, text: change.to }
    }
    case 'removed':
      return { ...history, status: null }
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

/** So many former texts of an item are kept: the first half of them, and the latest. */
const mostFormerTexts = 40

function withFormer(known: readonly FormerText[], text: FormerText): readonly FormerText[] {
  const kept = known.length < mostFormerTexts ? known : known.toSpliced(mostFormerTexts / 2, 1)
  return [...kept, text]
}

function completedKey(
  change: Change,
): readonly { readonly key: string; readonly from: TodoStatus | 'added' }[] {
  // A completed item may be given another reason; that completes nothing.
  if (change.type === 'status-set' && change.to === 'completed' && change.from !== 'completed')
    return [{ key: change.key, from: change.from }]
  return change.type === 'added' && isAddedCompleted(change) ? [{ key: change.key, from: 'added' }] : []
}

/** An item that was pending before and is open now was not worked on yet; one that was completed is done. */
function mayPredateLog({ before, status }: ItemAdded): boolean {
  if (before === undefined || before === 'completed') return false
  return before !== 'pending' || status === 'completed'
}

function isOpenStatus(status: TodoStatus): boolean {
  return status !== 'completed' && status !== 'cancelled'
}

/** The keys of completed items that came in the place of completed ones: they were only reworded, and counted before. */
function renamedWhenDone(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(
    rewordings(
      changes.flatMap((change) =>
        change.type === 'removed' && change.status === 'completed' ? [change] : [],
      ),
      changes.flatMap((change) => (change.type === 'added' && change.status === 'completed' ? [change] : [])),
    ).map(({ one }) => one.key),
  )
}

/** The open items that were taken out, by the key of the item that came in their place. */
function replacedBy(
  changes: readonly Change[],
): ReadonlyMap<string, { readonly key: string; readonly text: string }> {
  const gone = changes.flatMap((change) =>
    change.type === 'removed' && isOpenStatus(change.status) ? [change] : [],
  )
  const come = changes.flatMap((change) => (change.type === 'added' ? [change] : []))
  return new Map(rewordings(gone, come).map(({ old, one }) => [one.key, old]))
}
