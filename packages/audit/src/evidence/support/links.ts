/** How far each piece of work belongs to an item: by closeness in time, shared words and named files. */

import { isNamed, normalizePath } from '../items/named-files.js'
import { type CallWork, isRequest, type Work } from '../work/work.js'
import { sortOf } from '../work/work-sort.js'
import {
  clearlyBetter,
  closeness,
  fileLink,
  fullOverlap,
  lookAheadBesideOthers,
  lookAheadWork,
  overlapLink,
  relatedFrom,
  report,
  sectionFrom,
  shareOutside,
  shareWithin,
} from './fitted.js'
import { longestWindow, lookAheadTexts, lookBackCalls } from './limits.js'
import { overlap } from './vocabulary.js'
import { suites } from './weighed.js'

/** Where a piece of work stands to an item's window. */
export type Place = 'before' | 'within' | 'after'

/** A piece of work and how far it belongs to the item. */
export interface Link {
  /** The work. */
  readonly work: Work
  /** How far it belongs to the item, 0 to 1. */
  readonly strength: number
  /** The share of it that shared words and files alone give, 0 to 1. */
  readonly relation: number
  /** Where it stands. */
  readonly place: Place
  /** True for a text that comes long after the mark: only a report that was promised may be so late. */
  readonly late: boolean
  /** True where the item itself was in progress then. */
  readonly own: boolean
  /** True where it served another item first: one that was in progress then, or that the next update completed. */
  readonly others: boolean
  /** True where that other item's words fit it, and better than this one's. */
  readonly explained: boolean
  /** True where that other item also asks for a check. */
  readonly besideCheck: boolean
  /** True where that other item was completed before this one came into the list. */
  readonly spent: boolean
}

/** Whose a piece of work was by the list. */
export interface Ownership {
  /** The items that it served first, by key; none where it may be anybody's. */
  readonly owners: readonly string[]
  /** Of several in progress those that were started last; what is done then is first theirs. */
  readonly latest: readonly string[]
  /** True where one of them was completed before the item in question came into the list. */
  readonly spent: boolean
}

/** What the links of one item must know of the others. */
export interface ItemFeatures {
  /** Its words with the weight of each, as a share of all of them. */
  readonly words: ReadonlyMap<string, number>
  /** True where it asks for a check. */
  readonly asksForCheck: boolean
  /** True where it asks for nothing that writes: to look into something, to report. */
  readonly writesNothing: boolean
  /** True where it asks for no command that brings something out, fetches or commits: such a one is another item's. */
  readonly executesNothing: boolean
  /** True where it asks for suites by name and for nothing else: "Run the tests and the linter". */
  readonly suitesOnly: boolean
}

/** Knows the items of a session by key. */
export type ItemFeaturesByKey = (key: string) => ItemFeatures | undefined

/** The span of an item's work, as positions in the session's work. */
export interface Window {
  /** The item's key. */
  readonly key: string
  /** The item's words with the weight of each, as a share of all of them. */
  readonly words: ReadonlyMap<string, number>
  /** The files that the item names, normalized. */
  readonly files: readonly string[]
  /** The identifiers that the item names, in lower case: a file may be called like one. */
  readonly identifiers: ReadonlySet<string>
  /** The share of its words that any call of the session holds, by weight. */
  readonly known: number
  /** The first piece of its work: where it was started, else created, else the last update. */
  readonly from: number
  /** The first piece behind its completion. */
  readonly to: number
  /** The request of the user under which the item came into the list: what lies before it served another. */
  readonly request: number
  /** The first piece behind the next completion: what lies behind it is no next step any more. */
  readonly nextMark: number
  /** True for work that may be of whoever marked the item; false for that of another. */
  readonly isCredited: (piece: Work) => boolean
  /** Whose a piece of work was by the list. */
  readonly ownership: (piece: Work) => Ownership
  /** True for an item that was marked with it, with no work between the marks: what was done then is said to be of both. */
  readonly isMarkedWith: (key: string) => boolean
}

/**
 * The work that may belong to an item, in order: of its window, of the calls before it, and of the next steps after
 * it, to the user's next request. Linear in the window's length times the item's words.
 * @param featuresOfItem the items of the session, by key
 * @param child the work of a child session, undefined where its log is not at hand
 */
