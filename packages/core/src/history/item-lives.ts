/** The life of every item: what happened to it, which update last set each part of it, and how it left. */

import { normalizeText } from '../decide/identity.js'
import type { JsonValue, TodoEvent, TodoStatus } from '../events.js'
import { type EventPlace, observeEvents, placeOf, type SessionObserver } from '../history.js'
import { isOpen } from '../items.js'
import type { Reducer } from '../reducer.js'
import type { SessionState, TodoItem } from '../state.js'
import {
  fieldDifferences,
  type ItemDifference,
  type LifeField,
  listDifferences,
  toldFields,
} from './list-differences.js'

/** An item that left the list, and what stands there in its stead. */
export interface RemovedItem {
  readonly text: string
  /** The list right after the update that took it out. */
  readonly items: readonly { readonly text: string }[]
  /** Of these the items that the same update brought in or reworded. */
  readonly renewed: readonly { readonly text: string }[]
}

/** Says whether another item carries on what a removed one was about. `isCarriedOn` of `@todo-ledger/audit` reads more into texts. */
export type CarriedOn = (removed: RemovedItem) => boolean

/** Where nothing better is given: an item of the same text, case and punctuation aside, carries it on. */
const hasSameText: CarriedOn = ({ text, items }) => {
  const normalized = normalizeText(text)
  return items.some((item) => normalizeText(item.text) === normalized)
}

/** Which event last set a part of an item. */
export interface FieldOrigin extends EventPlace {
  /** The value before; null where there was none. A position counts from 0. */
  readonly from: JsonValue
  /** The value after; null where there is none. */
  readonly to: JsonValue
}

/** One thing that happened to an item. `added` and `removed` carry its text; a roll-back can put an item back. */
export interface ItemLifeChange extends FieldOrigin {
  /** What changed: it came, it went, or which part of it. */
  readonly what: 'added' | 'removed' | LifeField
  /** The item's status after the event; of an item that went the one that it had. */
  readonly status: TodoStatus
}

/** How an item left the list. */
export interface ItemLeft extends EventPlace {
  /** The status that it had. */
  readonly status: TodoStatus
  /**
   * True where it was open, and nothing that the update left in the list carries it on. What a roll-back takes away
   * never counted, and so is not silent.
   */
  readonly silently: boolean
}

/** The whole life of an item. Read-only data. */
export interface ItemLife {
  readonly key: string
  /** Its id as it was last. */
  readonly id: string
  /** Its text as it was last. */
  readonly text: string
  /** Its status as it was last. */
  readonly status: TodoStatus
  /** Why it is or was blocked, or null. */
  readonly reason: string | null
  /** When it came into the list. */
  readonly added: EventPlace
  /**
   * The status that it had in the list before this log begins, null where nobody says; absent for an item that was new
   * when it came.
   */
  readonly before?: TodoStatus | null
  /**
   * Which event last set each part: text and status always, others where they have or had a value, `position` and
   * `id` where they changed.
   */
  readonly fields: { readonly [field in LifeField]?: FieldOrigin }
  /** What happened to it, in order. */
  readonly changes: readonly ItemLifeChange[]
  /** How it left the list; null while it is there. */
  readonly left: ItemLeft | null
}

/** Follows the items of a session from its first event on. */
export class ItemLives implements SessionObserver {
  readonly #lives = new Map<string, LifeUnderWay>()
  readonly #isCarriedOn: CarriedOn
  #list: readonly TodoItem[] = []

  /** @param isCarriedOn says which removed items live on in others: they did not leave silently */
  constructor(isCarriedOn: CarriedOn = hasSameText) {
    this.#isCarriedOn = isCarriedOn
  }

