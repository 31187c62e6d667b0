/** Compares the list at two moments of a session as its events pass. */

import { normalizeText } from '../decide/identity.js'
import type { TodoEvent } from '../events.js'
import {
  type EventPlace,
  observeEvents,
  Reached,
  type SessionMoment,
  type SessionObserver,
} from '../history.js'
import type { Reducer } from '../reducer.js'
import type { SessionState, TodoItem } from '../state.js'
import { type CarriedOn, type FieldOrigin, type ItemLeft, type ItemLife, ItemLives } from './item-lives.js'
import { type LifeField, listDifferences } from './list-differences.js'

/** A list as it stood at a moment. */
interface ListThen {
  readonly moment: ReachedMoment
  readonly items: readonly TodoItem[]
  readonly goal: string | null
}

const nothingYet: ListThen = { moment: { turn: 0, seq: 0, at: null }, items: [], goal: null }

/** Follows a session from its first event on and says what changed between two moments of it. */
export class ListDiffer implements SessionObserver {
  readonly #lives: ItemLives
  readonly #from: Reached
  readonly #to: Reached
  #session = ''
  #now: ListThen = nothingYet
  #start: ListThen | null = null
  #end: ListThen | null = null

  /** @param from the earlier moment; @param to the later one */
  constructor(from: SessionMoment, to: SessionMoment, isCarriedOn?: CarriedOn) {
    this.#lives = new ItemLives(isCarriedOn)
    this.#from = new Reached(from)
    this.#to = new Reached(to)
  }

  /** True once the later moment has passed: no event that follows makes a difference. */
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

  /** Takes in an event. @param state the state after it */
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
  finish(): ListDiff | null {
    if (!this.#from.reached || !this.#to.reached) return null
    const start = this.#start ?? (this.isOver ? null : this.#now)
    const end = this.#end ?? this.#now
    if (start === null || start.moment.seq > end.moment.seq) return null
    const differences = listDifferences(start.items, end.items)
    const lives = this.#lives.lives
    const diffs = new ItemDiffs(start, end, lives)
    const stood = new Set([...start.items, ...end.items].map(({ key }) => key))
    return {
      session: this.#session,
      from: start.moment,
      to: end.moment,
      items: differences.flatMap(({ key, fields }) => {
        const life = this.#lives.life(key)
        return life === undefined ? [] : [diffs.item(life, fields)]
      }),
      // What a roll-back took away was never in the list.
      passing: lives
        .filter(
          ({ key, added, left }) => !stood.has(key) && added.seq > start.moment.seq && left?.call !== null,
        )
        .map((life) => diffs.item(life, [])),
      same: end.items.length - differences.filter(({ now }) => now !== null).length,
      goal: start.goal === end.goal ? null : { from: start.goal, to: end.goal },
    }
  }
}

/**
 * What changed in a session's list between two moments; null where it never came to one of them.
 * @param events the session's events from the first on, in order
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function listDiff(
  events: AsyncIterable<TodoEvent> | Iterable<TodoEvent>,
  from: SessionMoment,
  to: SessionMoment,
  reducer?: Reducer,
  isCarriedOn?: CarriedOn,
): Promise<ListDiff | null> {
  const differ = new ListDiffer(from, to, isCarriedOn)
  await observeEvents(events, differ, reducer)
  return differ.finish()
}

/** Describes what became of items between two lists. */
class ItemDiffs {
  readonly #was: ReadonlyMap<string, ItemThen>
  readonly #now: ReadonlyMap<string, ItemThen>
  readonly #start: number
  readonly #lastMove: EventPlace | undefined
  readonly #byText = new Map<string, ItemLife[]>()

  constructor(start: ListThen, end: ListThen, lives: readonly ItemLife[]) {
    this.#was = placed(start.items)
    this.#now = placed(end.items)
    this.#start = start.moment.seq
    this.#lastMove = lives
      .flatMap(({ fields }) => fields.position ?? [])
      .reduce<EventPlace | undefined>((last, move) => (last && last.seq > move.seq ? last : move), undefined)
    for (const life of lives) {
      const text = normalizeText(life.text)
      const alike = this.#byText.get(text)
      if (alike === undefined) this.#byText.set(text, [life])
      else alike.push(life)
    }
  }

