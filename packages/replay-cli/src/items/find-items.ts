/** Finds the items that a person means: by id, or by a part of their text. */

import type { ItemLife } from '@todo-ledger/core/history'

/**
 * The items that are meant by an id (with or without `#`) or by a part of a text, whatever its case. An id stands for
 * the item that has it now; only where none has, for those that went with it. Ids are used again where they are
 * positions. `gone` had the same id before.
 */
export function findItems(lives: readonly ItemLife[], wanted: string) {
  const none: readonly ItemLife[] = []
  const given = wanted.trim()
  const named = lives.filter(({ id }) => id === given.replace(/^#/u, ''))
  const present = named.filter(({ left }) => left === null)
  if (present.length > 0) return { items: present, gone: named.filter(({ left }) => left !== null) }
  if (named.length > 0 || given === '') return { items: named, gone: none }
  const text = given.toLowerCase()
  const exact = lives.filter((life) => life.text.trim().toLowerCase() === text)
  const containing = lives.filter((life) => life.text.toLowerCase().includes(text))
  return { items: exact.length > 0 ? exact : containing, gone: none }
}
