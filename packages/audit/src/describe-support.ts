/** Says for people what a completion rests on, what is missing, and what would change the verdict. */

import type { EvidenceEntry } from './audit-result.js'
import type { CheckKind } from './evidence/calls/call-description.js'
import type { Hollow } from './evidence/support/hollow.js'
import type { Gap, ItemSupport } from './evidence/support/item-support.js'
import type { CheckState } from './evidence/support/last-check.js'
import { supportedFrom } from './evidence/support/limits.js'
import type { Link } from './evidence/support/links.js'
import type { Credit, PartSupport } from './evidence/support/part-support.js'
import { type CallWork, succeeded, type Work } from './evidence/work/work.js'
import { needWords } from './need-words.js'

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

/** One thing that keeps an item from being supported. */
export interface Shortfall {
  /** A clause: "the last run, npm test (line 12), failed". */
  readonly text: string
  /** The work that it is about, or null. */
  readonly work: Work | null
  /** The call whose output says so, or null. */
  readonly said: CallWork | null
}

/** What keeps an item from being supported. */
export interface Shortfalls {
  /** Where evidence may lie that the log does not show, or null. */
  readonly gap: Shortfall | null
  /** What the log shows against it. */
  readonly shown: readonly Shortfall[]
  /** The parts of which the log only lacks something. */
  readonly lacking: readonly PartSupport[]
}

/** What keeps an item from being supported; nothing where it is. */
export function shortfallsOf(support: ItemSupport): Shortfalls {
  if (support.support >= supportedFrom) return { gap: null, shown: [], lacking: [] }
  const gap = support.gap === null ? null : gapShortfall(support.gap)
  // Of work that is not told, nothing is known to lack.
  if (support.gap === 'todo-calls-only') return { gap, shown: [], lacking: [] }
  const unmet = support.parts.filter((part) => part.support < supportedFrom)
  return {
    gap,
    shown: [
      ...(support.hollow === null ? [] : [hollowShortfall(support.hollow)]),
      ...support.untouchedFiles.map((file) => plainShortfall(`${file} was never written`)),
      ...(support.leftOut === null ? [] : [plainShortfall(`it leaves out ${cut(support.leftOut)}`)]),
      ...unmet.flatMap((part) => {
        const shown = shownOfPart(part)
        return shown === null ? [] : [{ ...shown, text: ofPart(part, shown.text, support) }]
      }),
    ],
    lacking: unmet.filter((part) => shownOfPart(part) === null),
  }
}

/** A text about one part, with the part's own where the item has several. */
export function ofPart({ need }: PartSupport, text: string, { parts }: ItemSupport): string {
  return parts.length > 1 ? `${quoted(need.text)}: ${text}` : text
}

function plainShortfall(text: string): Shortfall {
  return { text, work: null, said: null }
}

/** What the log shows against an item, and what it lacks, each once. */
function textsOf(support: ItemSupport): {
  readonly shown: readonly string[]
  readonly lacking: readonly string[]
} {
  const { gap, shown, lacking } = shortfallsOf(support)
  return {
    shown: [...new Set([...(gap === null ? [] : [gap]), ...shown].map(({ text }) => text))],
    lacking: [...new Set(lacking.map((part) => ofPart(part, lackOf(part), support)))],
  }
}

/** What is missing for the item to be supported; empty where it is. */
export function missingOf(support: ItemSupport): readonly string[] {
  const { shown, lacking } = textsOf(support)
  return [...shown, ...lacking]
}

/** Why an item is not supported, as a clause behind "but"; empty where it is. */
export function reasonOf(support: ItemSupport): string {
  const { shown, lacking } = textsOf(support)
  const lacks = lacking.length === 0 ? [] : [`the log lacks ${lacking.join('; ')}`]
  return [...shown, ...lacks].join('; ')
}

