/** How much one piece of work counts for what a part of an item needs. One function a need; each number is a judgement. */

import type { CheckKind } from './command-description.js'
import type { Need } from './item-class.js'
import type { Link } from './links.js'
import { checksNamedIn, metBy } from './named-checks.js'
import { type CallWork, succeeded, type Work } from './work.js'
import {
  isInstalling,
  isVersioning,
  reportStrength,
  reportsBack,
  runsSomething,
  textOf,
  writesContent,
  writesNotesOnly,
} from './work-purpose.js'

/** What a piece of work is to a need. */
export interface Weighed {
  /** How much it counts if it belongs to the item and worked, 0 to 1. */
  readonly weight: number
  /** What it is, in a few words for people: "test run", "file written". */
  readonly what: string
  /** True where it is a check of the kind that the need asks for. */
  readonly isCheck: boolean
}

/** What is known of the item's window beside the single pieces. */
export interface Surroundings {
  /** The position of the last write of product files in the window or before it, or -1. */
  readonly lastWrite: number
  /** How many reads and searches of the window come after that write. */
  readonly readsAfterWrite: number
  /** True where something was written while the item was in progress. */
  readonly writesOfItsOwn: boolean
  /** True where a written report or finding of the reads lies in the window or right after it. */
  readonly findings: boolean
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
}

const nothing: Weighed = { weight: 0, what: '', isCheck: false }

/** Weighs one piece of work for one need. */
export function weigh(need: Need, link: Link, around: Surroundings): Weighed {
  const { work } = link
  if (work.kind === 'compaction' || (link.late && need.kind !== 'prose')) return nothing
  if (work.kind === 'input')
    return work.report ? { weight: 0.8, what: 'report of a sub-agent', isCheck: false } : nothing
  if (work.kind === 'call' && work.description.effect === 'delegate')
    return weighDelegate(need, work, link, around)
  switch (need.kind) {
    case 'write':
      return weighForWrite(need, link)
    case 'check':
      return weighForCheck(need, link, around)
    case 'inspection':
      return weighForInspection(need, link, around)
    case 'execute':
      return weighForExecute(need, work)
    case 'reading':
      return weighForReading(work)
    case 'prose':
      return weighForProse(need, work)
    case 'delegation':
      return weighForAnything(work, 0.5)
    case 'anything':
      return weighForAnything(work, 1)
    case 'nothing':
      return nothing
  }
}

/**
 * A sub-agent's work counts as its parent's. Without its log a report of it shows what it did; one that was only
 * started shows nothing yet.
 */
function weighDelegate(need: Need, call: CallWork, link: Link, around: Surroundings): Weighed {
  if (need.kind === 'delegation') return { weight: 0.9, what: 'sub-agent', isCheck: false }
  const works = call.child === null ? undefined : around.child(call.child)
  if (works !== undefined) {
    const inner: Surroundings = { ...around, lastWrite: -1, child: () => undefined }
    let best = nothing
    for (const work of works) {
      if (work.kind === 'call' && !succeeded(work)) continue
      const weighed = weigh(need, { ...link, work }, inner)
      if (weighed.weight > best.weight) best = weighed
    }
    if (best.weight > 0) return { ...best, what: `${best.what} by a sub-agent` }
  }
  const what = reportsBack(call) ? 'report of a sub-agent' : 'sub-agent without a report'
  // One that worked for another item, or before something was written, checked and wrote nothing for this one.
  const mayServe = link.own || (link.place === 'within' && call.busy.length === 0)
  if (!mayServe)
    return { weight: need.kind === 'write' || need.kind === 'check' ? 0.1 : 0.4, what, isCheck: false }
  return { weight: reportsBack(call) ? 0.85 : 0.25, what, isCheck: false }
}

function weighForWrite(need: Need, { work, relation, own, place }: Link): Weighed {
  if (work.kind === 'message') {
    return own && place === 'within' && work.text.saysAlreadyDone
      ? { weight: 0.6, what: 'says that it was there already', isCheck: false }
      : nothing
  }
  if (work.kind !== 'call') return nothing
  if (writesContent(work)) {
    // A plan or a progress file is no product, unless the item is about such a thing.
    if (writesNotesOnly(work) && !notesNamed.test(need.text))
      return { weight: own ? 0.5 : 0.15, what: 'notes written', isCheck: false }
    if (work.description.files.length === 0)
      return { weight: own ? 0.8 : 0.4, what: 'something written', isCheck: false }
    return { weight: 0.9, what: 'file written', isCheck: false }
  }
  if (work.description.checks.length > 0) return { weight: 0.25, what: 'check', isCheck: false }
  if (runsSomething(work)) return { weight: 0.6, what: 'command run', isCheck: false }
  if (work.description.effect === 'execute') return { weight: 0.3, what: 'command run', isCheck: false }
  if (work.description.effect === 'unknown')
    return { weight: 0.5, what: 'call of an unknown tool', isCheck: false }
  if (work.description.effect !== 'read') return nothing
  // What was read and is called like what was to be made may have been there already.
  const found = own && relation >= 0.5 && work.description.files.length > 0
  return { weight: found ? 0.3 : 0.06, what: 'read', isCheck: false }
}

