/** How well the work supports one part of an item. */

import type { Need } from '../items/item-class.js'
import { saying } from '../languages/index.js'
import type { CallWork, Work } from '../work/work.js'
import {
  brokenEnvironmentCap,
  closeness,
  countedFrom,
  failedShare,
  freshCheckLink,
  freshNamedCheckLink,
  handOffFactor,
  namedFrom,
  relatedFrom,
} from './fitted.js'
import { type CheckState, doubtful, isExpected, lastCheckOf, refuting, type Step } from './last-check.js'
import { doubtfulSupport, othersCounted, refutedSupport, strongestCounted } from './limits.js'
import type { Link } from './links.js'
import { weigh } from './weigh.js'
import { type Surroundings, suites, type Weighed } from './weighed.js'

/** One piece of work with what it counts for a part. */
export interface Credit {
  /** The work and how far it belongs to the item. */
  readonly link: Link
  /** What it is to the need. */
  readonly weighed: Weighed
  /** How far it belongs to this part of the item, 0 to 1. */
  readonly strength: number
  /** What it counts, 0 to 1: weight, link and outcome together. */
  readonly credit: number
  /** What it would count if it had worked. */
  readonly potential: number
}

/** How well one part of an item is supported. */
export interface PartSupport {
  /** The part. */
  readonly need: Need
  /** How well it is supported, 0 to 1. */
  readonly support: number
  /** What counted, strongest first. */
  readonly credits: readonly Credit[]
  /** How the last check of its kind before the mark, or right after it, came out. */
  readonly checkState: CheckState
  /** The call that check was, or null. */
  readonly lastCheck: CallWork | null
  /** What speaks against that check: the writes that made it stale, or the failed run that it does not undo. */
  readonly against: readonly CallWork[]
  /** True where the failure may stand: the list goes on to mend it, or it was said openly of a mere run. */
  readonly failureStands: boolean
  /** True where the last word of its checks is that it did not come out well, or was not heard at all. */
  readonly refuted: boolean
  /** True where the model handed the check to the reader instead. */
  readonly handedOff: boolean
  /** True where the model said near the mark that something failed. */
  readonly failureAdmitted: boolean
}

/** What decides whether a failed check may stand. */
export interface Circumstances extends Surroundings {
  /** True where what follows in the list is there to mend what the check found. */
  readonly fixFollows: boolean
  /** True where the item has several parts. */
  readonly isOneOfMany: boolean
  /** True where the item's point is to see a check fail. */
  readonly redOnPurpose: boolean
  /** True where the model says near the mark that something failed. */
  readonly failureAdmitted: boolean
  /** True where a message near the mark hands a check to the reader. */
  readonly handsOff: boolean
}

/** Judges one part of an item by the work that is linked to it. */
export function supportOfPart(need: Need, links: readonly Link[], around: Circumstances): PartSupport {
  const unfit = need.kind === 'write' && around.writesOfOthers
  const credits = links.map((link) => creditOf(need, link, around))
  const strongest = [...credits].sort((a, b) => b.credit - a.credit)
  let support = combined(strongest, unfit)
  const { state, call, against } = lastCheckOf(need, [...stepsOf(need, credits, around)], around.isOneOfMany)
  const stands =
    (around.fixFollows && need.kind !== 'execute') ||
    (need.kind !== 'write' && (expectsFailure.test(need.text) || around.redOnPurpose)) ||
    (need.kind === 'check' &&
      need.runOnly &&
      around.failureAdmitted &&
      state === 'failed' &&
      !ranNothing(call))
  const refuted = refuting.has(state) && !stands
  if (state === 'environment-failed') {
    const beside = combined(
      strongest.filter(({ weighed }) => !weighed.isCheck),
      unfit,
    )
    support = Math.min(support, Math.max(brokenEnvironmentCap, beside))
  } else if (refuted) support = Math.min(support, refutedSupport)
  else if (doubtful.has(state) && !stands) {
    // A run of the kind that is asked for is half of it, whoever's time it was made in.
    const isIts = need.checks.length > 0 || credits.some(({ link }) => link.own && link.work === call)
    support = isIts ? doubtfulSupport : Math.min(support, doubtfulSupport)
  }
  const handedOff = need.kind === 'check' && around.handsOff && state === 'none'
  if (handedOff) support *= handOffFactor
  return {
    need,
    support,
    credits: strongest.filter(({ potential }) => potential > 0).slice(0, keptCredits),
    checkState: state,
    lastCheck: call,
    against,
    failureStands: stands,
    refuted,
    handedOff,
    failureAdmitted: around.failureAdmitted,
  }
}

function creditOf(need: Need, link: Link, around: Circumstances): Credit {
  const weighed = weigh(need, link, around)
  const strength = Math.max(timed(need, link, around), checkLink(need, link, weighed, around))
  const potential = weighed.weight * strength
  return { link, weighed, strength, potential, credit: potential * outcomeShare(need, link, weighed, around) }
}

