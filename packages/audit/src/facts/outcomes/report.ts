/** What the tools that a call runs, or that its output shows, say of how it came out. */

import type { CallDescription, CheckKind, ToolReport } from '../calls/call.js'
import { badIn, type Counts, countsIn, joinedCounts, noCounts, passedIn } from './counts.js'
import type { Verdict } from './signs.js'
import { quoted } from './text.js'
import { defineTool, type Patterns, type Tool } from './tool.js'
import { checkers } from './tools/checks.js'
import { operations } from './tools/operations.js'
import { testRunners } from './tools/tests.js'

/** The families of tools whose word is understood. Another one is an entry in one of these tables. */
export const tools: readonly Tool[] = [...testRunners, ...checkers, ...operations].map(defineTool)

/** A line that says something of a run. */
interface Sign {
  readonly at: number
  readonly line: string
  readonly says: 'good' | 'bad' | 'mark' | 'nothing' | 'partial' | 'unfinished'
  /** `noCounts` where it counts nothing. */
  readonly counts: Counts
}

/** What a tool says. */
interface Reading {
  readonly report: ToolReport
  /** The number of the line that decides. */
  readonly at: number
  /** True where a command of the call runs the tool, false where only the output is of it. */
  readonly own: boolean
}

/**
 * The worst of what was said, where a tool's own summary outweighs single lines, and a later summary that passed
 * outweighs what another tool seems to have printed within it.
 * @param lines of the output, capped
 * @param trusted true where the exit status is the check's own and good, so that only a tool's last word counts
 */
export function readReport(
  { commands }: CallDescription,
  text: string,
  lines: readonly string[],
  trusted: boolean,
): ToolReport | null {
  const linters = tools.filter(({ kinds, isRunBy }) => kinds[0] === 'lint' && commands.some(isRunBy))
  const readings = tools
    .flatMap((tool): readonly Reading[] => {
      const runs = commands.filter((command) => tool.isRunBy(command))
      const own = runs.length > 0
      // Linters print each other's words.
      const isForeign = linters.length > 0 && tool.kinds[0] === 'lint'
      if (!own && (isForeign || !tool.printed(text))) return []
      const kind = runs.flatMap(({ checks }) => checks).find((check) => tool.kinds.includes(check))
      const told = readingOf(tool, kind ?? tool.kinds[0] ?? null, signsIn(tool, lines, trusted), trusted)
      return told === null ? [] : [{ ...told, own }]
    })
    .sort((one, other) => weightOf(other) - weightOf(one))
  const passed = readings.filter(({ report }) => report.result === 'passed' && report.summary)
  const isOutweighed = ({ at, own, report }: Reading) =>
    !own && passed.some((one) => one.at > at && (trusted || !report.summary) && one.report.kind !== null)
  // Nothing at all was run only where nobody says that something was.
  const ranSome = readings.some(
    ({ own, report: { result, kind } }) => result === 'passed' && (own ? kind !== null : kind === 'test'),
  )
  for (const result of ['failed', 'ran-nothing', 'in-part', 'end-unseen', 'passed']) {
    const found = readings.find(
      (one) => one.report.result === result && (result === 'ran-nothing' ? !ranSome : !isOutweighed(one)),
    )
    if (found !== undefined) return found.report
  }
  return null
}

/** Tools that the command names come first, then those that sum up, tests before the rest. */
function weightOf({ own, report: { kind, summary, tool } }: Reading): number {
  return (own ? 8 : 0) + (tool === 'task-runner' ? -20 : 0) + (summary ? 2 : 0) + (kind === 'test' ? 1 : 0)
}

function signsIn(tool: Tool, lines: readonly string[], trusted: boolean): readonly Sign[] {
  let found: Sign[] = []
  lines.forEach((line, at) => {
    if (tool.again?.test(line) === true) found = []
    const counts = matches(tool.summary, line) ? countsIn(line) : null
    const says = saidBy(tool, line, counts, trusted)
    if (says !== null) found.push({ at, line, says, counts: counts ?? noCounts })
  })
  return found
}

function saidBy(tool: Tool, line: string, counts: Counts | null, trusted: boolean): Sign['says'] | null {
  if (matches(tool.nothing, line)) return 'nothing'
  if (counts !== null) {
    if (badIn(counts, trusted) > 0) return 'bad'
    // Tests that are counted, and none of which ran, are nothing.
    const { passed, total, skipped } = counts
    const onlySkipped = tool.counts !== 'apart' && passed === null && total === null && skipped !== null
    return tool.kinds[0] === 'test' && (passedIn(counts) === 0 || onlySkipped) ? 'nothing' : 'good'
  }
  if (matches(tool.partial, line)) return 'partial'
  if (matches(tool.failed, line)) return 'bad'
  if (matches(tool.success, line)) return 'good'
  if (matches(tool.unfinished, line)) return 'unfinished'
  // What a linter found and does not fail on is no failure, unless it calls it an error.
  const isHint = trusted && tool.kinds[0] === 'lint' && !/\berror\b/.test(line)
  return !isHint && matches(tool.marks, line) ? 'mark' : null
}

