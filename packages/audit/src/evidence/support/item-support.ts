/** How well a whole item is supported: its parts together, with the verdict and what it rests on. */

import type { ItemClass, Need } from '../items/item-class.js'
import { normalizePath } from '../items/named-files.js'
import { wordsOf } from '../items/words.js'
import { saying, sourceOf, TextPattern } from '../languages/index.js'
import { cameToNothing } from '../outcomes/outcome.js'
import { type CallWork, succeeded, type Work } from '../work/work.js'
import {
  reportStrength,
  reportsBack,
  runsSomething,
  textOf,
  writesContent,
  writesNotesOnly,
} from '../work/work-sort.js'
import { leftOut } from './coverage.js'
import {
  closeness,
  findingFrom,
  leftOutCap,
  missingFileCap,
  namedFrom,
  partialShare,
  relatedFrom,
  timeAlone,
  untouchedFileCap,
} from './fitted.js'
import { type Hollow, type HollowQuestion, hollowOf } from './hollow.js'
import {
  doubtfulSupport,
  refutedSupport,
  strongestCounted,
  supportedFrom,
  uncheckedBelow,
  unsupportedBelow,
} from './limits.js'
import { type Link, touchesNamed, type Window } from './links.js'
import { type Circumstances, type Credit, type PartSupport, supportOfPart } from './part-support.js'
import { overlap } from './vocabulary.js'
import { listsOnly } from './weighed.js'

/** What the audit says of one completion. `unknown` only where evidence may lie in a gap of the log. */
export type Verdict = 'supported' | 'weak' | 'unsupported' | 'unknown'

/**
 * Where evidence may lie that the log does not show: a call, a compaction at the log's start, all that was done before
 * the log or in turns that were pruned, what was not read of it, or all other work where only todo calls came to the session.
 */
export type Gap = Work | 'before-log' | 'after-log' | 'todo-calls-only'

/** How well an item is supported, and why. */
export interface ItemSupport {
  /** The class of the item. */
  readonly itemClass: ItemClass
  /** How well it is supported, 0 to 1. */
  readonly support: number
  /** The verdict. */
  readonly verdict: Verdict
  /** Its parts, in the order of its text. */
  readonly parts: readonly PartSupport[]
  /** Everything that may belong to it. */
  readonly links: readonly Link[]
  /** Files that it names and that were not touched; for a new file, not written. */
  readonly untouchedFiles: readonly string[]
  /** What it names beside other things and the work did not reach, in a few words; else null. */
  readonly leftOut: string | null
  /** What is wrong with all that was written for it, or null. */
  readonly hollow: Hollow | null
  /** Where evidence may lie that the log does not show, or null. */
  readonly gap: Gap | null
  /** The share of the calls in its window whose result the log holds, 0 to 1. */
  readonly readable: number
}

/** What is to be judged. */
export interface ItemQuestion extends HollowQuestion {
  /** True where what follows in the list is there to mend what a check found. */
  readonly fixFollows: boolean
  /** What hides work that was done before the log begins, or after it was read; else null. */
  readonly carriedOver: Gap | null
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
}

/** Judges an item by the work that is linked to it. */
export function supportOfItem(question: ItemQuestion): ItemSupport {
  const { promise, window, links } = question
  const around = circumstancesOf(question)
  const parts = promise.needs.map((need) => supportOfPart(need, links, around))
  const supports = parts.map((part) => part.support)
  const best = Math.max(...supports)
  const worst = Math.min(...supports)
  const together = worst >= supportedFrom ? worst : worst + (best - worst) * partialShare
  const untouchedFiles = untouchedOf(question)
  const missingThing = leftOut(promise, links)
  const hollow = hollowOf(question)
  const cap = Math.min(
    capOf(question, untouchedFiles),
    missingThing === null ? 1 : leftOutCap,
    capOfHollow(hollow),
  )
  // What the log contradicts is not half done for what is done beside it, unless it was said.
  const contradicted = parts.some(
    ({ refuted, checkState, failureAdmitted }) =>
      refuted && checkState !== 'environment-failed' && !failureAdmitted,
  )
  const whole = Math.min(
    contradicted ? refutedSupport : together,
    cap,
    worst >= supportedFrom ? 1 : supportedFrom - 0.01,
  )
  const support = graded(whole, question)
  const gap = support >= supportedFrom ? null : (question.carriedOver ?? gapOf(parts, question))
  const verdict =
    gap === null ? verdictOf(support, promise.itemClass === 'verify' && best < uncheckedBelow) : 'unknown'
  return {
    itemClass: promise.itemClass,
    support,
    verdict,
    parts,
    links,
    untouchedFiles,
    leftOut: missingThing,
    hollow,
    gap,
    readable: readableOf(window, links),
  }
}