/** Said of items whose product is a document. */
const notesNamed =
  /\.(?:md|txt|rst)\b|\b(?:docs?|documents?|documentation|readme|changelog|prd|plans?|guides?|notes?|specs?|reports?|files?|todos?|prompts?|workflow|skills?|commands?|templates?|progress|memory)\b|文档|报告|方案|计划/iu

/** What each kind of check says of a behaviour, and of code that is only "to be verified". */
const checkStrength: Readonly<Record<CheckKind, { readonly functional: number; readonly bare: number }>> = {
  test: { functional: 0.95, bare: 0.95 },
  run: { functional: 0.9, bare: 0.9 },
  probe: { functional: 0.9, bare: 0.9 },
  browser: { functional: 0.9, bare: 0.9 },
  database: { functional: 0.85, bare: 0.85 },
  build: { functional: 0.25, bare: 0.8 },
  typecheck: { functional: 0.15, bare: 0.75 },
  lint: { functional: 0.1, bare: 0.5 },
  deploy: { functional: 0.3, bare: 0.3 },
  format: { functional: 0, bare: 0.2 },
}

/** What a check is called for people. */
const checkNames: Readonly<Record<CheckKind, string>> = {
  test: 'test run',
  build: 'build run',
  lint: 'linter run',
  typecheck: 'type check run',
  format: 'formatter run',
  run: 'program run',
  probe: 'request made',
  browser: 'page looked at',
  database: 'database asked',
  deploy: 'deployment run',
}

function checkName([kind]: readonly CheckKind[]): string {
  return kind === undefined ? 'check run' : checkNames[kind]
}

/** Checks that run over the whole project. */
const suites: ReadonlySet<CheckKind> = new Set<CheckKind>(['test', 'build', 'lint', 'typecheck', 'format'])

function weighForCheck(need: Need, link: Link, around: Surroundings): Weighed {
  const { work, relation, place } = link
  if (work.kind !== 'call') return nothing
  const { checks, effect } = work.description
  if (checks.length > 0) {
    const weight =
      need.checks.length > 0
        ? 0.95 * Math.max(...need.checks.map((kind) => metBy(kind, checks)))
        : Math.max(...checks.map((kind) => checkStrength[kind][need.functional ? 'functional' : 'bare']))
    // What ran before the last write of another item says nothing of that write.
    const outdated = place === 'before' && work.position < around.lastWrite
    // A suite serves every item that asks for a check; a click or a request serves the one in progress.
    const anothers = link.besideCheck && !checks.some((kind) => suites.has(kind))
    const share = outdated ? 0.3 : anothers ? 0.5 : 1
    return {
      weight: weight * share,
      what: checkName(checks),
      isCheck: weight >= 0.5 && !outdated,
    }
  }
  if (runsSomething(work))
    return { weight: need.checks.length > 0 ? 0.3 : 0.55, what: 'command run', isCheck: false }
  if (effect === 'unknown') return { weight: 0.45, what: 'call of an unknown tool', isCheck: false }
  if (effect !== 'read' || need.checks.length > 0) return nothing
  // Only what was read after the last write can show that the writing came out right, and a test is never read.
  const mayBeRead = need.act !== 'test' && work.position > around.lastWrite && place !== 'after'
  // After changes of its own an item needs more than one look; an item that only looks was to look.
  const several = around.readsAfterWrite >= 2 || (link.own && !around.writesOfItsOwn && !need.functional)
  const weight = !mayBeRead
    ? 0.05
    : relation >= 0.3
      ? 0.5
      : !several
        ? 0.1
        : around.findings || link.own
          ? 0.35
          : 0.2
  return { weight, what: mayBeRead ? 'read after the last write' : 'read', isCheck: false }
}