/** What is wrong with all that was written; where a run had failed, its output says so. */
function hollowShortfall(hollow: Hollow): Shortfall {
  const failed = hollow.kind === 'silenced' || hollow.kind === 'unproven' ? hollow.other : null
  return { text: hollowText(hollow), work: hollow.call, said: failed }
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

function gapShortfall(gap: Gap): Shortfall {
  return { text: gapText(gap), work: typeof gap === 'string' ? null : gap, said: null }
}

function gapText(gap: Gap): string {
  if (gap === 'after-log') return 'the rest of the recording, which was not read'
  if (gap === 'todo-calls-only') return 'no other work was seen: only todo calls come to this session'
  if (gap === 'before-log')
    return 'the item was in the list before the log begins; what was done before is not in it'
  return gap.kind === 'compaction'
    ? `the log begins with a compaction (${placeOf(gap)}); what was done before is not in it`
    : `what ${labelOf(gap)} (${placeOf(gap)}) did, which the log does not show`
}

/** What the log shows against a part; null where it only lacks something. */
function shownOfPart(part: PartSupport): Shortfall | null {
  const { lastCheck, checkState } = part
  if (lastCheck !== null && checkState !== 'none' && checkState !== 'passed') {
    const run = `the last run, ${labelOf(lastCheck)} (${placeOf(lastCheck)}),`
    const text = `${run} ${runText(part, checkState)}`
    // What makes it stale, or what failed before it, is what was found.
    const against = part.against.at(-1) ?? lastCheck
    if (checkState === 'stale') return { text, work: against, said: null }
    return { text, work: lastCheck, said: checkState === 'filtered' ? against : lastCheck }
  }
  if (part.handedOff) return plainShortfall('the reader is asked to check it instead')
  return null
}

function runText({ against }: PartSupport, state: Exclude<CheckState, 'none' | 'passed'>): string {
  const others = against.slice(-shownAgainst).map((call) => `${call.action} (${placeOf(call)})`)
  switch (state) {
    case 'failed':
      return 'failed'
    case 'environment-failed':
      return 'could not run'
    case 'ran-nothing':
      return 'ran nothing'
    case 'not-run':
      return 'was not let through or not waited for'
    case 'unfinished':
      return 'was only started; the log does not show its end'
    case 'partial':
      return 'is partial: it stopped before its end'
    case 'inconclusive':
      return 'is inconclusive: nothing says how it came out'
    case 'filtered':
      return `is partial: a whole one had failed, ${others.join(', ')}`
    case 'stale':
      return against.length > shownAgainst
        ? `is stale: ${against.length} changes came after it, the last ${shownAgainst}: ${others.join(', ')}`
        : `is stale: after it the agent ${others.join(' and ')}`
  }
}

/** So many of the calls that speak against a check are named. */
const shownAgainst = 2

/** What the log lacks for a part, and what comes nearest. */
function lackOf(part: PartSupport): string {
  const wanted = needWords(part.need).wanted
  const nearest = nearestOf(part)
  return nearest === null ? wanted : `${wanted} (nearest: ${nearest.text}, ${placeOf(nearest.work)})`
}

/** What comes nearest to what a part wants, and what it is; null where nothing does. */
export function nearestOf({ credits }: PartSupport): { readonly text: string; readonly work: Work } | null {
  const nearest = credits.find(({ credit }) => credit >= nearFrom)
  if (nearest === undefined) return null
  const { work } = nearest.link
  return { text: actionOf(work, nearest.weighed.what), work }
}

/** From this credit on a piece of work is near to what is wanted. */
const nearFrom = 0.15

/** Where a piece of work stands: its line in the recorded file, or else its event. */
export function placeOf({ source, seq }: Pick<Work, 'source' | 'seq'>): string {
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

/** A text on one line, of so many characters at most. */
export function cut(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
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
      return command === null ? needWords(need).needed : `Run: ${command}`
    })
  const leftOut = support.leftOut === null ? [] : [`work for what it leaves out: ${cut(support.leftOut)}`]
  const files = support.untouchedFiles.map((file) => `a write of ${file}`)
  return [...new Set([...files, ...leftOut, ...needed])]
}
