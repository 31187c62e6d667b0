/** Makes a session small enough for a page: a list of a hundred items has thousands of versions that hardly differ. */

import type { ListedItemReplay, SessionReplay } from '../replay/session-replay.js'
import type { PackedSession } from './report-data.js'

/** The session with each listed item once. */
export function packSession(replay: SessionReplay): PackedSession {
  const listed: ListedItemReplay[] = []
  const places = new Map<string, number>()
  const placeOf = (item: ListedItemReplay): number => {
    const { key, id, text, status, reason, parent } = item
    const name = JSON.stringify([key, id, text, status, reason, parent])
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, listed.length)
    return listed.push(item) - 1
  }
  const lists = replay.lists.map(({ goal, phase, items }) => ({ goal, phase, items: items.map(placeOf) }))
  return { ...replay, listed, lists }
}
