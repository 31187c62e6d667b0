/** Which item of the new profile's list is which item of the recording. */

import type { SessionState, TodoItem } from '@todo-ledger/core'
import type { CarriedItem } from './carried-intent.js'

/** Keeps the recorded items and those that stand for them together, also when their texts part. */
export class Counterparts {
  readonly #here: Map<string, string>
  readonly #there: Map<string, string>
  #index: ListIndex | null = null

  /** @param known what is known already, of another side that this one goes on from */
  constructor(known?: Counterparts) {
    this.#here = new Map(known === undefined ? [] : known.#here)
    this.#there = new Map(known === undefined ? [] : known.#there)
  }

  /** The item that stands for a recorded one, or undefined where there is none any more. */
  of(recorded: CarriedItem, { items }: SessionState): TodoItem | undefined {
    if (this.#index?.items !== items) this.#index = new ListIndex(items)
    const key = recorded.key === null ? undefined : this.#here.get(recorded.key)
    const known = key === undefined ? undefined : this.#index.byKey.get(key)
    return known ?? this.#index.withText(recorded.text).find((item) => !this.#there.has(item.key))
  }

  /** The key of the recorded item that one of this side stands for, or null. */
  recordedKey(item: TodoItem): string | null {
    return this.#there.get(item.key) ?? null
  }

  /** Notes which item stands for a recorded one. */
  set(recorded: CarriedItem, item: TodoItem): void {
    if (recorded.key === null) return
    this.#here.set(recorded.key, item.key)
    this.#there.set(item.key, recorded.key)
  }

  /** Takes both lists in after a call: recorded items without a counterpart get the first free item of their text. */
  learn(recorded: readonly CarriedItem[], state: SessionState): void {
    for (const item of recorded) {
      const found = this.of(item, state)
      if (found !== undefined) this.set(item, found)
    }
  }
}

/** A list by keys and texts: recordings hold lists of thousands. */
class ListIndex {
  readonly items: readonly TodoItem[]
  readonly byKey: ReadonlyMap<string, TodoItem>
  readonly #byText = new Map<string, TodoItem[]>()

  constructor(items: readonly TodoItem[]) {
    this.items = items
    this.byKey = new Map(items.map((item) => [item.key, item]))
    for (const item of items) {
      const same = this.#byText.get(item.text.trim())
      if (same === undefined) this.#byText.set(item.text.trim(), [item])
      else same.push(item)
    }
  }

  withText(text: string): readonly TodoItem[] {
    return this.#byText.get(text.trim()) ?? []
  }
}
