/** Says for people what a completion rests on, what is missing, and what would change the verdict. */

import type { EvidenceEntry } from './audit-result.js'
import type { Need } from './evidence/items/item-class.js'
import type { Gap, ItemSupport } from './evidence/support/item-support.js'
import { supportedFrom } from './evidence/support/limits.js'
import type { Link } from './evidence/support/links.js'
import type { Credit, PartSupport } from './evidence/support/part-support.js'
import { succeeded, type Work } from './evidence/work/work.js'

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
  return link.place === 'within' ? 'in the span of the item' : 'before the item was started'
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

/** What is missing for the item to be supported; empty where it is. */
export function missingOf(support: ItemSupport): readonly string[] {
  if (support.support >= supportedFrom) return []
  const several = support.parts.length > 1
  const missing = support.parts
    .filter((part) => part.support < supportedFrom)
    .map((part) => (several ? `${quoted(part.need.text)}: ${missingOfPart(part)}` : missingOfPart(part)))
  const files = support.untouchedFiles.map((file) => `${file} was never written`)
  const leftOut = support.leftOut === null ? [] : [`left out: ${cut(support.leftOut)}`]
  const gap = support.gap === null ? [] : [gapText(support.gap)]
  return [...new Set([...gap, ...files, ...leftOut, ...missing])]
}

function gapText(gap: Gap): string {
  if (gap === 'before-log')
    return 'the item was in the list before the log begins; what was done before is not in it'
  return gap.kind === 'compaction'
    ? `the log begins with a compaction (${placeOf(gap)}); what was done before is not in it`
    : `what ${labelOf(gap)} (${placeOf(gap)}) did, which the log does not show`
}

function missingOfPart(part: PartSupport): string {
  const { need, lastCheck, checkState } = part
  if (lastCheck !== null && checkState !== 'none' && checkState !== 'passed') {
    const call = `${labelOf(lastCheck)} (${placeOf(lastCheck)})`
    if (checkState === 'filtered')
      return `the last check was filtered after an unfiltered one had failed: ${call}`
    if (checkState === 'environment-failed') return `the last check could not run: ${call}`
    return `the last check failed: ${call}`
  }
  if (part.stale) return 'a check after the last change'
  const wanted = wantedFor(need)
  if (part.handedOff) return `${wanted}: the reader is asked to do it instead`
  return part.support > 0.15 ? `${wanted}: what there is fits only loosely` : wanted
}

function wantedFor(need: Need): string {
  switch (need.kind) {
    case 'check':
      if (need.checks.length > 0) return `a ${need.checks.join(' or ')} run`
      return need.functional ? 'a run that shows it at work' : 'a test, build or other check'
    case 'inspection':
      return 'a run, or reading with findings'
    case 'write':
      return 'a write'
    case 'execute':
      return 'the command'
    case 'reading':
      return 'reads or searches'
    case 'prose':
      return 'the text'
    case 'delegation':
      return 'a sub-agent'
    case 'anything':
    case 'nothing':
      return 'any work'
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

/** What would make the completion supported. */
export function wouldChangeOf(support: ItemSupport): readonly string[] {
  if (support.support >= supportedFrom) return []
  const needed = support.parts
    .filter((part) => part.support < supportedFrom)
    .map(({ need }) => neededFor(need))
  const leftOut =
    support.leftOut === null ? [] : [`work that covers what was left out: ${cut(support.leftOut)}`]
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
      return 'a write that belongs to the item'
    case 'execute':
      return 'the command itself, run to its end'
    case 'reading':
      return 'reads or searches that belong to the item'
    case 'prose':
      return 'the text itself, written before the mark or right after it'
    case 'delegation':
      return 'a sub-agent and its report'
    case 'anything':
    case 'nothing':
      return 'any work that belongs to the item'
  }
}
