/** Items by what a person calls them. */

import type { ItemLife } from '@todo-ledger/core/history'

/**
 * The items that are meant by an id (with or without `#`) or by a part of a text, whatever its case. An id stands for
 * the item that has it now; only where none has, for those that went with it: ids are used again where they are positions.
 */
export function findItems<Item extends Pick<ItemLife, 'id' | 'text'> & { readonly left: object | null }>(
  lives: readonly Item[],
  wanted: string,
): readonly Item[] {
  const given = wanted.trim()
  const named = lives.filter(({ id }) => id === given.replace(/^#/u, ''))
  const present = named.filter(({ left }) => left === null)
  if (named.length > 0 || given === '') return present.length > 0 ? present : named
  const text = given.toLowerCase()
  const exact = lives.filter((life) => life.text.trim().toLowerCase() === text)
  return exact.length > 0 ? exact : lives.filter((life) => life.text.toLowerCase().includes(text))
}
