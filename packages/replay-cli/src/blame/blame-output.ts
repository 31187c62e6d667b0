/** What `blame --json` prints of an item. Scripts rely on its keys. */

import type { FieldOrigin, ItemLife } from '@todo-ledger/core/history'
import { placeOutput } from '../items/place.js'
import type { WorkBeforeUpdates } from '../items/work-before.js'

/** @param whole true: its whole life, too */
export function blamedItem(life: ItemLife, work: WorkBeforeUpdates, whole: boolean) {
  const { id, text, status, reason, added, before, left, fields, changes } = life
  const origin = (part: string, set: FieldOrigin) => {
    const { from, to, seq } = set
    const after = part === 'status' ? work.before(seq) : undefined
    return { ...placeOutput(set), from, to, ...(after === undefined ? {} : { after }) }
  }
  return {
    ...{ id, text, status, reason },
    added: placeOutput(added),
    ...(before === undefined ? {} : { before }),
    left: left === null ? null : { ...placeOutput(left), status: left.status, silently: left.silently },
    fields: Object.fromEntries(Object.entries(fields).map(([part, set]) => [part, origin(part, set)])),
    ...(whole
      ? {
          life: changes.map((change) => ({
            what: change.what,
            status: change.status,
            ...origin(change.what, change),
          })),
        }
      : {}),
  }
}
