/** How much one piece of work counts where a property was to be read and judged. The numbers stand in `fitted.ts`. */

import type { Need } from '../items/item-class.js'
import { checksNamedIn } from '../items/named-checks.js'
import { saying } from '../languages/index.js'
import type { CallWork, WorkSort } from '../work/work.js'
import { reportStrength, textOf } from '../work/work-sort.js'
import {
  emptySearch,
  findingsWithoutLook,
  namedFrom,
  readsForInspection,
  typesForInspection,
  writeForEnsure,
} from './fitted.js'
import type { Link } from './links.js'
import { listsOnly, nameOfCheck, nothing, type Surroundings, suites, type Weighed } from './weighed.js'

/** Weighs a piece of work for an inspection. `base` is what its sort counts. */
export function weighForInspection(
  need: Need,
  link: Link,
  sort: WorkSort,
  base: Weighed,
  around: Surroundings,
): Weighed {
  const { work, place } = link
  if (work.kind === 'call' && sort === 'check') {
    const { checks } = work.description
    const what = nameOfCheck(checks)
    // What is to be verified is refuted by a run that fails; what is reviewed has findings then.
    const isCheck = need.act === 'verify'
    if (!checks.every((kind) => suites.has(kind) && kind !== 'test')) return { ...base, what, isCheck }
    const named =
      checksNamedIn(need.text).some((kind) => checks.includes(kind)) || /\btyp(?:e|es|ing)\b/i.test(need.text)
    return { ...base, what, weight: named ? typesForInspection.asked : typesForInspection.otherwise }
  }
  if (
    sort === 'read' &&
    work.kind === 'call' &&
    foundNothing(work) &&
    asksForAbsence.test(need.text) &&
    place !== 'after'
  )
    return { ...base, weight: emptySearch, what: 'search that found nothing' }
  if (sort === 'read') {
    if (work.kind === 'call' && listsOnly(work) && link.relation < namedFrom) return nothing
    return { ...base, weight: readForInspection(link, around) }
  }
  if (sort === 'product' && place === 'within' && /^\W*ensure/i.test(need.text))
    return { ...base, weight: writeForEnsure }
  const text = textOf(work)
  if (text === null) return base
  const share = around.looked ? 1 : findingsWithoutLook
  return { ...base, weight: base.weight * share * reportStrength(text), what: 'findings written' }
}

/** Said of items that are to find that something is not there. */
const asksForAbsence = saying('absence')

/** True where a search came back empty. */
function foundNothing({ description, outcome, outputLength, tool }: CallWork): boolean {
  if (outcome === null || outcome.status !== 'succeeded') return false
  if (outcome.reason.includes('nothing was found')) return true
  const program = description.commands.at(-1)?.program
  return (
    outputLength <= (program === undefined ? 20 : 0) &&
    /^(?:grep|rg|egrep|git|search\w*|glob|find\w*)$/iu.test(program ?? tool)
  )
}

function readForInspection({ work, relation, place }: Link, around: Surroundings): number {
  if (place === 'after') return readsForInspection.after
  if (around.findings)
    return relation >= namedFrom ? readsForInspection.namedWithFindings : readsForInspection.withFindings
  const weight = relation >= namedFrom ? readsForInspection.named : readsForInspection.otherwise
  return work.position < around.lastWrite ? weight * readsForInspection.beforeWriteShare : weight
}
