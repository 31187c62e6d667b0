/** Which list an item stands in, where a session keeps several: a tag in its metadata. */

import type { WantedItem } from '../decide/intent.js'
import type { JsonValue } from '../events.js'
import type { TodoItem } from '../state.js'
import { property } from './read-input.js'

const tag = 'todoList'

/** The metadata of an item in this list. */
export function listTag(list: string): JsonValue {
  return { [tag]: list }
}

/** The list that an item stands in; null where it stands in that of the profile's own todo tool. */
export function listOf(item: TodoItem): string | null {
  const list = property(item.metadata, tag)
  return typeof list === 'string' ? list : null
}

/**
 * All lists with one of them replaced, in the order in which they began; a list that is new comes last.
 * @param before the items of all lists; @param list which one is replaced, null for that of the todo tool itself
 */
export function listsAround(
  before: readonly TodoItem[],
  list: string | null,
  items: readonly WantedItem[],
): readonly WantedItem[] {
  const lists = [...new Set(before.map(listOf))]
  if (!lists.includes(list)) lists.push(list)
  const byList = new Map<string | null, WantedItem[]>(lists.map((name) => [name, []]))
  for (const item of before) byList.get(listOf(item))?.push(asItIs(item))
  byList.set(list, [...items])
  return lists.flatMap((name) => byList.get(name) ?? [])
}

/** An item wanted as it is. */
function asItIs({ id, text, status }: TodoItem): WantedItem {
  return { id, ownId: true, text, status }
}
