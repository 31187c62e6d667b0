/** Compares the list at two moments of a session as its events pass. */

import { normalizeText } from '../decide.js'
import type { TodoEvent } from '../events.js'
import { type EventPlace, type Point, Reached, type SessionObserver } from '../history.js'
import type { SessionState, TodoItem } from '../state.js'
import { type CarriedOn, type ItemLife, ItemLives } from './item-lives.js'
import { type FieldDifference, listDifferences } from './list-differences.js'

/** The list at a moment that a session came to: turn, seq and time of the last event up to it; 0 and null before the first. */
interface ListThen extends Pick<SessionState, 'items' | 'goal'> {
  readonly moment: { readonly turn: number; readonly seq: number; readonly at: Date | null }
}

export type ReachedMoment = ListThen['moment']
/** What changed in a list between two moments. */
export type ListDiff = NonNullable<ReturnType<ListDiffer['finish']>>
/** What became of one item from the one moment to the other; id and text are the last that it had. */
export type ItemDiff = ReturnType<ReturnType<typeof itemDiffs>>
/** One part of an item that differs, and which event last set it. `from` and `to` are the values at the moments. */
export type ChangedField = ItemDiff['fields'][number]
/** An item as it stood at one of the moments. */
export type ItemThen = NonNullable<ItemDiff['now']>

/** True for an item that left the list while it was open, with nothing that carries it on. */
export function isDropped({ now, left }: ItemDiff): boolean {
  return now === null && left?.silently === true
}

/** Follows a session from its first event on and says what changed between two moments of it. */
export class ListDiffer implements SessionObserver {
  readonly #lives: ItemLives
  readonly #from: Reached
  readonly #to: Reached
  #session = ''
  #now: ListThen = { moment: { turn: 0, seq: 0, at: null }, items: [], goal: null }
  #start: ListThen | null = null
  #end: ListThen | null = null

  constructor(from: Point, to: Point, isCarriedOn?: CarriedOn) {
    this.#lives = new ItemLives(isCarriedOn)
    this.#from = new Reached(from)
    this.#to = new Reached(to)
  }

  get isOver(): boolean {
    return this.#end !== null
  }

  /** The last moment that was seen. */
  get seen(): ReachedMoment {
    return this.#now.moment
  }

  /** Which of the moments the session came to, so far. */
  get reached(): { readonly from: boolean; readonly to: boolean } {
    return { from: this.#from.reached, to: this.#to.reached }
  }

  observe(event: TodoEvent, state: SessionState): void {
    if (this.isOver) return
    this.#session = event.session
    if (this.#start === null && this.#from.isBefore(event)) this.#start = this.#now
    if (this.#to.isBefore(event)) {
      this.#end = this.#now
      return
    }
    this.#lives.observe(event, state)
    const { turn, seq, at } = event
    this.#now = { moment: { turn, seq, at }, items: state.items, goal: state.goal }
    if (this.#start === null && this.#from.isAt(event)) this.#start = this.#now
    if (this.#to.isAt(event)) this.#end = this.#now
  }

  /**
   * What changed. Null where the session never came to one of the moments, and where the earlier one is later than
   * the other.
   */
  finish() {
    if (!this.#from.reached || !this.#to.reached) return null
    const start = this.#start ?? (this.isOver ? null : this.#now)
    const end = this.#end ?? this.#now
    if (start === null || start.moment.seq > end.moment.seq) return null
    const differences = listDifferences(start.items, end.items)
    const { lives } = this.#lives
    const diffOf = itemDiffs(start, end, lives)
    const stood = new Set([...start.items, ...end.items].map(({ key }) => key))
    // What a roll-back took away was never in the list.
    const passed = lives.filter(
      ({ key, added, left }) => !stood.has(key) && added.seq > start.moment.seq && left?.call !== null,
    )
    return {
      session: this.#session,
      from: start.moment,
      to: end.moment,
      /** The items that differ: those that went, in their old order, then the others in the new one. */
      items: differences.flatMap(({ key, fields }) => {
        const life = this.#lives.life(key)
        return life === undefined ? [] : [diffOf(life, fields)]
      }),
      /** The items that came and went in between, in the order in which they came. */
      passing: passed.map((life) => diffOf(life, [])),
      /** How many items are the same at both moments. */
      same: end.items.length - differences.filter(({ now }) => now !== null).length,
      goal: start.goal === end.goal ? null : { from: start.goal, to: end.goal },
    }
  }
}

/** Makes what describes what became of an item between two lists. */
function itemDiffs(start: ListThen, end: ListThen, lives: readonly ItemLife[]) {
  const wasByKey = placed(start.items)
  const nowByKey = placed(end.items)
  const lastMove = lives
    .flatMap(({ fields }) => fields.position ?? [])
    .reduce<EventPlace | undefined>((last, move) => (last && last.seq > move.seq ? last : move), undefined)
  const byText = new Map<string, ItemLife[]>()
  for (const life of lives) {
    const text = normalizeText(life.text)
    byText.set(text, [...(byText.get(text) ?? []), life])
  }
  const lastComing = ({ added, changes }: ItemLife) =>
    changes.find(({ what, seq }) => what === 'added' && seq > start.moment.seq) ?? added
  /** The item that brought the text of one that left back into the list. */
  const listedAgain = ({ key, text }: ItemLife, since: number) => {
    const alike = byText.get(normalizeText(text)) ?? []
    const next = alike.find((other) => other.key !== key && other.added.seq >= since)
    return next === undefined ? null : { key: next.key, id: next.id, added: next.added }
  }
  return (life: ItemLife, differing: readonly FieldDifference[]) => {
    const { key, id, text, left } = life
    const was = wasByKey.get(key) ?? null
    return {
      ...{ key, id, text, was, left },
      now: nowByKey.get(key) ?? null,
      /** When it came into the list; null where it was there at the earlier moment. */
      added: was === null ? placeIn(lastComing(life)) : null,
      /** Which event last set its status, up to the later moment; null where that is not known. */
      statusSet: life.fields.status ?? null,
      /** Empty for an item that was not there at both moments. */
      fields: differing.flatMap(({ field, from, to }) => {
        // Of two that changed places either can be said to have moved: now the other may be.
        const origin = life.fields[field] ?? lastMove ?? life.changes.at(-1)
        return origin === undefined ? [] : [{ ...placeIn(origin), field, from, to }]
      }),
      again: left === null ? null : listedAgain(life, left.seq),
    }
  }
}

function placed(items: readonly TodoItem[]) {
  return new Map(items.map((item, position) => [item.key, { ...item, position }]))
}

function placeIn({ turn, seq, at, source, tool, call, actor }: EventPlace): EventPlace {
  const more = { ...(source === undefined ? {} : { source }), ...(actor === undefined ? {} : { actor }) }
  return { turn, seq, at, tool, call, ...more }
}
