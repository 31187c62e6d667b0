/** What a completed item's own work wrote, and what was checked after it. */

import { normalizePath } from '../evidence/items/named-files.js'
import { cameToNothing } from '../evidence/outcomes/outcome.js'
import { relatedFrom } from '../evidence/support/fitted.js'
import { type CallWork, succeeded, type Work } from '../evidence/work/work.js'
import { sortOf, writesNotesOnly } from '../evidence/work/work-sort.js'
import type { JudgedCompletion } from './audit-rule.js'

/**
 * True where a call changed files of the product: no notes, no comments or white space alone, nothing that was only
 * tidied away.
 */
export function changesProduct(work: Work): work is CallWork {
  if (work.kind !== 'call' || work.cosmetic || !succeeded(work)) return false
  if (sortOf(work) !== 'product' || writesNotesOnly(work)) return false
  if (filesWrittenBy(work).every((file) => plainDocument.test(file))) return false
  const { commands } = work.description
  const writing = commands.filter(
    (command) => command.effect === 'write' || command.files.some(({ access }) => access === 'write'),
  )
  return writing.length === 0 || !writing.every(({ housekeeping }) => housekeeping)
}

/** Documents without an ending. */
const plainDocument = /(?:^|\/)(?:readme|license|licence|changelog|notice|authors|contributing)$/u

/** The product changes that a completed item's own work made before its mark, in order. */
export function ownChanges({ support }: JudgedCompletion): readonly CallWork[] {
  return support.links.flatMap(({ work, place, own, others, strength }) =>
    place === 'within' && (own || (!others && strength >= relatedFrom)) && changesProduct(work) ? [work] : [],
  )
}

/** The files that a call wrote, normalized. */
export function filesWrittenBy({ description }: CallWork): readonly string[] {
  return description.files.flatMap(({ path, access }) => (access === 'write' ? [normalizePath(path)] : []))
}

/** True where a call ran a check that could have failed; one whose surroundings failed or that was refused ran none. */
export function ranCheck(work: Work): work is CallWork {
  return (
    work.kind === 'call' &&
    work.description.verify &&
    (work.outcome?.status === 'failed' || !cameToNothing(work.outcome))
  )
}
