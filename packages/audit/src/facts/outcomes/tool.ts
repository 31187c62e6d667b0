/** How a tool is recognised, and how what it prints of its own run is read. */

import type { CheckKind, CommandDescription, ReportResult, ToolReport } from '../calls/call.js'
import { wordSet } from '../shell/words.js'
import { badIn, type Counts, countsIn, latestOf, noCounts, passedIn, sumOf } from './counts.js'
import { quoted } from './text.js'

/**
 * One family of tools. Each pattern is tried on single lines, cut to a thousand characters, and must be linear: every
 * repetition is bounded or anchored.
 */
export interface ToolForm {
  /** Its name. */
  readonly id: string
  /** What it checks; null where what it does is no check. */
  readonly kind: CheckKind | null
  /** The programs by which it is run, with spaces between; only where they run a check of its kind. */
  readonly programs?: string
  /** Says more of a command that runs it, where the program alone does not say it. */
  readonly command?: (command: CommandDescription) => boolean
  /** What it prints and nobody else, somewhere in its output. With the flag `m`. */
  readonly prints: RegExp
  /** Lines in which it sums up, with counts. */
  readonly summary?: readonly RegExp[]
  /** Lines in which it sums up that all is well, and counts nothing bad. */
  readonly success?: readonly RegExp[]
  /** Lines in which it sums up that it failed. */
  readonly failed?: readonly RegExp[]
  /** Single lines that only a failed run prints; its own summary outweighs them. */
  readonly marks?: readonly RegExp[]
  /** Lines in which it says that there was nothing to check. */
  readonly nothing?: readonly RegExp[]
  /** Lines in which it says that it stopped before all was run. */
  readonly partial?: readonly RegExp[]
  /** Lines in which it says that it still works. */
  readonly unfinished?: readonly RegExp[]
  /** A line with which a new run of it begins, so that what stands before is over. */
  readonly again?: RegExp
  /** True where it sums up once for each of several parts, and all of them count. */
  readonly adds?: boolean
  /** True where what passed and what failed are counted on lines of their own, so that a search may drop one. */
  readonly apart?: boolean
  /** True where it prints nothing when all is well. */
  readonly silent?: boolean
}

/** A family of tools that can be asked. */
export interface Tool extends Pick<ToolForm, 'id' | 'kind' | 'apart' | 'silent'> {
  /** True where the command runs it. */
  recognises(command: CommandDescription): boolean
  /** True where the output is of it. */
  recognisesOutput(text: string): boolean
  /**
   * What it says of its own run, or null where it says nothing of how that came out.
   * @param lines of its output, capped
   * @param lastCounts true where the exit status is its own and good, so that only its last word counts
   */
  read(lines: readonly string[], lastCounts: boolean): Reading | null
}

/** What a tool says, and where it said it. */
export interface Reading {
  /** What it says. */
  readonly report: ToolReport
  /** The number of the line, from 0. */
  readonly at: number
}

/** Makes a family of tools of its description. */
export function defineTool(form: ToolForm): Tool {
  const { id, kind, prints, apart = false, silent = false } = form
  const programs = wordSet(form.programs ?? '')
  return {
    id,
    kind,
    apart,
    silent,
    recognises: (command) =>
      (programs.has(command.program) && command.checks.some((check) => check === kind)) ||
      (form.command?.(command) ?? false),
    recognisesOutput: (text) => prints.test(text),
    read: (lines, lastCounts) => reportOf(form, signsIn(form, lines), lastCounts),
  }
}

/** A line that says something of a run. */
interface Sign {
  readonly at: number
  readonly line: string
  readonly says: 'good' | 'bad' | 'mark' | 'nothing' | 'partial' | 'unfinished'
  readonly counts: Counts
}

function signsIn(form: ToolForm, lines: readonly string[]): readonly Sign[] {
  let found: Sign[] = []
  lines.forEach((line, at) => {
    if (form.again?.test(line) === true) found = []
    const sign = signOf(form, line)
    if (sign !== null) found.push({ at, line, ...sign })
  })
  return found
}