function weighForInspection(need: Need, link: Link, around: Surroundings): Weighed {
  const { work, relation } = link
  const text = textOf(work)
  if (work.kind === 'call') {
    const { checks, effect } = work.description
    if (checks.length > 0) {
      const types = checks.every(
        (kind) => kind === 'typecheck' || kind === 'lint' || kind === 'format' || kind === 'build',
      )
      const asked =
        checksNamedIn(need.text).some((kind) => checks.includes(kind)) ||
        /\btyp(?:e|es|ing)\b/i.test(need.text)
      return {
        weight: types ? (asked ? 0.75 : 0.2) : 0.8,
        what: checkName(checks),
        isCheck: false,
      }
    }
    if (runsSomething(work)) return { weight: 0.6, what: 'command run', isCheck: false }
    if (effect === 'read') {
      const weight = relation >= 0.3 ? 0.6 : around.findings ? 0.5 : 0.4
      if (link.place === 'after') return { weight: 0.15, what: 'read', isCheck: false }
      return { weight, what: 'read', isCheck: false }
    }
    if (effect === 'unknown') return { weight: 0.45, what: 'call of an unknown tool', isCheck: false }
    if (text === null && writesContent(work))
      return {
        weight: link.place !== 'within' ? 0.1 : need.act === 'review' ? 0.3 : 0.5,
        what: 'file written',
        isCheck: false,
      }
  }
  return text === null
    ? nothing
    : { weight: 0.6 * reportStrength(text), what: 'findings written', isCheck: false }
}

function weighForExecute(need: Need, work: Work): Weighed {
  if (work.kind !== 'call') return nothing
  const { checks, commands, effect, background } = work.description
  const versioning = commands.some((command) => isVersioning(command) && command.effect !== 'read')
  const meets = ((): boolean => {
    switch (need.act) {
      case 'deploy':
        return checks.includes('deploy')
      case 'commit':
        return versioning
      case 'install':
        return commands.some(isInstalling)
      case 'start':
        return background || checks.includes('run') || checks.includes('deploy') || checks.includes('probe')
      default:
        return runsSomething(work)
    }
  })()
  if (meets)
    return { weight: 0.92, what: 'command run', isCheck: need.act === 'deploy' || need.act === 'run' }
  if (need.act === 'deploy' && versioning) return { weight: 0.5, what: 'version control', isCheck: false }
  if (effect === 'execute')
    return { weight: runsSomething(work) ? 0.5 : 0.3, what: 'command run', isCheck: false }
  if (effect === 'unknown') return { weight: 0.5, what: 'call of an unknown tool', isCheck: false }
  if (effect === 'write') return { weight: 0.35, what: 'file written', isCheck: false }
  return effect === 'read' ? { weight: 0.1, what: 'read', isCheck: false } : nothing
}

function weighForReading(work: Work): Weighed {
  const text = textOf(work)
  if (work.kind === 'call') {
    const { effect } = work.description
    if (effect === 'read') return { weight: 0.7, what: 'read', isCheck: false }
    if (effect === 'execute') return { weight: 0.6, what: 'command run', isCheck: false }
    if (effect === 'unknown') return { weight: 0.5, what: 'call of an unknown tool', isCheck: false }
    if (writesContent(work)) return { weight: 0.5, what: 'file written', isCheck: false }
  }
  return text === null
    ? nothing
    : { weight: 0.7 * reportStrength(text), what: 'findings written', isCheck: false }
}

function weighForProse(need: Need, work: Work): Weighed {
  const text = textOf(work)
  if (text !== null) {
    const weight = 0.92 * reportStrength(text)
    const asks = work.kind === 'call' && work.description.effect !== 'write'
    return {
      weight: asks ? Math.max(weight, 0.5) : weight,
      what: work.kind === 'call' ? 'document written' : 'text written',
      isCheck: false,
    }
  }
  if (work.kind !== 'call') return nothing
  if (writesContent(work))
    return { weight: need.act === 'think' ? 0.55 : 0.75, what: 'file written', isCheck: false }
  if (work.description.effect === 'unknown')
    return { weight: 0.4, what: 'call of an unknown tool', isCheck: false }
  return work.description.effect === 'execute'
    ? { weight: 0.2, what: 'command run', isCheck: false }
    : nothing
}

/** For an item whose verb is not known any real work counts. */
function weighForAnything(work: Work, factor: number): Weighed {
  const text = textOf(work)
  if (work.kind === 'call') {
    const { effect, checks } = work.description
    if (checks.length > 0) return { weight: 0.85 * factor, what: checkName(checks), isCheck: false }
    if (writesContent(work)) return { weight: 0.85 * factor, what: 'file written', isCheck: false }
    if (effect === 'execute') return { weight: 0.7 * factor, what: 'command run', isCheck: false }
    if (effect === 'read' || effect === 'unknown')
      return { weight: 0.5 * factor, what: 'read', isCheck: false }
  }
  return text === null
    ? nothing
    : { weight: 0.7 * factor * reportStrength(text), what: 'text written', isCheck: false }
}
