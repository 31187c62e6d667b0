/** The patches of a list: of its items' parts, where every item stands where it stood. */

import type { Patch } from 'immer'
import type { TodoItem } from '../state.js'

/** The patches of an event, with those of single items in place of the one that replaces the list. */
export function withItemPatches(
  patches: readonly Patch[],
  before: readonly TodoItem[],
  after: readonly TodoItem[],
): readonly Patch[] {
  const isSteady =
    before.length === after.length && after.every(({ key }, place) => key === before[place]?.key)
  if (!isSteady) return patches
  return patches.flatMap((patch) => (isOfList(patch) ? itemPatches(before, after) : [patch]))
}

function isOfList({ path }: Patch): boolean {
  return path.length === 1 && path[0] === 'items'
}

function itemPatches(before: readonly TodoItem[], after: readonly TodoItem[]): readonly Patch[] {
  return after.flatMap((item, place) => {
    const was = before[place]
    if (was === undefined || was === item) return []
    return Object.entries(item).flatMap(([part, value]): readonly Patch[] =>
      Reflect.get(was, part) === value ? [] : [{ op: 'replace', path: ['items', place, part], value }],
    )
  })
}
