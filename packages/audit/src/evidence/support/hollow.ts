/** Whether what was written for an item is nothing: undone, a stub, comments alone; or makes a failure go away by other means. */

import type { ItemPromise } from '../items/item-class.js'
import { isNamed } from '../items/named-files.js'
import { saying } from '../languages/index.js'
import { changesProduct, filesWrittenBy } from '../work/product-writes.js'
import { isTestFile, type Weakening } from '../work/weakened-checks.js'
import { type CallWork, succeeded, type Work } from '../work/work.js'
import { runsSomething, writesContent } from '../work/work-sort.js'
import { namedFrom, relatedFrom } from './fitted.js'
import type { Link, Window } from './links.js'
import { suites } from './weighed.js'

/** What is wrong with all that was written for an item. */
export interface Hollow {
  /**
   * `undone`: it was taken back. `stub`, `comments`: it holds nothing else. `silenced`: a check was weakened, and what it
   * checks was not changed. `unproven`: it was to mend a failure, and nothing that had failed was run again with success.
   */
  readonly kind: 'undone' | 'stub' | 'comments' | 'silenced' | 'unproven'
  /** True where a part of it is not so: the file that the item names is, another is not. */
  readonly inPart: boolean
  /** The last such write. */
  readonly call: CallWork
  /** What took it back, or what had failed; null where there is neither. */
  readonly other: CallWork | null
  /** What was done to a check, or null. */
  readonly weakening: Weakening | null
}

/** What is to be looked at. */
export interface HollowQuestion {
  /** What the item promises. */
  readonly promise: ItemPromise
  /** Its span of work. */
  readonly window: Window
  /** What is linked to it. */
  readonly links: readonly Link[]
  /** The call that took a call's changes back before the mark, or undefined. */
  readonly undoneBy: (work: Work) => CallWork | undefined
  /** The words of what the user asked for since the item came into the list, and right before. */
  readonly asked: (word: string) => boolean
  /** True where a check of one of these languages and kinds succeeds anywhere after a position. */
  readonly passesAfter: (failed: CallWork, position: number) => boolean
}

/** What is wrong with all that was written for an item, or null. Linear in its links. */
export function hollowOf(question: HollowQuestion): Hollow | null {
  const { promise, links } = question
  const [need] = promise.needs
  if (need === undefined) return null
  const written = links.filter(isWritten)
  const text = promise.needs.map((one) => one.text).join(' ')
  const isMending =
    need.kind === 'write' || need.kind === 'execute' || (need.kind === 'check' && !need.runOnly)
  const silenced = isMending ? silencedBy(question, written, text) : null
  if (silenced !== null || need.kind !== 'write') return silenced
  return emptyOf(question, written, text) ?? unprovenOf(question, written, text)
}

/** A call that wrote for the item, and the link that says so. */
interface Written extends Link {
  readonly work: CallWork
}

/** True for what the item's own work wrote; or of its time, where that fits it. */
function isWritten(link: Link): link is Written {
  const { work, place, own, others, strength, relation } = link
  if (work.kind !== 'call' || place === 'after' || !succeeded(work)) return false
  if (!writesContent(work) && work.weakening === null) return false
  return own || (place === 'within' && (others ? relation >= namedFrom : strength >= relatedFrom))
}

const asksForStubs =
  /\b(?:stubs?|skeletons?|scaffold\w*|placeholders?|boilerplate|todos?|interfaces?|types?|abstract|empty|mocks?|no-?ops?|prototypes?|signatures?|outline|template|fixme)\b/iu

const asksForComments =
  /comment|\bdoc|jsdoc|format|indent|whitespace|\blint|style|licen[cs]e|header|\btodos?\b|typo|text|wording|annotat|tidy|clean|kommentar|comentario|coment[áa]rio|комментар|注释|コメント|주석|spacing|blank/iu