/**
 * How far time and words tie work to a part. Where an item was never started and what was written in its span does
 * not fit its words, the writing served others.
 */
function timed(
  { kind }: Need,
  { strength, relation, others, explained, place }: Link,
  around: Surroundings,
): number {
  if (kind !== 'write' || place !== 'within' || !around.writesOfOthers) return strength
  if (explained) return relation
  return others ? strength : Math.min(strength, Math.max(relation, closeness.besideOther))
}

/** Said of runs whose point is to see them fail. */
const expectsFailure = saying('reproduces')

/** True where the run ended before any of its tests: they could not even be loaded. */
function ranNothing(call: CallWork | null): boolean {
  return /^[=\s]*[1-9]\d* errors? in |\berrors? during collection\b/.test(call?.outcome?.reason ?? '')
}

/** A check serves whatever item asks for one, as long as nothing was written since: its time says little of whose it is. */
function checkLink(
  need: Need,
  { work, place, own, others, besideCheck, spent }: Link,
  weighed: Weighed,
  around: Surroundings,
): number {
  if (
    !weighed.isCheck ||
    (spent && place === 'before') ||
    (place === 'after' && others && besideCheck) ||
    work.position < around.lastWrite
  )
    return 0
  // A deployment brings out all that is there: it serves each item that asks for one.
  if (need.checks.length > 0 || need.act === 'deploy') return freshNamedCheckLink
  return own || place === 'after' ? 0 : freshCheckLink
}

/** The checks of a part and the writes beside them, those of sub-agents in the place of the call that started them. */
function* stepsOf(need: Need, credits: readonly Credit[], around: Surroundings): Iterable<Step> {
  for (const { link, weighed, strength } of credits) {
    const { work, place, own, others } = link
    if (work.kind !== 'call') continue
    yield { call: work, isCheck: weighed.isCheck && strength >= relatedFrom, place, own, others }
    if (work.child === null || others || strength < relatedFrom) continue
    const inside: Surroundings = { ...around, lastWrite: -1, child: () => undefined }
    for (const inner of around.child(work.child) ?? []) {
      if (inner.kind !== 'call') continue
      const { isCheck } = weigh(need, { ...link, work: inner }, inside)
      yield { call: inner, isCheck, place, own, others }
    }
  }
}

/** What is left of a piece of evidence that did not work. A run that finds failures is still a run. */
function outcomeShare(need: Need, { work }: Link, weighed: Weighed, around: Circumstances): number {
  if (work.kind !== 'call') return 1
  if (work.outcome === null) return 0
  if (isExpected(need, work)) return 1
  switch (work.outcome.status) {
    case 'succeeded':
    case 'partial':
    case 'unfinished':
    case 'inconclusive':
    case 'unknown':
      return 1
    case 'not-run':
      return 0
    case 'failed':
      // What was to be brought out, fetched or committed was not; what was to be looked through was.
      if (expectsFailure.test(need.text) && work.description.effect !== 'read') return 1
      if (need.kind === 'execute' && need.act !== 'run') return failedShare.done
      if (need.kind === 'execute' && !work.description.checks.some((kind) => suites.has(kind)))
        return failedShare.run
      // What a check found is what was to be known.
      if (need.kind === 'reading' && work.description.verify) return 1
      if (need.kind === 'reading' && work.description.effect === 'execute') return failedShare.looked
      return weighed.isCheck
        ? need.runOnly || around.fixFollows
          ? 1
          : failedShare.check
        : work.description.effect === 'execute'
          ? failedShare.run
          : 0
    case 'environment-failed':
    case 'ran-nothing':
      return weighed.isCheck || work.description.effect === 'execute' ? failedShare.environment : 0
  }
}

/** 1 − Π(1 − credit) over the strongest few, of which only one may be another item's. */
function combined(strongest: readonly Credit[], unfit: boolean): number {
  let missing = 1
  let counted = 0
  let others = 0
  const once = new Set<string>()
  for (const { credit, link, weighed } of strongest) {
    if (counted === strongestCounted || credit < countedFrom) break
    const isOthers =
      link.others && (unfit || link.place !== 'within' || (link.relation < namedFrom && isAct(link.work)))
    if (isOthers && others === othersCounted) continue
    if (isOthers) others += 1
    if (weighed.once === true && once.has(weighed.what)) continue
    once.add(weighed.what)
    counted += 1
    missing *= 1 - credit
  }
  return 1 - missing
}

/** What one item has done is done; what was read or said may serve several. */
function isAct(work: Work): boolean {
  return work.kind === 'call' && work.description.effect !== 'read'
}

/** So many pieces of evidence are kept for what the rules ask. */
const keptCredits = 60