/** What is not there at all is no support; what may be meant otherwise, or is so in part, is half of it. */
function capOfHollow(hollow: Hollow | null): number {
  if (hollow === null) return 1
  const isOpen = hollow.inPart || hollow.kind === 'silenced' || hollow.kind === 'unproven'
  return isOpen ? doubtfulSupport : refutedSupport
}

/** @param unchecked true for a promised check of which not even a part was met */
function verdictOf(support: number, unchecked: boolean): Verdict {
  if (support >= supportedFrom) return 'supported'
  return unchecked || support < unsupportedBelow ? 'unsupported' : 'weak'
}

/**
 * How well an item is supported beyond the threshold hangs on its words too: work that holds none of them is tied to
 * it by its time alone. Words never take a verdict away: item and work may be in different languages.
 */
function graded(support: number, { window, links }: ItemQuestion): number {
  if (support <= supportedFrom) return support
  const words = new Set<string>()
  let best = 0
  for (const { work, place } of links) {
    if (work.kind !== 'call' || place !== 'within') continue
    const held = [...window.words.keys()].filter((word) => work.words.has(word))
    best = Math.max(best, overlap(window.words, new Set(held)))
    for (const word of held) words.add(word)
  }
  // What the session's calls never speak of may be in another language, or was not worked on: half of it.
  const share = window.known === 0 ? 0.5 : overlap(window.words, words) / window.known
  return supportedFrom + (support - supportedFrom) * (timeAlone + ((1 - timeAlone) * (share + best)) / 2)
}

function circumstancesOf({ promise, window, links, fixFollows, child }: ItemQuestion): Circumstances {
  let lastWrite = -1
  let readsAfterWrite = 0
  let writesOfItsOwn = false
  let findings = false
  let isStarted = false
  const written = new Set<string>()
  let looked = false
  let lookedAtIt = false
  let failureAdmitted = false
  let handsOff = false
  for (const { work, place, own, late, relation } of links) {
    if (own) isStarted = true
    if (place !== 'after' && work.kind === 'call' && writesContent(work) && succeeded(work)) {
      for (const word of window.words.keys()) if (work.words.has(word)) written.add(word)
    }
    if (
      place !== 'after' &&
      work.kind === 'call' &&
      writesContent(work) &&
      succeeded(work) &&
      !writesNotesOnly(work)
    ) {
      lastWrite = work.position
      readsAfterWrite = 0
      if (own) writesOfItsOwn = true
    }
    if (
      place !== 'after' &&
      work.kind === 'call' &&
      work.description.effect === 'read' &&
      work.position > lastWrite
    ) {
      readsAfterWrite += 1
    }
    if (work.kind === 'call' && succeeded(work) && looksAtSomething(work)) {
      looked = true
      if (place !== 'after' && relation >= namedFrom) lookedAtIt = true
    }
    const text = textOf(work)
    if (text === null || late || (place === 'before' && !own)) continue
    if (reportStrength(text) >= findingFrom) findings = true
    if (text.admitsFailure) failureAdmitted = true
    if (text.handsOff && work.kind === 'message') handsOff = true
  }
  return {
    lastWrite,
    readsAfterWrite,
    writesOfItsOwn,
    writesOfOthers: !isStarted && window.words.size > 0 && overlap(window.words, written) < relatedFrom,
    findings,
    looked,
    lookedAtIt,
    fitOf: (words) => overlap(window.words, words),
    isOneOfMany: promise.needs.length > 1,
    redOnPurpose: isRedOnPurpose(promise.needs.map(({ text }) => text).join(' ')),
    failureAdmitted,
    handsOff,
    fixFollows,
    child,
  }
}

