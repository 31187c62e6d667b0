/** Items whose status a system does not know. */

import type { TodoStatus } from '@todo-ledger/core'
import type { CarriedItem } from '../carried-intent.js'
import type { Carry } from '../translator.js'
import { quoted } from './quoted.js'

/** The statuses that a tool knows. */
export interface KnownStatuses {
  /** The statuses. */
  readonly statuses: readonly TodoStatus[]
}

/** The item with a status that the tool knows, if any: where it does not know the wanted one, the one that the item has. */
export function known(item: CarriedItem, carry: Carry, { statuses }: KnownStatuses): readonly CarriedItem[] {
  if (statuses.includes(item.status)) return [item]
  const status = carry.counterparts.of(item, carry.state())?.status ?? null
  const missing = `${carry.profile.name} has no status ${item.status}`
  if (status === null && item.status === 'cancelled') {
    carry.cannot(`${missing}: item ${quoted(item.id)} is left out`)
    return []
  }
  carry.cannot(`${missing}: item ${quoted(item.id)} is ${status ?? 'pending'} there`)
  return [{ ...item, status: status ?? 'pending', reason: null }]
}