/** All that was written is undone, a stub or comments alone. */
function emptyOf(
  { window, links, undoneBy }: HollowQuestion,
  written: readonly Written[],
  text: string,
): Hollow | null {
  const kindOf = ({ work }: Written): Hollow['kind'] | null => {
    if (undoneBy(work) !== undefined) return 'undone'
    if (work.changes.length === 0) return null
    if (work.changes.every(({ content }) => content === 'comments'))
      return asksForComments.test(text) ? null : 'comments'
    return work.changes.every(({ content }) => content !== 'code') && !asksForStubs.test(text) ? 'stub' : null
  }
  const judged = written.map((one) => ({ ...one, kind: kindOf(one) }))
  // What a program may have written is not known.
  const mayHaveWritten = links.some(
    ({ work, own, place }) =>
      work.kind === 'call' &&
      own &&
      place !== 'after' &&
      succeeded(work) &&
      (work.description.effect === 'delegate' ||
        work.description.effect === 'unknown' ||
        (runsSomething(work) &&
          work.description.checks.every((kind) => kind === 'run' || kind === 'database'))),
  )
  if (mayHaveWritten) return null
  const inNamed = judged.filter(({ work }) =>
    filesWrittenBy(work).some((file) => window.files.some((name) => isNamed(file, name))),
  )
  const isAll = judged.every(({ kind }) => kind !== null)
  const of = isAll ? judged : inNamed.every(({ kind }) => kind !== null) ? inNamed : []
  // An edit that takes another back is undone by itself.
  const last = of.findLast(({ work, kind }) => kind !== 'undone' || undoneBy(work) !== work) ?? of.at(-1)
  if (last?.kind == null) return null
  const other = last.kind === 'undone' ? (undoneBy(last.work) ?? null) : null
  return { kind: last.kind, inPart: !isAll, call: last.work, other, weakening: null }
}

/** What a person says who wants a check weakened, as stems. */
const askedStems =
  'skip ignor disabl delet remov suppres silenc xfail quarantin snapshot snapshots expectat relax loosen exclud drop mut bypass'.split(
    ' ',
  )

const asksForIt =
  /\b(?:skip|ignor|disabl|delet|remov|suppress|silenc|xfail|quarantin|snapshot|expectation|expected|relax|loosen|exclud|drop|bypass|comment(?:ing)? out|allow|mute)|\b(?:update|adjust|adapt|align|rewrite|change|clean up)\w*\s(?:\S+\s){0,3}(?:tests?|specs?|assertions?)\b/iu

/** Weakenings that a change of the product before them explains. */
const follows: ReadonlySet<Weakening> = new Set<Weakening>([
  'an expected value was replaced',
  'what is expected was taken from what came out',
  'a test was taken out',
  'a test file was deleted',
])

const mends = saying('mends')

/** All that was done about a failure is that a check says less. */
function silencedBy(
  { links, asked, undoneBy }: HollowQuestion,
  written: readonly Written[],
  text: string,
): Hollow | null {
  const weakened = written.filter(({ work }) => work.weakening !== null && undoneBy(work) === undefined)
  const last = weakened.at(-1)
  const first = weakened[0]
  if (last === undefined || first === undefined || asksForIt.test(text) || askedStems.some(asked)) return null
  const isReal = (work: CallWork) =>
    work.weakening === null && changesProduct(work) && undoneBy(work) === undefined
  if (written.some(({ work }) => isReal(work))) return null
  const { weakening } = last.work
  const before = links.flatMap(({ work }) =>
    work.kind === 'call' && work.position < first.work.position ? [work] : [],
  )
  if (
    weakening !== null &&
    follows.has(weakening) &&
    before.some((work) => isReal(work) && !isTestOnly(work))
  )
    return null
  const failed = before.findLast(
    ({ outcome, description }) =>
      outcome?.status === 'failed' && (description.verify || description.effect === 'execute'),
  )
  if (failed === undefined && !mends.test(text)) return null
  return { kind: 'silenced', inPart: false, call: last.work, other: failed ?? null, weakening }
}

function isTestOnly(work: CallWork): boolean {
  return filesWrittenBy(work).every(isTestFile)
}

/** It was to mend a check that the log shows to fail, and none of its kind succeeds after the last change. */
function unprovenOf(
  { links, passesAfter }: HollowQuestion,
  written: readonly Written[],
  text: string,
): Hollow | null {
  const last = written.findLast(({ work }) => changesProduct(work))
  if (last === undefined || !mends.test(text)) return null
  const failed = links.findLast(
    ({ work, own, place }) =>
      work.kind === 'call' &&
      own &&
      place === 'within' &&
      work.position < last.work.position &&
      work.outcome?.status === 'failed' &&
      work.description.checks.some((kind) => suites.has(kind) || kind === 'run'),
  )?.work
  if (failed?.kind !== 'call' || passesAfter(failed, last.work.position)) return null
  return { kind: 'unproven', inPart: false, call: last.work, other: failed, weakening: null }
}
