/** The lives of a session's items up to a moment, and which of them a person means. */

import { isCarriedOn } from '@todo-ledger/audit'
import type { Point } from '@todo-ledger/core'
import { type FieldOrigin, type ItemLife, ItemLives } from '@todo-ledger/core/history'
import { placeOutput } from '../items/place.js'
import { WorkBeforeUpdates } from '../items/work-before.js'
import { snapshotAt } from '../show/moment.js'
import type { SourceSession } from '../sources/source-session.js'

/** Follows a session and remembers the lives of its items, and what was done before each update. */
export function blamedSession(session: SourceSession, moment: Point) {
  const work = new WorkBeforeUpdates()
  const all = new ItemLives(isCarriedOn)
  let turn = 0
  const followed = snapshotAt(session, moment, ({ event, state }) => {
    turn = event.turn
    all.observe(event, state)
    work.observe(event)
  })
  return {
    ...followed,
    async finish() {
      const snapshot = await followed.finish()
      const items = snapshot.state?.items ?? []
      const places = new Map(items.map(({ key }, index) => [key, index]))
      const at = ({ key }: ItemLife): number => places.get(key) ?? places.size
      // Those on the list in its order, then those that left it.
      return { ...snapshot, turn, work, lives: all.lives.toSorted((one, other) => at(one) - at(other)) }
    },
  }
}

/**
 * The items that are meant by an id (with or without `#`) or by a part of a text, whatever its case. An id stands for
 * the item that has it now; only where none has, for those that went with it. Ids are used again where they are
 * positions. `gone` had the same id before.
 */
export function findItems<Item extends Pick<ItemLife, 'id' | 'text'> & { readonly left: object | null }>(
  lives: readonly Item[],
  wanted: string,
) {
  const none: readonly Item[] = []
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

/** What `blame --json` prints of an item. @param whole true: its whole life, too */
export function blamedItem(life: ItemLife, work: WorkBeforeUpdates, whole: boolean) {
  const { id, text, status, reason, added, before, left, fields, changes } = life
  const origin = (part: string, set: FieldOrigin) => {
    const { from, to, seq } = set
    const after = part === 'status' ? work.before(seq) : undefined
    return { ...placeOutput(set), from, to, ...(after === undefined ? {} : { after }) }
  }
  const lived = changes.map((change) => ({
    what: change.what,
    status: change.status,
    ...origin(change.what, change),
  }))
  return {
    ...{ id, text, status, reason },
    added: placeOutput(added),
    ...(before === undefined ? {} : { before }),
    left: left === null ? null : { ...placeOutput(left), status: left.status, silently: left.silently },
    fields: Object.fromEntries(Object.entries(fields).map(([part, set]) => [part, origin(part, set)])),
    ...(whole ? { life: lived } : {}),
  }
}
