/** Which items a piece of work served first, where the one in progress asks for nothing of the sort. */

import type { Work } from '../work/work.js'
import { sortOf } from '../work/work-sort.js'
import { suites } from './weighed.js'

/** What an item may not ask for at all. */
type Lack = 'writesNothing' | 'executesNothing' | 'suitesOnly'

/**
 * The items that a piece of work served first. What an item in progress does not ask for is not explained by it: a file
 * written while a question was open, or while the code was looked at, was written for another item.

 * @param owners the items that were in progress
 * @param key the item in question
 */
export function ownersAsked(
  piece: Work,
  owners: readonly string[],
  key: string,
  sketchOf: (key: string) => { readonly [lack in Lack]: boolean } | undefined,
): readonly string[] {
  if (owners.length === 0 || owners.includes(key)) return owners
  const lacks: Lack | null = isWrite(piece)
    ? 'writesNothing'
    : isExecuted(piece)
      ? 'executesNothing'
      : isSingleCheck(piece)
        ? 'suitesOnly'
        : null
  return lacks !== null && owners.every((owner) => sketchOf(owner)?.[lacks] === true) ? [] : owners
}

/** A deployment, a commit, a push: nothing that comes of itself with a change. */
function isExecuted(piece: Work): boolean {
  if (piece.kind !== 'call') return false
  const sort = sortOf(piece)
  return (
    sort === 'version' || (sort === 'check' && piece.description.checks.every((kind) => kind === 'deploy'))
  )
}

/** A request, a page looked at, a program run: more than a suite. */
function isSingleCheck(piece: Work): boolean {
  return (
    piece.kind === 'call' &&
    piece.description.verify &&
    piece.description.checks.some((kind) => kind !== 'deploy' && !suites.has(kind))
  )
}

/** True for a read or a search. */
export function isRead(piece: Work): boolean {
  return piece.kind === 'call' && piece.description.effect === 'read'
}

/** True for a write. */
export function isWrite(piece: Work): boolean {
  return piece.kind === 'call' && piece.description.effect === 'write'
}
