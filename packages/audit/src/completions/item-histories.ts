/** What happened to each item of a session, and each completion with its span of work. */

import {
  type Actor,
  type Change,
  type EventOf,
  isFromOutside,
  type RecordedPlace,
  type SessionState,
  type TodoStatus,
} from '@todo-ledger/core'
import { type ItemAdded, isAddedCompleted, itemOfKey } from '@todo-ledger/core/rules'
import { ListHistory, type ShownList } from '../compact/list-history.js'
import { itemWordsOf } from '../evidence/items/words.js'
import { nameOf } from '../evidence/work/credited.js'
import { type Reference, referencesIn, textsOf } from '../proofs/references.js'
import { type ListedItem, listed } from './listed-item.js'

/** Where in a session's work something happened to an item. */
export interface ItemMoment {
  /** How many pieces of work came before. */
  readonly position: number
  /** The turn. */
  readonly turn: number
  /** The seq of the event. */
  readonly seq: number
}

/** A text that an item had while it was open, before it was reworded or replaced. */
export interface FormerText {
  /** The text. */
  readonly text: string
  /** The update that changed it. */
  readonly until: ItemMoment
  /** How many pieces of work came before the update before that: what the user asked since may be why. */
  readonly since: number
  /** The list right after that update. */
  readonly list: ShownList
}

/** What is known of an item from its whole life. */
export interface ItemHistory {
  /** The internal key. */
  readonly key: string
  /** Which of the session's lists it came with, from 1. */
  readonly list: number
  /** The text as last seen. */
  text: string
  /** The texts that it had before, the oldest first. */
  formerTexts: readonly FormerText[]
  /** The status as last seen; null after it was removed. */
  status: TodoStatus | null
  /** When it came into the list. */
  readonly added: ItemMoment
  /** True where it came with the session's first list and was in progress or completed already. */
  readonly carried: boolean
  /** True where its work may lie before the log: it stood in the list before, and was not seen to be put to work here. */
  predatesLog: boolean
  /** When it was last started, null where it never was or was set back since. */
  started: ItemMoment | null
}

/** An item was completed. */
export interface Completion {
  /** The id of the completing event. */
  readonly update: string
  /** The item's key. */
  readonly key: string
  /** The item's id. */
  readonly item: string
  /** The item's text in the completing call. */
  readonly text: string
  /** Which of the session's lists it came with, from 1: where nothing of a list is left, the next one begins. */
  readonly listNumber: number
  /** The status before; `added` where it came into the list completed. */
  readonly from: TodoStatus | 'added'
  /** Where it was completed. */
  readonly at: ItemMoment
  /** When it was started, or null. */
  readonly started: ItemMoment | null
  /** When it came into the list. */
  readonly added: ItemMoment
  /** True where it came with the session's first list and was in progress or completed already. */
  readonly carried: boolean
  /** True where its work may lie before the log. */
  readonly predatesLog: boolean
  /** Where the update before this one stands, or null. */
  readonly previousUpdate: ItemMoment | null
  /** The id of the completing call. */
  readonly call: string
  /** Who completed it; absent where nobody is named. */
  readonly actor?: Actor | undefined
  /** Where it stands in the recorded file, or null. */
  readonly source: RecordedPlace | null
  /** The list right after the completing update. */
  readonly list: ShownList
  /** The keys of the items that the same update completed, this one included. */
  readonly batch: readonly string[]
  /** The texts that the item had before while it was open, the oldest first; of very many the first and the latest. */
  readonly formerTexts: readonly FormerText[]
  /** What the item, or its mark, names as its proof. */
  readonly references: readonly Reference[]
}

/** An item that was open left the list. */
export interface Removal {
  /** The id of the event that removed it. */
  readonly update: string
  /** The item's key. */
  readonly key: string
  /** The item's id. */
  readonly item: string
  /** The item's text. */
  readonly text: string
  /** Which of the session's lists it came with, from 1. */
  readonly listNumber: number
  /** The status it had. */
  readonly status: TodoStatus
  /** Where it was removed. */
  readonly at: ItemMoment
  /** Where the call stands in the recorded file, or null. */
  readonly source: RecordedPlace | null
  /** Where the update before this one stands, or null. */
  readonly previousUpdate: ItemMoment | null
  /** The list right after the update. */
  readonly list: ShownList
  /** The items that the same update brought in or reworded. */
  readonly renewed: readonly ListedItem[]
  /** When it was started, or null. */
  readonly started: ItemMoment | null
  /** When it came into the list. */
  readonly added: ItemMoment
  /** True where it came with the session's first list and was in progress already. */
  readonly carried: boolean
  /** True where its work may lie before the log. */
  readonly predatesLog: boolean
  /** The texts that it had before, the oldest first. */
  readonly formerTexts: readonly FormerText[]
  /** The id of the removing call. */
  readonly call: string
}

