/** What a completed item's own work wrote, and what was checked after it. */

import { cameToNothing } from '../evidence/outcomes/outcome.js'
import { relatedFrom } from '../evidence/support/fitted.js'
import { changesProduct } from '../evidence/work/product-writes.js'
import type { CallWork, Work } from '../evidence/work/work.js'
import type { JudgedCompletion } from './audit-rule.js'

/** The product changes that a completed item's own work made before its mark, in order. */
export function ownChanges({ support }: JudgedCompletion): readonly CallWork[] {
  return support.links.flatMap(({ work, place, own, others, strength }) =>
    place === 'within' && (own || (!others && strength >= relatedFrom)) && changesProduct(work) ? [work] : [],
  )
}

/** True where a call ran a check that could have failed; one whose surroundings failed or that was refused ran none. */
export function ranCheck(work: Work): work is CallWork {
  return (
    work.kind === 'call' &&
    work.description.verify &&
    (work.outcome?.status === 'failed' || !cameToNothing(work.outcome))
  )
}
