/** Says for people what a completion rests on, what is missing, and what would change the verdict. */

import type { EvidenceEntry } from './audit-result.js'
import type { CheckKind } from './evidence/calls/call-description.js'
import type { Need } from './evidence/items/item-class.js'
import type { Hollow } from './evidence/support/hollow.js'
import type { Gap, ItemSupport } from './evidence/support/item-support.js'
import { supportedFrom } from './evidence/support/limits.js'
import type { Link } from './evidence/support/links.js'
import type { Credit, PartSupport } from './evidence/support/part-support.js'
import { type CallWork, succeeded, type Work } from './evidence/work/work.js'

/** So many pieces of evidence are shown. */
const shownEvidence = 5

/** Evidence below this counts for nothing and is not shown. */
const shownFrom = 0.05

/** The strongest evidence for an item, strongest first. */
export function evidenceOf(support: ItemSupport): readonly EvidenceEntry[] {
  const best = new Map<number, Credit>()
  for (const part of support.parts) {
    for (const credit of part.credits) {
      const { position } = credit.link.work
      const known = best.get(position)
      if (credit.credit >= shownFrom && (known === undefined || credit.credit > known.credit))
        best.set(position, credit)
    }
  }
  const sorted = [...best.values()].sort((a, b) => b.credit - a.credit || a.link.work.seq - b.link.work.seq)
  return sorted.slice(0, shownEvidence).map(entryOf)
}

function entryOf({ link, weighed, credit }: Credit): EvidenceEntry {
  const { work } = link
  const isCall = work.kind === 'call'
  return {
    seq: work.seq,
    turn: work.turn,
    ...(work.source === null ? {} : { source: work.source }),
    tool: isCall ? work.tool : work.kind === 'input' ? 'report' : 'message',
    effect: isCall ? work.description.effect : 'communicate',
    ok: isCall ? (work.outcome === null ? null : succeeded(work)) : true,
    weight: rounded(credit),
    why: [actionOf(work, weighed.what), whenOf(link), ...outcomeOf(work)].join(', '),
  }
}

/** What a call did, by name; a text and a sub-agent by what they count as. */
function actionOf(work: Work, what: string): string {
  return work.kind === 'call' && work.description.effect !== 'delegate' ? work.action : what
}

function whenOf(link: Link): string {
  if (link.place === 'after') return 'right after the mark'
  if (link.own) return 'while the item was in progress'
  return link.place === 'within' ? 'before the mark' : 'before the item was started'
}

function outcomeOf(work: Work): readonly string[] {
  if (work.kind !== 'call') return []
  if (work.outcome === null) return ['no result in the log']
  switch (work.outcome.status) {
    case 'succeeded':
    case 'unknown':
      return []
    case 'failed':
      return ['it failed']
    case 'environment-failed':
      return ['it could not run']
    case 'ran-nothing':
      return ['it ran nothing']
    case 'not-run':
      return ['it was not run']
    case 'partial':
      return ['it stopped before its end']
    case 'unfinished':
      return ['its end is not in the log']
    case 'inconclusive':
      return ['its output does not say how it came out']
  }
}

/** A number to two digits, as audits give it. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** What keeps an item from being supported. */
interface Shortfall {
  /** What the log shows against it, each a clause: "the last check failed: npm test (line 12)". */
  readonly shown: readonly string[]
  /** What the log lacks, each with what comes nearest: "a write". */
  readonly lacking: readonly string[]
}

function shortfallOf(support: ItemSupport): Shortfall {
  if (support.support >= supportedFrom) return { shown: [], lacking: [] }
  // Of work that is not told, nothing is known to lack.
  if (support.gap === 'todo-calls-only') return { shown: [gapText(support.gap)], lacking: [] }
  const several = support.parts.length > 1
  const named = (part: PartSupport, text: string): string =>
    several ? `${quoted(part.need.text)}: ${text}` : text
  const unmet = support.parts.filter((part) => part.support < supportedFrom)
  const shown = unmet.flatMap((part) => {
    const text = shownOfPart(part)
    return text === null ? [] : [named(part, text)]
  })
  const lacking = unmet.flatMap((part) => (shownOfPart(part) === null ? [named(part, lackOf(part))] : []))
  const files = support.untouchedFiles.map((file) => `${file} was never written`)
  const leftOut = support.leftOut === null ? [] : [`it leaves out ${cut(support.leftOut)}`]
  const gap = support.gap === null ? [] : [gapText(support.gap)]
  const hollow = support.hollow === null ? [] : [hollowText(support.hollow)]
  return {
    shown: [...new Set([...gap, ...hollow, ...files, ...leftOut, ...shown])],
    lacking: [...new Set(lacking)],
  }
}

/** What is missing for the item to be supported; empty where it is. */
export function missingOf(support: ItemSupport): readonly string[] {
  const { shown, lacking } = shortfallOf(support)
  return [...shown, ...lacking]
}

/** Why an item is not supported, as a clause behind "but"; empty where it is. */
export function reasonOf(support: ItemSupport): string {
  const { shown, lacking } = shortfallOf(support)
  const lacks = lacking.length === 0 ? [] : [`the log lacks ${lacking.join('; ')}`]
  return [...shown, ...lacks].join('; ')
}

function hollowText({ kind, inPart, call, other, weakening }: Hollow): string {
  const last = `${call.action} (${placeOf(call)})`
  const all = inPart ? 'what was written to the file that it names' : 'all that was written for it'
  switch (kind) {
    case 'undone':
      return `${all} was undone: ${last}${other === null || other === call ? '' : `, then ${other.action} (${placeOf(other)})`}`
    case 'stub':
      return `${all} is a stub: ${last}`
    case 'comments':
      return `${all} is comments: ${last}`
    case 'silenced': {
      const failed = other === null ? '' : ` after ${labelOf(other)} (${placeOf(other)}) had failed`
      return `${weakening ?? 'a check was weakened'}${failed}, and nothing else was changed: ${last}`
    }
    case 'unproven':
      return `${other === null ? 'what failed' : `${labelOf(other)} (${placeOf(other)}) had failed, and`} no run passes after the last change: ${last}`
  }
}