  item(life: ItemLife, differing: ReturnType<typeof listDifferences>[number]['fields']): ItemDiff {
    const { key, id, text, left } = life
    const was = this.#was.get(key) ?? null
    const now = this.#now.get(key) ?? null
    return {
      ...{ key, id, text, was, now, left },
      added: was === null ? this.#lastComing(life) : null,
      statusSet: life.fields.status ?? null,
      fields: differing.flatMap(({ field, from, to }) => {
        // Of two that changed places either can be said to have moved: now the other may be.
        const origin = life.fields[field] ?? this.#lastMove ?? life.changes.at(-1)
        return origin === undefined ? [] : [{ ...placeIn(origin), field, from, to }]
      }),
      again: left === null ? null : this.#again(life, left.seq),
    }
  }

  #lastComing({ added, changes }: ItemLife): EventPlace {
    const came = changes.find(({ what, seq }) => what === 'added' && seq > this.#start)
    return came === undefined ? added : placeIn(came)
  }

  #again({ key, text }: ItemLife, since: number): ListedAgain | null {
    const alike = this.#byText.get(normalizeText(text)) ?? []
    const next = alike.find((other) => other.key !== key && other.added.seq >= since)
    return next === undefined ? null : { key: next.key, id: next.id, added: next.added }
  }
}

function placed(items: readonly TodoItem[]): ReadonlyMap<string, ItemThen> {
  return new Map(items.map((item, position) => [item.key, { ...item, position }]))
}

function placeIn({ turn, seq, at, source, tool, call, actor }: EventPlace): EventPlace {
  const more = { ...(source === undefined ? {} : { source }), ...(actor === undefined ? {} : { actor }) }
  return { turn, seq, at, tool, call, ...more }
}

/** A moment that a session came to. */
export interface ReachedMoment {
  /** The turn of the last event up to it; 0 before the first. */
  readonly turn: number
  /** The seq of that event; 0 before the first. */
  readonly seq: number
  /** When that event happened; null before the first. */
  readonly at: Date | null
}

/** One part of an item that differs at the two moments. `from` and `to` are the values at the moments. */
export interface ChangedField extends FieldOrigin {
  readonly field: LifeField
}

/** An item as it stood at one of the moments. */
export interface ItemThen extends TodoItem {
  readonly position: number
}

/** What became of one item from the one moment to the other. */
export interface ItemDiff {
  readonly key: string
  /** Its id at the later moment, or the last that it had. */
  readonly id: string
  /** Its text at the later moment, or the last that it had. */
  readonly text: string
  /** The item at the earlier moment; null where it was not in the list. */
  readonly was: ItemThen | null
  /** The item at the later moment; null where it was not in the list. */
  readonly now: ItemThen | null
  /** When it came into the list; null where it was there at the earlier moment. */
  readonly added: EventPlace | null
  /** Which event last set its status, up to the later moment; null where that is not known. */
  readonly statusSet: FieldOrigin | null
  /** What of it differs; empty for an item that was not there at both moments. */
  readonly fields: readonly ChangedField[]
  /** How it left; null where it is there at the later moment. */
  readonly left: ItemLeft | null
  /** The item that brought the text of one that left back into the list, or null. */
  readonly again: ListedAgain | null
}

/** An item that brought the text of one that had left back. */
export interface ListedAgain {
  readonly key: string
  readonly id: string
  /** When it came. */
  readonly added: EventPlace
}

/** What changed in a list between two moments. */
export interface ListDiff {
  readonly session: string
  readonly from: ReachedMoment
  readonly to: ReachedMoment
  /** The items that differ: those that went, in their old order, then the others in the new one. */
  readonly items: readonly ItemDiff[]
  /** The items that came and went in between, in the order in which they came. */
  readonly passing: readonly ItemDiff[]
  /** How many items are the same at both moments. */
  readonly same: number
  /** The goal where it differs, else null. */
  readonly goal: { readonly from: string | null; readonly to: string | null } | null
}

/** True for an item that left the list while it was open, with nothing that carries it on. */
export function isDropped({ now, left }: ItemDiff): boolean {
  return now === null && left?.silently === true
}
