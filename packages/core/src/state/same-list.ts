/** Whether two lists hold the same. */

/** True where the very same values stand in the same places. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, place) => value === other[place]))
}