function matches(patterns: Patterns = [], line: string): boolean {
  return patterns instanceof RegExp ? patterns.test(line) : patterns.some((pattern) => pattern.test(line))
}

/** So many lines may stand between those of one summary. */
const summaryLines = 8

/** The signs from the last summary on. */
function lastBlock(signs: readonly Sign[]): readonly Sign[] {
  const sums = signs.filter(({ says }) => says === 'good' || says === 'bad' || says === 'nothing')
  let from = sums.at(-1)?.at ?? 0
  for (const { at } of sums.toReversed()) {
    if (from - at > summaryLines) break
    from = at
  }
  return signs.filter(({ at }) => at >= from)
}

function readingOf(
  tool: Tool,
  kind: CheckKind | null,
  all: readonly Sign[],
  trusted: boolean,
): Omit<Reading, 'own'> | null {
  const adds = tool.counts === 'added'
  const signs = trusted && !adds ? lastBlock(all) : all
  const counted = signs.map(({ counts }) => counts).filter((counts) => counts !== noCounts)
  const counts = tool.counts === undefined ? (counted.at(-1) ?? noCounts) : joinedCounts(counted, adds)
  const first = (...says: readonly Sign['says'][]) => signs.find((sign) => says.includes(sign.says))
  const end = signs.findLast(({ says }) => says === 'good' || says === 'bad')
  const mark = signs.find(({ says, at }) => says === 'mark' && (end === undefined || at > end.at))
  const waits = signs.findLast(({ says }) => says === 'unfinished')
  const [nothing, partial] = [first('nothing'), first('partial')]
  // A line that counts says more than one that only tells of a failure.
  const bad = signs.find((sign) => sign.says === 'bad' && sign.counts !== noCounts) ?? first('bad')
  const say = (result: ToolReport['result'], { line, at }: Sign, summary = true) => ({
    at,
    report: reportOf(tool.id, kind, counts, result, line, summary),
  })
  // Where one part ran nothing, the others still ran; what could not be found at all is no failure of the work.
  const ran = adds ? end !== undefined : (counts.failed ?? 0) > 0 || (passedIn(counts) ?? 0) > 0
  if (nothing !== undefined && !ran) return say('ran-nothing', nothing)
  if (bad !== undefined) return say('failed', bad)
  if (mark !== undefined) return say('failed', mark, false)
  if (partial !== undefined) return say('in-part', partial)
  if (waits !== undefined && (end === undefined || (waits.at > end.at && counted.length === 0)))
    return say('end-unseen', waits)
  return end === undefined ? null : say('passed', end)
}

function reportOf(
  tool: string,
  kind: CheckKind | null,
  counts: Counts,
  result: ToolReport['result'],
  line: string,
  summary: boolean,
): ToolReport {
  const { failed, errors, problems } = counts
  const bad = (failed ?? errors ?? problems) === null ? null : badIn(counts)
  return { tool, kind, result, passed: passedIn(counts), bad, summary, line: quoted(line) }
}

/** What a counting line says where no tool of a known family speaks: only its form is known. */
export function reportOfSummary({ summary }: Verdict, bad: typeof badIn = badIn): ToolReport | null {
  if (summary === null) return null
  const { line, counts } = summary
  const isTest = /\b(?:tests?|examples?|specs?|scenarios?|suites?|assertions|passed|passing|pass)\b/i.test(
    line,
  )
  const result = bad(counts) > 0 ? 'failed' : passedIn(counts) === 0 ? 'ran-nothing' : 'passed'
  return reportOf('summary', isTest ? 'test' : 'lint', counts, result, line, true)
}

/** True where a command runs a tool of a known family, or is named in the settings: the status is the check's own. */
export function runsKnownTool({ commands }: CallDescription, kind: CheckKind): boolean {
  return commands.some(
    (command) =>
      command.declared ||
      tools.some(
        ({ id, kinds, isRunBy }) => id !== 'task-runner' && kinds.includes(kind) && isRunBy(command),
      ),
  )
}

/** True where a command of the call runs a tool that prints nothing when all is well. */
export function isSilent({ commands }: CallDescription): boolean {
  return commands.some((command) => tools.some((tool) => tool.silent === true && tool.isRunBy(command)))
}

/** True where what passed and what failed stand on lines of their own in what the tool prints. */
export function countsApart({ tool }: ToolReport): boolean {
  return tools.some((one) => one.id === tool && one.counts === 'apart')
}
