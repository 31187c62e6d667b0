/** How well the work supports one part of an item. */

import { expectsStatus, expectsToGiveUp, type Need } from '../items/item-class.js'
import { saying } from '../languages/index.js'
import type { CallWork, Work } from '../work/work.js'
import { writesContent, writesNotesOnly } from '../work/work-sort.js'
import {
  brokenEnvironmentCap,
  closeness,
  countedFrom,
  failedCheckCap,
  failedShare,
  freshCheckLink,
  freshNamedCheckLink,
  handOffFactor,
  namedFrom,
  relatedFrom,
  staleCheckFactor,
} from './fitted.js'
import { othersCounted, strongestCounted } from './limits.js'
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

/** How the last check of a part's own kind came out; `none` where there was none. */
export type CheckState = 'none' | 'passed' | 'failed' | 'environment-failed' | 'filtered'

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
  /** True where the failure may stand: the list goes on to mend it, or it was said openly of a mere run. */
  readonly failureStands: boolean
  /** True where a related write came after the last check that passed. */
  readonly stale: boolean
  /** True where the model handed the check to the reader instead. */
  readonly handedOff: boolean
  /** True where the model said near the mark that something failed. */
  readonly failureAdmitted: boolean
}

/** What decides whether a failed check may stand. */
export interface Circumstances extends Surroundings {
  /** True where what follows in the list is there to mend what the check found. */
  readonly fixFollows: boolean
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
  const { state, call } = lastCheckOf(credits, need)
  const stands =
    (around.fixFollows && need.kind !== 'execute') ||
    (need.kind !== 'write' && expectsFailure.test(need.text)) ||
    (need.runOnly && around.failureAdmitted && state === 'failed' && !ranNothing(call))
  if (state === 'failed' || state === 'filtered') {
    if (!stands) support = Math.min(support, failedCheckCap)
  } else if (state === 'environment-failed') {
    const beside = combined(
      strongest.filter(({ weighed }) => !weighed.isCheck),
      unfit,
    )
    support = Math.min(support, Math.max(brokenEnvironmentCap, beside))
  }
  const stale = state === 'passed' && call !== null && isStale(credits, call)
  if (stale) support *= staleCheckFactor
  const handedOff = need.kind === 'check' && around.handsOff && state === 'none'
  if (handedOff) support *= handOffFactor
  return {
    need,
    support,
    credits: strongest.filter(({ potential }) => potential > 0).slice(0, keptCredits),
    checkState: state,
    lastCheck: call,
    failureStands: stands,
    stale,
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
  if (need.checks.length > 0) return freshNamedCheckLink
  return own || place === 'after' ? 0 : freshCheckLink
}

/** True where the call failed as the item says it is to: the answer it names came, the program gave up. */
function isExpected({ kind, text }: Need, { description, outcome }: CallWork): boolean {
  if (outcome === null || kind !== 'check') return false
  const [, code] = /^HTTP(?:\/[\d.]{1,3})? (\d{3})\b/.exec(outcome.reason) ?? []
  if (code !== undefined) return expectsStatus(text, Number(code))
  return (
    outcome.status === 'failed' && description.checks.every((one) => one === 'run') && expectsToGiveUp(text)
  )
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
      if (expectsFailure.test(need.text)) return 1
      if (need.kind === 'execute' && need.act !== 'run') return failedShare.done
      if (need.kind === 'execute' && !work.description.checks.some((kind) => suites.has(kind)))
        return failedShare.run
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

/** How the last related check came out. A filtered one after a red one of its kind is no better than the red one. */
function lastCheckOf(
  credits: readonly Credit[],
  need: Need,
): {
  readonly state: CheckState
  readonly call: CallWork | null
} {
  const named = need.checks.length > 0
  let state: CheckState = 'none'
  let last: CallWork | null = null
  const red = new Set<string>()
  let written = false
  for (const { link, weighed, strength } of credits) {
    const { work } = link
    if (work.kind !== 'call') continue
    if (writesContent(work)) written = true
    if (!weighed.isCheck || strength < relatedFrom || work.outcome === null) continue
    // What failed before the item's time is its concern only where it names that kind of check.
    if (link.place === 'before' && !link.own && !named) continue
    const kind = work.description.checks[0] ?? work.tool
    // The system under test answered with its own failure, or not at all, after others had shown that it runs.
    const isAnswer = need.functional && link.own && last?.outcome?.status === 'succeeded'
    const next = isExpected(need, work) ? 'passed' : checkStateOf(work, red.has(kind), written, isAnswer)
    // A check in the next step can only mend what was left open; what fails then is another item's matter.
    if (link.place === 'after' && next !== 'passed') continue
    if (next === 'failed') red.add(kind)
    else if (next === 'passed' && !work.description.filtered) red.delete(kind)
    if (next === 'failed' || next === 'environment-failed') written = false
    // Where one run shows nothing because of its surroundings, an earlier one still does.
    if (next === 'environment-failed' && state !== 'none') continue
    state = next
    last = work
  }
  return { state, call: last }
}

/** Answers that are failures of the system itself; 401 or 404 may be what was to be seen. */
const failedAnswer = /\b50[0-9]\b|brought nothing/

function checkStateOf(call: CallWork, redBefore: boolean, written: boolean, isAnswer: boolean): CheckState {
  const { status, reason } = call.outcome ?? { status: 'unknown', reason: '' }
  if (status === 'failed' || status === 'not-run') return 'failed'
  if (status === 'ran-nothing') return 'environment-failed'
  if (status === 'environment-failed')
    return isAnswer && failedAnswer.test(reason) ? 'failed' : 'environment-failed'
  const { filter } = call.description
  // Where only the exit status was thrown away the output still says how it went.
  if (filter === null || filter.kind === 'status' || !redBefore) return 'passed'
  // Only a part was run again after a fix: the usual way to work.
  return filter.kind === 'subset' && written ? 'passed' : 'filtered'
}

/** True where product files of the item were written after its check, and no check followed in the next step. */
function isStale(credits: readonly Credit[], check: CallWork): boolean {
  return credits.some(
    ({ link }) =>
      link.own &&
      link.place === 'within' &&
      link.work.kind === 'call' &&
      link.work.position > check.position &&
      writesContent(link.work) &&
      !writesNotesOnly(link.work) &&
      link.work.outcome?.status !== 'failed',
  )
}