export function linksOf(
  window: Window,
  work: readonly Work[],
  featuresOfItem: ItemFeaturesByKey,
  child: (session: string) => readonly Work[] | undefined,
): readonly Link[] {
  const links: Link[] = []
  const fitOfChildren = new Map<string, number>()
  const add = (recorded: Work, place: Place, closenessOf: ClosenessOf, late = false) => {
    if (!window.isCredited(recorded)) return
    const piece = asOfMark(recorded, window.to)
    const ownership = window.ownership(piece)
    const owners = ownersAsked(piece, ownership.owners, window.key, featuresOfItem)
    const own = owners.includes(window.key)
    const strange = isStrange(piece, window)
    const others = !own && (owners.length > 0 || strange)
    const besideCheck = !own && owners.some((key) => featuresOfItem(key)?.asksForCheck === true)
    const fitTo = (one: Work) => relationOf(one, window, place, others ? owners : null, featuresOfItem)
    let relation = fitTo(piece)
    // A sub-agent's work belongs to what its calls fit, whatever its prompt says.
    if (piece.kind === 'call' && piece.child !== null) {
      const name = JSON.stringify([piece.child, place, others, others ? owners : []])
      const known = fitOfChildren.get(name)
      const calls =
        known === undefined ? (child(piece.child) ?? []).filter(({ kind }) => kind === 'call') : []
      const fit = calls.reduce((most, one) => Math.max(most, fitTo(one)), known ?? 0)
      fitOfChildren.set(name, fit)
      relation = Math.max(relation, fit)
    }
    links.push({
      work: piece,
      strength: 1 - (1 - closenessOf({ piece, window, ownership, owners })) * (1 - relation),
      relation,
      place,
      late,
      own,
      others,
      explained: others && isExplained(piece, window, owners, featuresOfItem),
      besideCheck,
      spent: ownership.spent,
    })
  }
  let calls = 0
  const before: Work[] = []
  for (let i = window.from - 1; i >= 0 && calls < lookBackCalls; i -= 1) {
    const piece = work[i]
    if (piece === undefined) break
    if (piece.kind === 'call') calls += 1
    before.push(piece)
  }
  for (const piece of before.reverse()) {
    if (piece.kind === 'call') calls -= 1
    const fade = 1 - calls / lookBackCalls
    add(piece, 'before', (placed) => fade * closenessBefore(placed))
  }
  for (let i = Math.max(window.from, window.to - longestWindow); i < window.to; i += 1) {
    const piece = work[i]
    if (piece !== undefined) add(piece, 'within', closenessWithin)
  }
  let ahead = 0
  for (let i = window.to; i < work.length; i += 1) {
    const piece = work[i]
    if (piece === undefined || isRequest(piece)) break
    ahead += 1
    if (ahead > lookAheadTexts) break
    // What a sub-agent reports after the mark was not known when it was made.
    if (piece.kind === 'input') continue
    const near =
      ahead <= lookAheadBesideOthers ||
      (ahead <= lookAheadWork && window.ownership(piece).owners.length === 0)
    if (near) add(piece, 'after', closenessAfter)
    else if (piece.kind === 'message') add(piece, 'after', farAhead, true)
  }
  return links
}

/** A sub-agent that was still running at the mark has not reported by then, whatever came later. */
function asOfMark(piece: Work, mark: number): Work {
  if (piece.kind !== 'call' || piece.endedAt === null || piece.endedAt < mark || piece.outcome === null)
    return piece
  if (piece.description.effect !== 'delegate') return piece
  return { ...piece, outcome: { ...piece.outcome, status: 'unfinished' }, outputLength: 0, text: null }
}

/**
 * True for what served another request, comes after the next completion, or reads or writes after the mark: that is
 * seldom the item's. What was read under an earlier request is still known, and one report serves several items.
 */
function isStrange(piece: Work, { request, to, nextMark }: Window): boolean {
  if (piece.position < request) return !isRead(piece)
  if (piece.position < to || piece.kind === 'message') return false
  return piece.position >= nextMark || isRead(piece) || isWrite(piece)
}

/** A piece of work beside a window, with whose it was. */
interface Placed {
  readonly piece: Work
  readonly window: Window
  readonly ownership: Ownership
  /** The items that it served first of those that ask for such work. */
  readonly owners: readonly string[]
}

/** How near a piece of work is to an item by time alone, 0 to 1. */
type ClosenessOf = (placed: Placed) => number

const farAhead: ClosenessOf = () => 0

function closenessAfter({ piece, window, ownership }: Placed): number {
  const isBehind = piece.position >= window.nextMark && piece.kind !== 'message'
  if (ownership.owners.length > 0 || isBehind)
    return isRead(piece) || isWrite(piece) ? 0 : closeness.afterOther
  if (isWrite(piece)) return closeness.writeAfter
  return piece.kind === 'message' ? closeness.textAfter : closeness.after
}

/** A review is read for before its item is written down; what was written or said before belongs to what was then on. */
function closenessBefore(placed: Placed): number {
  const { piece, window, owners } = placed
  if (owners.includes(window.key)) return closenessWithin(placed)
  if (piece.kind !== 'call') return 0
  const beside = owners.length > 0 || isStrange(piece, window)
  if (isRead(piece)) return beside ? closeness.readBeforeOther : closeness.readBefore
  return beside ? 0 : closeness.before
}

