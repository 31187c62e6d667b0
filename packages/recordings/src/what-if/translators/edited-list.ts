/** The list of this side while the steps of single-item calls are taken into it. */

import type { TodoItem } from '@todo-ledger/core'
import type { CarriedItem, CarriedStep } from '../carried-intent.js'
import type { Carry } from '../translator.js'
import { type KnownStatuses, known } from './known-status.js'
import { quoted } from './quoted.js'

interface Entry {
  /** The key of the item of this side, or null where it is new. */
  readonly here: string | null
  /** The item, its key that of the recording, its id that of this side. */
  item: CarriedItem
}

/** Takes steps into the list of this side. */
export class EditedList {
  readonly #entries: Entry[]

  /** @param carry whose side's list it is */
  constructor(carry: Carry) {
    this.#entries = carry.state().items.map((item) => ({
      here: item.key,
      item: itemHere(item, carry.counterparts.recordedKey(item)),
    }))
  }

  /** The list as it is now. */
  get items(): readonly CarriedItem[] {
    return this.#entries.map(({ item }) => item)
  }

  /** Takes a step in. False where nothing of it could be taken. */
  take(step: CarriedStep, carry: Carry, target: KnownStatuses): boolean {
    if (step.kind === 'add') return this.#add(step.item, carry, target)
    const entry = this.#find(step.item, carry)
    if (entry === undefined) {
      carry.dangling(step.item)
      return false
    }
    switch (step.kind) {
      case 'remove':
        this.#entries.splice(this.#entries.indexOf(entry), 1)
        return true
      case 'reword':
        entry.item = { ...entry.item, text: step.text }
        return true
      case 'status': {
        const [item = entry.item] = known(
          { ...entry.item, ...statusOf(step), key: step.item.key },
          carry,
          target,
        )
        entry.item = { ...item, key: entry.item.key }
        return true
      }
      case 'other':
        carry.cannot(`${carry.profile.name} can't set ${step.what} of item ${quoted(step.item.id)}`)
        return false
    }
  }

  #add(item: CarriedItem, carry: Carry, target: KnownStatuses): boolean {
    const added = known(item, carry, target)
    const isTaken = this.#entries.some((entry) => entry.item.id === item.id)
    for (const each of added) {
      this.#entries.push({ here: null, item: { ...each, numbered: each.numbered || isTaken } })
    }
    return added.length > 0
  }

  #find(item: CarriedItem, carry: Carry): Entry | undefined {
    const here = carry.counterparts.of(item, carry.state())?.key
    return this.#entries.find((entry) =>
      entry.here === null ? item.key !== null && entry.item.key === item.key : entry.here === here,
    )
  }
}

function statusOf({
  status,
  reason,
}: Extract<CarriedStep, { kind: 'status' }>): Pick<CarriedItem, 'status' | 'reason'> {
  return { status, reason }
}

function itemHere(
  { id, text, status, reason, activeForm, priority }: TodoItem,
  key: string | null,
): CarriedItem {
  return { key, id, numbered: false, text, status, reason, activeForm, priority }
}