/** Follows the items of a session through its updates. */
export class ItemHistories {
  readonly #histories = new Map<string, ItemHistory>()
  #completions: Completion[] = []
  #removals: Removal[] = []
  /** The last update of each one, by who it is; of the session's one agent by the empty text. */
  #previous: ReadonlyMap<string, ItemMoment> = new Map()
  #listNumber = 1
  readonly #lists = new ListHistory()

  /**
   * Does something and forgets what these histories took in meanwhile. Linear in that.
   * @param keys the keys of all items that it is about
   */
  trying<Answer>(keys: readonly string[], attempt: () => Answer): Answer {
    const before = keys.map((key) => {
      const history = this.#histories.get(key)
      return { key, history: history === undefined ? undefined : { ...history } }
    })
    const [completions, removals, previous] = [this.#completions, this.#removals, this.#previous]
    const [completed, removed] = [completions.length, removals.length]
    const listNumber = this.#listNumber
    try {
      return attempt()
    } finally {
      for (const { key, history } of before) {
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

  /** The items by key. */
  get histories(): ReadonlyMap<string, ItemHistory> {
    return this.#histories
  }

  /** A state's list, as it is kept. */
  listOf(state: SessionState): ShownList {
    return this.#lists.of(state)
  }

  /** The completions so far, in order; those of rolled-back updates are left out. */
  get completions(): readonly Completion[] {
    return this.#completions
  }

  /** The open items that were removed so far, in order; those of rolled-back updates are left out. */
  get removals(): readonly Removal[] {
    return this.#removals
  }

  /** Takes in the list as it stood when the log, or what is left of it, begins: what was done for its items lies before. */
  begin({ items }: SessionState): void {
    for (const { key, text, status, added, started } of items) {
      const moment = ({ turn, seq }: { readonly turn: number; readonly seq: number }) => ({
        position: 0,
        turn,
        seq,
      })
      this.#histories.set(key, {
        key,
        list: this.#listNumber,
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
    const { changes } = event.data
    // What somebody else did, in a tracker say, is no claim of the model's.
    const own = isFromOutside(event) ? [] : changes
    const completed = own.flatMap(completedKey)
    const open = own.flatMap((change) =>
      change.type === 'removed' && isOpenStatus(change.status) ? [change] : [],
    )
    const added = changes.filter(({ type }) => type === 'added').length
    if (this.#histories.size > 0 && added > 0 && added === state.items.length) this.#listNumber += 1
    this.#apply(changes, { at, actor: event.actor }, state)
    if (completed.length > 0 || open.length > 0) {
      const list = this.listOf(state)
      const { items } = state
      const batch = completed.map(({ key }) => key)
      const source = event.source ?? null
      const shared = { update: event.id, at, source, list, previousUpdate: this.#previousOf(event.actor) }
      for (const { key, from } of completed) {
        const item = itemOfKey(items, key)
        const history = this.#histories.get(key)
        if (item?.status !== 'completed' || history === undefined) continue
        const { list: listNumber, started, added, carried, predatesLog, formerTexts } = history
        const { call } = event.data
        this.#completions.push({
          ...shared,
          key,
          listNumber,
          item: item.id,
          text: item.text,
          from,
          started,
          added,
          carried,
          predatesLog,
          call,
          actor: event.actor,
          batch,
          formerTexts,
          references: referencesIn(textsOf(item)),
        })
        history.started = null
      }
      const keys = new Set(
        changes.flatMap((change) =>
          change.type === 'added' || change.type === 'reworded' ? [change.key] : [],
        ),
      )
      const renewed = open.length === 0 ? [] : items.filter((item) => keys.has(item.key)).map(listed)
      for (const { key, id, text, status } of open) {
        const history = this.#histories.get(key)
        if (history === undefined) continue
        const { list: listNumber, started, added, carried, predatesLog, formerTexts } = history
        const { call } = event.data
        const life = { listNumber, started, added, carried, predatesLog, formerTexts, call }
        this.#removals.push({ ...shared, ...life, key, item: id, text, status, renewed })
      }
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
    const at = { position, turn: event.turn, seq: event.seq }
    this.#apply(changes, { at, actor: event.actor }, state)
    const numbers = state.items.flatMap(({ key }) => this.#histories.get(key)?.list ?? [])
    if (numbers.length > 0) this.#listNumber = Math.max(...numbers)
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

  #apply(
    changes: readonly Change[],
    { at, actor }: { readonly at: ItemMoment; readonly actor: Actor | undefined },
    state: SessionState,
  ): void {
    const since = this.#previousOf(actor)?.position ?? 0
    const replaced = replacedBy(changes)
    const former = (text: string): FormerText => ({
      text,
      until: at,
      since,
      list: this.listOf(state),
    })
    const wereOpen = new Set(
      changes.flatMap((change) => {
        const status = change.type === 'reworded' ? this.#histories.get(change.key)?.status : null
        return change.type === 'reworded' && status != null && isOpenStatus(status) ? [change.key] : []
      }),
    )
    for (const change of changes) {
      if (change.type === 'added') {
        const { key, text, status } = change
        const started = status === 'in_progress' ? at : null
        const carried = this.#previous.size === 0 && status !== 'pending'
        // What a roll-back puts back is as old as it was.
        const predatesLog = this.#histories.get(key)?.predatesLog ?? mayPredateLog(change)
        const old = replaced.get(key)
        const formerTexts =
          old === undefined
            ? []
            : withFormer(this.#histories.get(old.key)?.formerTexts ?? [], former(old.text))
        const list = this.#histories.get(key)?.list ?? this.#listNumber
        const origin = { list, added: at, carried, predatesLog }
        this.#histories.set(key, { key, text, status, formerTexts, ...origin, started })
        continue
      }
      if (change.type === 'goal-set') continue
      const history = this.#histories.get(change.key)
      if (history === undefined) continue
      if (change.type === 'reworded') {
        const known = history.formerTexts
        // Back to what it was: nothing was reworded.
        if (known.at(-1)?.text === change.to) history.formerTexts = known.slice(0, -1)
        else if (wereOpen.has(change.key)) history.formerTexts = withFormer(known, former(change.from))
        history.text = change.to
      } else if (change.type === 'removed') history.status = null
      else if (change.type === 'status-set') {
        history.status = change.to
        // What is opened again is done again, in this log.
        if (change.from === 'completed') history.predatesLog = false
        if (change.to === 'in_progress') history.started = at
        else if (change.to === 'pending') history.started = null
      }
    }
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

/** From this share of their words on two texts are of one thing; where one item left and one came, of the shorter text. */
const sameThing = 0.5

/** An update that changes more than this is a new plan, and nobody's rewording. */
const mostPairs = 400

/**
 * The open items that were taken out, by the key of the item that came in their place.
 * @param changes what the update did
 */
function replacedBy(
  changes: readonly Change[],
): ReadonlyMap<string, { readonly key: string; readonly text: string }> {
  const gone = changes.flatMap((change) =>
    change.type === 'removed' && change.status !== 'completed' && change.status !== 'cancelled'
      ? [{ key: change.key, text: change.text, words: itemWordsOf(change.text) }]
      : [],
  )
  const come = changes.flatMap((change) =>
    change.type === 'added' ? [{ key: change.key, words: itemWordsOf(change.text) }] : [],
  )
  const replaced = new Map<string, { readonly key: string; readonly text: string }>()
  if (gone.length * come.length > mostPairs) return replaced
  const isExchange = gone.length === 1 && come.length === 1
  const pairs = gone.flatMap((old) =>
    come.map((one) => {
      const shared = [...old.words].filter((word) => one.words.has(word)).length
      const [shorter, longer] = [old.words.size, one.words.size].toSorted((a, b) => a - b)
      return { old, one, share: shared / Math.max(1, (isExchange ? shorter : longer) ?? 1) }
    }),
  )
  const taken = new Set<string>()
  for (const { old, one, share } of pairs.sort((a, b) => b.share - a.share)) {
    if (share < sameThing || taken.has(old.key) || replaced.has(one.key)) continue
    taken.add(old.key)
    replaced.set(one.key, { key: old.key, text: old.text })
  }
  return replaced
}