function closenessWithin({ piece, window, ownership: { latest }, owners }: Placed): number {
  const { key, to } = window
  // The last words before the mark speak of what is marked.
  if (piece.kind === 'message' && piece.position === to - 1 && !owners.includes(key)) return closeness.unowned
  if (owners.includes(key)) {
    const among = latest.includes(key) ? latest : owners
    return Math.max(closeness.ownAmongMany, closeness.own / among.length)
  }
  return owners.length === 0 ? closeness.unowned : closeness.besideOther
}

/** What words and files say. What was done while another item was in progress must fit this one clearly better. */
function relationOf(
  piece: Work,
  window: Window,
  place: Place,
  others: readonly string[] | null,
  featuresOfItem: ItemFeaturesByKey,
): number {
  const section = sectionFit(piece, window)
  const fit = Math.max(section, overlap(window.words, piece.words))
  const names =
    piece.kind === 'call' && (touchesNamed(piece, window.files) || isCalledLike(piece, window.identifiers))
  const strength = Math.max(overlapLink * Math.min(1, fit / fullOverlap), names ? fileLink : 0)
  if (others === null) return strength
  const isOthers =
    !names &&
    section < sectionFrom &&
    others.some(
      (key) =>
        !(piece.kind === 'call' && window.isMarkedWith(key)) &&
        fit < fitOf(featuresOfItem(key), piece) + clearlyBetter,
    )
  // One report often serves several items, whichever was in progress when it was written.
  const share =
    place === 'within' || (place === 'after' && piece.kind === 'message') ? shareWithin : shareOutside
  return strength * (isOthers ? share.contested : share.uncontested)
}

/** True where the words of an item that was in progress fit a piece of work, and better than the item's own. */
function isExplained(
  piece: Work,
  { words }: Window,
  others: readonly string[],
  featuresOfItem: ItemFeaturesByKey,
): boolean {
  const fit = overlap(words, piece.words)
  return others.some((key) => {
    const theirs = fitOf(featuresOfItem(key), piece)
    return theirs >= relatedFrom && theirs > fit
  })
}

/** How far a structured text has a section on what the item is about. */
function sectionFit(piece: Work, { words }: Window): number {
  const text = piece.kind === 'message' || piece.kind === 'call' ? piece.text : null
  return text === null || text.structure < report.structure ? 0 : overlap(words, text.sections)
}

function fitOf(features: ItemFeatures | undefined, piece: Work): number {
  return features === undefined ? 0 : overlap(features.words, piece.words)
}

/** True where the call reads or writes a file that is called like one of the identifiers. */
function isCalledLike(call: CallWork, identifiers: ReadonlySet<string>): boolean {
  return (
    identifiers.size > 0 &&
    call.description.files.some(({ path }) => {
      const stem = /([^\\/.]+)(?:\.[^\\/]*)?$/u.exec(path)?.[1]
      return stem !== undefined && identifiers.has(stem.toLowerCase())
    })
  )
}

/** True where the call reads or writes one of the files by name. */
export function touchesNamed(call: CallWork, files: readonly string[], access?: 'read' | 'write'): boolean {
  return (
    files.length > 0 &&
    call.description.files.some(
      (file) =>
        (access === undefined || file.access === access) &&
        files.some((name) => isNamed(normalizePath(file.path), name)),
    )
  )
}

/** What an item may not ask for at all. */
type Lack = 'writesNothing' | 'executesNothing' | 'suitesOnly'

/**
 * The items that a piece of work served first. What an item in progress does not ask for is not explained by it: a file
 * written while a question was open, or while the code was looked at, was written for another item.

 * @param owners the items that were in progress
 * @param key the item in question
 */
function ownersAsked(
  piece: Work,
  owners: readonly string[],
  key: string,
  featuresOfItem: (key: string) => { readonly [lack in Lack]: boolean } | undefined,
): readonly string[] {
  if (owners.length === 0 || owners.includes(key)) return owners
  const lacks: Lack | null = isWrite(piece)
    ? 'writesNothing'
    : isExecuted(piece)
      ? 'executesNothing'
      : isSingleCheck(piece)
        ? 'suitesOnly'
        : null
  return lacks !== null && owners.every((owner) => featuresOfItem(owner)?.[lacks] === true) ? [] : owners
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
function isRead(piece: Work): boolean {
  return piece.kind === 'call' && piece.description.effect === 'read'
}

/** True for a write. */
function isWrite(piece: Work): boolean {
  return piece.kind === 'call' && piece.description.effect === 'write'
}
