/** What a call changed of the product. */

import { normalizePath } from '../items/named-files.js'
import { type CallWork, succeeded, type Work } from './work.js'
import { sortOf, writesNotesOnly } from './work-sort.js'

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

/** The files that a call wrote, normalized. */
export function filesWrittenBy({ description }: CallWork): readonly string[] {
  return description.files.flatMap(({ path, access }) => (access === 'write' ? [normalizePath(path)] : []))
}
