/** Which item of the new profile's list is which item of the recording. */

import type { SessionState, TodoItem } from '@todo-ledger/core'
import type { RecordedItem } from './recorded-call.js'

/** Keeps recorded items and those that stand for them together, also when their texts part. */
export class Counterparts {
  readonly #here = new Map<string, string>()
  readonly #taken = new Set<string>()
  #items: readonly TodoItem[] = []
  #byKey: ReadonlyMap<string, TodoItem> = new Map()
  #byText = new Map<string, TodoItem[]>()

  /** The item that stands for a recorded one: the one that did, else the first free one of its text. */
  of(recorded: Pick<RecordedItem, 'key' | 'text'>, { items }: SessionState): TodoItem | undefined {
    if (this.#items !== items) this.#index(items)
    const known = this.#byKey.get(this.#here.get(recorded.key ?? '') ?? '')
    return known ?? this.#byText.get(recorded.text.trim())?.find(({ key }) => !this.#taken.has(key))
  }

  /** Takes both lists in after a call. */
  learn(recorded: readonly RecordedItem[], state: SessionState): void {
    for (const item of recorded) {
      const found = item.key === null ? undefined : this.of(item, state)
      if (item.key === null || found === undefined) continue
      this.#here.set(item.key, found.key)
      this.#taken.add(found.key)
    }
  }

  #index(items: readonly TodoItem[]): void {
    this.#items = items
    this.#byKey = new Map(items.map((item) => [item.key, item]))
    this.#byText = new Map()
    for (const item of items) {
      const text = item.text.trim()
      const same = this.#byText.get(text)
      if (same === undefined) this.#byText.set(text, [item])
      else same.push(item)
    }
  }
}