function gapText(gap: Gap): string {
  if (gap === 'after-log') return 'the rest of the recording, which was not read'
  if (gap === 'todo-calls-only') return 'no other work was seen: only todo calls come to this session'
  if (gap === 'pruned')
    return 'the item was in the list before the turns that are left; what was done in those that were pruned is not known'
  if (gap === 'before-log')
    return 'the item was in the list before the log begins; what was done before is not in it'
  return gap.kind === 'compaction'
    ? `the log begins with a compaction (${placeOf(gap)}); what was done before is not in it`
    : `what ${labelOf(gap)} (${placeOf(gap)}) did, which the log does not show`
}

/** What the log shows against a part, as a clause; null where it only lacks something. */
function shownOfPart(part: PartSupport): string | null {
  const { lastCheck, checkState, against } = part
  if (lastCheck !== null && checkState !== 'none' && checkState !== 'passed') {
    const run = `the last run, ${labelOf(lastCheck)} (${placeOf(lastCheck)}),`
    const others = against.slice(-shownAgainst).map((call) => `${call.action} (${placeOf(call)})`)
    const more = against.length > shownAgainst ? `${against.length} changes, the last ` : ''
    switch (checkState) {
      case 'failed':
        return `${run} failed`
      case 'environment-failed':
        return `${run} could not run`
      case 'ran-nothing':
        return `${run} ran nothing`
      case 'not-run':
        return `${run} was not let through or not waited for`
      case 'unfinished':
        return `${run} was only started; the log does not show its end`
      case 'partial':
        return `${run} is partial: it stopped before its end`
      case 'inconclusive':
        return `${run} is inconclusive: nothing says how it came out`
      case 'filtered':
        return `${run} is partial: a whole one had failed, ${others.join(', ')}`
      case 'stale':
        return `${run} is stale: after it came ${more}${others.join(', ')}`
    }
  }
  if (part.handedOff) return 'the reader is asked to check it instead'
  return null
}

/** So many of the calls that speak against a check are named. */
const shownAgainst = 2

/** What the log lacks for a part, and what comes nearest. */
function lackOf(part: PartSupport): string {
  const wanted = wantedFor(part.need)
  const nearest = part.credits.find(({ credit }) => credit >= nearFrom)
  if (nearest === undefined) return wanted
  const { work } = nearest.link
  return `${wanted} (nearest: ${actionOf(work, nearest.weighed.what)}, ${placeOf(work)})`
}

/** From this credit on a piece of work is near to what is wanted. */
const nearFrom = 0.15

function wantedFor(need: Need): string {
  switch (need.kind) {
    case 'check':
      if (need.checks.length > 0) return `a ${need.checks.join(' or ')} run`
      return need.functional ? 'a run that shows it at work' : 'a test, build or other check'
    case 'inspection':
      return 'a run, or reading with findings'
    case 'write':
      return 'a change made for it'
    case 'execute':
      return 'the command'
    case 'reading':
      return 'reads or searches for it'
    case 'prose':
      return 'the text'
    case 'delegation':
      return 'a sub-agent'
    case 'anything':
    case 'nothing':
      return 'any work for it'
  }
}

/** Where a piece of work stands: its line in the recorded file, or else its event. */
export function placeOf({ source, seq }: Work): string {
  return source === null ? `event ${seq}` : `line ${source.line}`
}

/** A piece of work in one line, cut. */
export function labelOf(work: Work): string {
  return work.kind === 'call' ? work.label : 'a message'
}

/** A text in quotation marks on one line, cut. */
export function quoted(text: string): string {
  return `"${cut(text)}"`
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/**
 * What would make the completion supported.
 * @param commandFor the command that makes such a check in this project, that of the last one where there is one; null
 * where the log does not show one
 */
export function wouldChangeOf(
  support: ItemSupport,
  commandFor: (checks: readonly CheckKind[], last: CallWork | null) => string | null = () => null,
): readonly string[] {
  if (support.support >= supportedFrom) return []
  if (support.gap === 'todo-calls-only') return ["the client's own recording of the session"]
  const needed = support.parts
    .filter((part) => part.support < supportedFrom)
    .map(({ need, lastCheck }) => {
      const command = need.kind === 'check' ? commandFor(need.checks, lastCheck) : null
      return command === null ? neededFor(need) : `Run: ${command}`
    })
  const leftOut = support.leftOut === null ? [] : [`work for what it leaves out: ${cut(support.leftOut)}`]
  const files = support.untouchedFiles.map((file) => `a write of ${file}`)
  return [...new Set([...files, ...leftOut, ...needed])]
}

function neededFor(need: Need): string {
  switch (need.kind) {
    case 'check':
      if (need.checks.length > 0) return `a ${need.checks.join(' or ')} run that passes, before the mark`
      return need.functional
        ? 'running the thing itself (a test, the program, a page, a request) before the mark'
        : 'a test, build or other check that passes, before the mark'
    case 'inspection':
      return 'reading or running what is to be checked after the last write, with the findings written down'
    case 'write':
      return 'a change made for it, before the mark'
    case 'execute':
      return 'the command itself, run to its end'
    case 'reading':
      return 'reads or searches for it, before the mark'
    case 'prose':
      return 'the text itself, written before the mark or right after it'
    case 'delegation':
      return 'a sub-agent and its report'
    case 'anything':
    case 'nothing':
      return 'any work for it, before the mark'
  }
}
