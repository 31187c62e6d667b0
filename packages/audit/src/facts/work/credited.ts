/** Whose work counts for whom, where several work on one list. */

import { type Actor, isFromOutside, isSameActor, type TodoItem } from '@todo-ledger/core'
import type { Work } from './work.js'

/** An item in progress, and who took it up. */
export type BusyItem = Pick<TodoItem, 'key' | 'actor'>

/**
 * True for work that may be of whoever marked an item: what it did itself, what one that it sent did for it, and what
 * nobody is named for. What a person says is for all.
 */
export function isCreditedTo(
  marker: Actor | undefined,
  { kind, actor }: Pick<Work, 'kind' | 'actor'>,
): boolean {
  if (actor === undefined || kind === 'input' || kind === 'compaction') return true
  return isSameActor(actor, marker) || (marker?.kind !== 'sub-agent' && actor.kind === 'sub-agent')
}

/**
 * The keys of the items in progress that somebody's work may serve: its own, and those that no agent has. Who has none
 * of its own works for whoever sent it.
 */
export function keysServedBy(worker: Actor | undefined, busy: readonly BusyItem[]): readonly string[] {
  const keysOf = (items: readonly BusyItem[]) => items.map(({ key }) => key)
  if (worker === undefined || isFromOutside({ actor: worker })) return keysOf(busy)
  const isOwn = ({ actor }: BusyItem) => isSameActor(actor, worker)
  const isFree = ({ actor }: BusyItem) => actor === null || isFromOutside({ actor })
  const own = busy.filter((item) => isOwn(item) || isFree(item))
  if (worker.kind !== 'sub-agent' || own.some(isOwn)) return keysOf(own)
  return keysOf(busy.filter((item) => isFree(item) || item.actor?.kind !== 'sub-agent'))
}

/** What somebody is known by; the empty text where nobody is named. */
export function nameOf(actor: Actor | undefined): string {
  return actor === undefined ? '' : `${actor.kind} ${actor.id}`
}