function signOf(form: ToolForm, line: string): Pick<Sign, 'says' | 'counts'> | null {
  const counts = matches(form.summary, line) ? countsIn(line) : null
  if (matches(form.nothing, line)) return { says: 'nothing', counts: counts ?? noCounts }
  if (counts !== null) return { says: saidBy(form, counts), counts }
  if (matches(form.partial, line)) return { says: 'partial', counts: noCounts }
  if (matches(form.failed, line)) return { says: 'bad', counts: noCounts }
  if (matches(form.success, line)) return { says: 'good', counts: noCounts }
  if (matches(form.unfinished, line)) return { says: 'unfinished', counts: noCounts }
  return matches(form.marks, line) ? { says: 'mark', counts: noCounts } : null
}

function matches(patterns: readonly RegExp[] | undefined, line: string): boolean {
  return patterns?.some((pattern) => pattern.test(line)) === true
}

/** Tests that are counted, and none of which ran, are nothing. */
function saidBy({ kind, apart }: ToolForm, counts: Counts): Sign['says'] {
  if (badIn(counts) > 0) return 'bad'
  const onlySkipped =
    apart !== true && counts.passed === null && counts.total === null && counts.skipped !== null
  return kind === 'test' && (passedIn(counts) === 0 || onlySkipped) ? 'nothing' : 'good'
}

/** So many lines may stand between those of one summary. */
const summaryLines = 8

/** The signs of the last summary alone. */
function lastBlock(signs: readonly Sign[]): readonly Sign[] {
  const sums = signs.filter(({ says }) => says === 'good' || says === 'bad' || says === 'nothing')
  let first = sums.at(-1)
  for (const sign of sums.toReversed()) {
    if (first === undefined || first.at - sign.at > summaryLines) break
    first = sign
  }
  const from = first?.at ?? 0
  return signs.filter(({ at }) => at >= from)
}

function reportOf(form: ToolForm, signs: readonly Sign[], lastCounts: boolean): Reading | null {
  const told = lastCounts && form.adds !== true ? lastBlock(signs) : signs
  const sums = told.filter(({ says }) => says === 'good' || says === 'bad')
  const sure = sums.length > 0
  const bad = sums.find(({ says }) => says === 'bad')
  const end = sums.at(-1)
  const mark = told.find(({ says, at }) => says === 'mark' && (end === undefined || at > end.at))
  const nothing = told.find(({ says }) => says === 'nothing')
  const partial = told.find(({ says }) => says === 'partial')
  const waits = told.findLast(({ says }) => says === 'unfinished')
  const counts = countsOf(form, told)
  const say = (result: ReportResult, { line, at }: Sign, summary = true): Reading => ({
    report: report(form, counts, result, line, summary),
    at,
  })
  // Where one part ran nothing, the others still ran; what could not be found at all is no failure of the work.
  const ran = form.adds === true ? sure : (counts.failed ?? 0) > 0 || (passedIn(counts) ?? 0) > 0
  if (nothing !== undefined && !ran) return say('ran-nothing', nothing)
  if (bad !== undefined) return say('failed', bad)
  if (mark !== undefined) return say('failed', mark, false)
  if (partial !== undefined) return say('partial', partial)
  if (waits !== undefined && (end === undefined || (waits.at > end.at && counts === noCounts)))
    return say('unfinished', waits)
  if (end !== undefined) return say('passed', end)
  return null
}

function countsOf(form: ToolForm, signs: readonly Sign[]): Counts {
  const counted = signs.map(({ counts }) => counts).filter((counts) => counts !== noCounts)
  if (form.adds === true) return counted.reduce(sumOf, noCounts)
  return form.apart === true ? counted.reduce(latestOf, noCounts) : (counted.at(-1) ?? noCounts)
}

function report(
  { id, kind }: Pick<ToolForm, 'id' | 'kind'>,
  counts: Counts,
  result: ReportResult,
  line: string,
  summary: boolean,
): ToolReport {
  const { failed, skipped, errors, warnings } = counts
  return {
    tool: id,
    kind,
    result,
    passed: passedIn(counts),
    failed,
    skipped,
    errors,
    warnings,
    summary,
    line: quoted(line),
  }
}