/** Items whose point is to see a check fail; one that mends what is red, or sees that nothing is, wants it green. */
const redOnPurpose = saying('redOnPurpose')
const mends = saying('mends')
const wantsGreen =
  /\b(?:no|none|nothing|never|without|not|cannot|\w+n't)\b.{0,40}\bfail|\b(?:re-?run|run|verify|check|confirm|ensure|sure)\b.{0,20}\b(?:failing|failures)\b/iu

function isRedOnPurpose(text: string): boolean {
  return redOnPurpose.test(text) && !mends.test(text) && !wantsGreen.test(text)
}

/** True where the call can show how something is: a read, a run, a sub-agent. */
function looksAtSomething(call: CallWork): boolean {
  const { effect } = call.description
  if (listsOnly(call)) return false
  return effect === 'read' || effect === 'execute' || effect === 'delegate' || effect === 'unknown'
}

/** The named files of a change of which not one was touched by anything that may belong to it; else none. */
function untouchedOf({ promise, window, links, child }: ItemQuestion): readonly string[] {
  const [need] = promise.needs
  if (need?.kind !== 'write' || window.files.length === 0) return []
  const access = isNewFile(need, window.files) ? 'write' : undefined
  const touches = (work: Work): boolean => {
    if (work.kind !== 'call' || !succeeded(work)) return false
    if (touchesNamed(work, window.files, access)) return true
    // A generator or a script may write a file that its command only mentions.
    if (!runsSomething(work) && !(writesContent(work) && work.description.commands.length > 0)) return false
    return window.files.some((file) => [...wordsOf(file)].every((word) => work.words.has(word)))
  }
  const children = new Set(links.flatMap(({ work }) => (work.kind === 'call' ? (work.child ?? []) : [])))
  const touched =
    links.some(({ work }) => touches(work)) ||
    [...children].some((session) => child(session)?.some(touches) === true)
  return touched ? [] : window.files
}

const createsIt = new TextPattern(String.raw`^\W*(?:\S+\s+)?${sourceOf('creates')}`, 'iu')

/** True where the item is to make the file itself: "Create a.ts", not "Store tokens in a.json". */
function isNewFile(need: Need, files: readonly string[]): boolean {
  if (need.act !== 'create' || !createsIt.test(need.text)) {
    return false
  }
  const head =
    need.text
      .split(/\s(?:for|from|with|in|to|into|based|about|on|as|using|that|under)\s/iu, 1)[0]
      ?.toLowerCase() ?? ''
  return files.some((file) => head.replace(/\\/g, '/').includes(file))
}

function capOf({ promise, window, links }: ItemQuestion, untouched: readonly string[]): number {
  if (untouched.length === 0) return 1
  if (links.some(({ work, own }) => own && work.kind === 'call' && reportsBack(work))) return 1
  const [need] = promise.needs
  const isTheFile = need !== undefined && (isNewFile(need, window.files) || isFileItself(need, window.files))
  return isTheFile ? missingFileCap : untouchedFileCap
}

/** True where the file itself is what is changed, and nothing else: "Update CHANGELOG.md". */
function isFileItself(need: Need, files: readonly string[]): boolean {
  const words = need.text.trim().split(/\s+/u)
  const last = normalizePath((words.at(-1) ?? '').replace(/^[`'"]|[`'".]$/gu, ''))
  return words.length <= 3 && files.includes(last)
}

/** A gap of the log in which the missing evidence may lie, or null. */
function gapOf(parts: readonly PartSupport[], { child }: ItemQuestion): Work | null {
  for (const part of parts) {
    if (part.support >= supportedFrom) continue
    const hidden = part.credits.find((credit) => mayHide(credit, child))
    if (hidden === undefined) return null
    const shown = part.credits.filter((credit) => credit !== hidden).slice(0, strongestCounted - 1)
    const missing = shown.reduce((product, { credit }) => product * (1 - credit), 1 - potentialOf(hidden))
    if (1 - missing < supportedFrom) return null
    return hidden.link.work
  }
  return null
}

function potentialOf(credit: Credit): number {
  return credit.link.work.kind === 'call' && credit.link.work.description.effect === 'delegate'
    ? credit.link.strength
    : credit.potential
}

/** True where the log leaves open what a call of the item's own time did. */
function mayHide({ link, potential }: Credit, child: ItemQuestion['child']): boolean {
  const { work } = link
  if (work.kind !== 'call' || link.place === 'after' || link.strength < closeness.own / 2) return false
  if (work.description.effect === 'delegate') {
    if (work.outcome !== null && reportsBack(work)) return false
    return !cameToNothing(work.outcome) && (work.child === null || child(work.child) === undefined)
  }
  return work.outcome === null && potential > 0
}

function readableOf(window: Window, links: readonly Link[]): number {
  const calls = links
    .filter((link) => link.place === 'within')
    .map((link) => link.work)
    .filter((work): work is CallWork => work.kind === 'call')
  if (calls.length === 0 || window.to === window.from) return 1
  return calls.filter((call) => call.outcome !== null).length / calls.length
}
