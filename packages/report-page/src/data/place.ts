/** Where in a report one is, as its address says: `#session=s1&turn=12&item=3`. */

/** A place in a report. */
export interface Place {
  /** The key of the session, or null for the index or the only session. */
  readonly session: string | null
  /** The turn, or null for the last. */
  readonly turn: number | null
  /** The id of the item that is looked at, or null. */
  readonly item: string | null
}

/** The place that an address names; what it does not understand is left out. */
export function placeOf(hash: string): Place {
  const words = new URLSearchParams(hash.replace(/^#/, ''))
  const turn = words.get('turn')
  return {
    session: words.get('session'),
    turn: turn !== null && /^\d{1,9}$/.test(turn) ? Number(turn) : null,
    item: words.get('item'),
  }
}

/** The address of a place. */
export function hashOf({ session, turn, item }: Place): string {
  const words = new URLSearchParams()
  if (session !== null) words.set('session', session)
  if (turn !== null) words.set('turn', String(turn))
  if (item !== null) words.set('item', item)
  return `#${words.toString()}`
}