  /** Every item that was ever in the list, in the order in which they came. */
  get lives(): readonly ItemLife[] {
    return Array.from(this.#lives.values(), reportOf)
  }

  /** The life of one item; undefined where there never was one of this key. */
  life(key: string): ItemLife | undefined {
    const life = this.#lives.get(key)
    return life === undefined ? undefined : reportOf(life)
  }

  /** Takes in an event. @param state the state after it */
  observe(event: TodoEvent, state: SessionState): void {
    // Nothing else changes the list.
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    const { items } = state
    const differences = listDifferences(this.#list, items)
    const place = placeOf(event)
    const renewed = renewedBy(differences)
    const before = statusesBefore(event)
    for (const { key, was, now, fields } of differences) {
      const life = this.#lives.get(key)
      if (now === null) {
        if (life === undefined || was === null) continue
        note(life, 'removed', { from: was.text, to: null }, place)
        const isSilent = event.type === 'todos.updated' && isOpen(was)
        const silently = isSilent && !this.#isCarriedOn({ text: was.text, items, renewed })
        life.left = { ...place, status: was.status, silently }
      } else if (life === undefined) this.#lives.set(key, newLife(now, place, before.get(key)))
      else if (was === null) comeBack(life, now, place)
      else change(life, now, fields, place)
    }
    this.#list = items
  }
}

/** The lives of a session's items. @throws DamagedLogError when the log has a gap or cannot be */
export async function itemLives(
  events: AsyncIterable<TodoEvent> | Iterable<TodoEvent>,
  reducer?: Reducer,
  isCarriedOn?: CarriedOn,
): Promise<readonly ItemLife[]> {
  const lives = new ItemLives(isCarriedOn)
  await observeEvents(events, lives, reducer)
  return lives.lives
}

/** What items were before the log, by their keys, where an update brings them in and they were not new. */
function statusesBefore(event: TodoEvent): ReadonlyMap<string, TodoStatus | null> {
  if (event.type !== 'todos.updated') return new Map()
  return new Map(
    event.data.changes.flatMap((each) =>
      each.type === 'added' && each.before !== undefined ? [[each.key, each.before]] : [],
    ),
  )
}

/** The items that an update brought in or reworded. */
function renewedBy(differences: readonly ItemDifference[]): readonly TodoItem[] {
  return differences.flatMap(({ was, now, fields }) =>
    now !== null && (was === null || fields.some(({ field }) => field === 'text')) ? [now] : [],
  )
}

/** A life while it is followed. */
interface LifeUnderWay {
  now: TodoItem
  left: ItemLeft | null
  readonly added: EventPlace
  readonly before: TodoStatus | null | undefined
  readonly fields: { [field in LifeField]?: FieldOrigin }
  readonly changes: ItemLifeChange[]
}

function newLife(now: TodoItem, added: EventPlace, before: TodoStatus | null | undefined): LifeUnderWay {
  const life: LifeUnderWay = { now, left: null, added, before, fields: {}, changes: [] }
  note(life, 'added', { from: null, to: now.text }, added)
  for (const field of toldFields) {
    const to = now[field]
    if (field !== 'id' && !isBlank(to)) life.fields[field] = { ...added, from: null, to }
  }
  return life
}

function change(
  life: LifeUnderWay,
  now: TodoItem,
  differing: ItemDifference['fields'],
  place: EventPlace,
): void {
  life.now = now
  for (const { field, from, to } of differing) {
    life.fields[field] = { ...place, from, to }
    note(life, field, { from, to }, place)
  }
}

/** A roll-back puts items back as they were before its turn: only what differs from what was last seen is news. */
function comeBack(life: LifeUnderWay, now: TodoItem, place: EventPlace): void {
  const last = life.now
  life.now = now
  life.left = null
  note(life, 'added', { from: null, to: now.text }, place)
  change(life, now, fieldDifferences(last, now), place)
}

function note(
  { now, changes }: LifeUnderWay,
  what: ItemLifeChange['what'],
  values: Pick<FieldOrigin, 'from' | 'to'>,
  place: EventPlace,
): void {
  changes.push({ what, ...place, ...values, status: now.status })
}

function reportOf({ now, left, added, before, fields, changes }: LifeUnderWay): ItemLife {
  const { key, id, text, status, reason } = now
  const known = before === undefined ? {} : { before }
  return {
    key,
    id,
    text,
    status,
    reason,
    added,
    ...known,
    fields: { ...fields },
    changes: [...changes],
    left,
  }
}

function isBlank(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
