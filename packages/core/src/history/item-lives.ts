/** The life of every item: what happened to it, which update last set each part of it, and how it left. */

import { normalizeText } from '../decide.js'
import type { TodoEvent, TodoStatus } from '../events.js'
import { type EventPlace, placeOf, type SessionObserver } from '../history.js'
import { isOpen } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'
import {
  type FieldDifference,
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

const hasSameText: CarriedOn = ({ text, items }) => {
  const normalized = normalizeText(text)
  return items.some((item) => normalizeText(item.text) === normalized)
}

/** Which event last set a part of an item, with the values before and after. */
export interface FieldOrigin extends EventPlace, Pick<FieldDifference, 'from' | 'to'> {}

/** One thing that happened to an item. `added` and `removed` carry its text; a roll-back can put an item back. */
export interface ItemLifeChange extends FieldOrigin {
  readonly what: 'added' | 'removed' | LifeField
  /** The item's status after the event; of an item that went the one that it had. */
  readonly status: TodoStatus
}

/** How an item left the list. */
export interface ItemLeft extends EventPlace {
  readonly status: TodoStatus
  /**
   * True where it was open, and nothing that the update left in the list carries it on. What a roll-back takes away
   * never counted, and so is not silent.
   */
  readonly silently: boolean
}

/** A life while it is followed. */
interface LifeUnderWay {
  now: TodoItem
  /** Null while it is in the list. */
  left: ItemLeft | null
  readonly added: EventPlace
  /** The status that it had in the list before this log begins, null where nobody says; absent for an item that was new. */
  readonly before?: TodoStatus | null
  /** Which event last set each part: text and status always, others where they have or had a value, place and id where they changed. */
  readonly fields: { [field in LifeField]?: FieldOrigin }
  readonly changes: ItemLifeChange[]
}

/** The whole life of an item; id, text, status and reason as they were last. */
export type ItemLife = Readonly<ReturnType<typeof reportOf>>

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

  life(key: string): ItemLife | undefined {
    const life = this.#lives.get(key)
    return life === undefined ? undefined : reportOf(life)
  }

  observe(event: TodoEvent, { items }: SessionState): void {
    // Nothing else changes the list.
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    const differences = listDifferences(this.#list, items)
    const place = placeOf(event)
    const renewed = differences.flatMap(({ was, now, fields }) =>
      now !== null && (was === null || fields.some(({ field }) => field === 'text')) ? [now] : [],
    )
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
      else {
        // A roll-back puts items back as they were before its turn: only what differs from what was last seen is news.
        const differing = was === null ? fieldDifferences(life.now, now) : fields
        life.now = now
        life.left = null
        if (was === null) note(life, 'added', { from: null, to: now.text }, place)
        change(life, differing, place)
      }
    }
    this.#list = items
  }
}

/** What items were before the log, by their keys, where an update brings them in and they were not new. */
function statusesBefore(event: TodoEvent): ReadonlyMap<string, TodoStatus | null> {
  const changes = event.type === 'todos.updated' ? event.data.changes : []
  return new Map(
    changes.flatMap((each) =>
      each.type === 'added' && each.before !== undefined ? [[each.key, each.before]] : [],
    ),
  )
}

function newLife(now: TodoItem, added: EventPlace, before: TodoStatus | null | undefined): LifeUnderWay {
  const known = before === undefined ? {} : { before }
  const life: LifeUnderWay = { now, left: null, added, ...known, fields: {}, changes: [] }
  note(life, 'added', { from: null, to: now.text }, added)
  for (const field of toldFields) {
    const to = now[field]
    const isBlank = to === null || (Array.isArray(to) && to.length === 0)
    if (field !== 'id' && !isBlank) life.fields[field] = { ...added, from: null, to }
  }
  return life
}

function change(life: LifeUnderWay, differing: ItemDifference['fields'], place: EventPlace): void {
  for (const { field, from, to } of differing) {
    life.fields[field] = { ...place, from, to }
    note(life, field, { from, to }, place)
  }
}

function note(
  { now, changes }: LifeUnderWay,
  what: ItemLifeChange['what'],
  values: Pick<FieldOrigin, 'from' | 'to'>,
  place: EventPlace,
): void {
  changes.push({ what, ...place, ...values, status: now.status })
}

function reportOf({ now, fields, changes, ...life }: LifeUnderWay) {
  const { key, id, text, status, reason } = now
  return { key, id, text, status, reason, ...life, fields: { ...fields }, changes: [...changes] }
}
