/** Which of the tools that a call runs, or that its output shows, has the word on how it came out. */

import type { CallDescription, ToolReport } from '../calls/call.js'
import { badIn, passedIn } from './counts.js'
import type { Verdict } from './signs.js'
import { quoted } from './text.js'
import type { Reading } from './tool.js'
import { tools } from './tools/index.js'

/** One tool's reading, with how it is known that the tool ran. */
interface Heard extends Reading {
  /** True where a command of the call runs the tool, false where only the output is of it. */
  readonly own: boolean
}

/**
 * What the tools say: the worst of what was said, where a tool's own summary outweighs single lines, and where a later
 * summary that passed outweighs what another tool seems to have printed within it.
 * @param trusted true where the exit status is the check's own and good
 */
export function readReport(
  call: CallDescription,
  text: string,
  lines: readonly string[],
  trusted: boolean,
): ToolReport | null {
  const heard = tools
    .flatMap((tool): readonly Heard[] => {
      const own = call.commands.some((command) => tool.recognises(command))
      const reading = own || tool.recognisesOutput(text) ? tool.read(lines, trusted) : null
      return reading === null ? [] : [{ ...reading, own }]
    })
    .sort((one, other) => weightOf(other) - weightOf(one))
  const passed = heard.filter(({ report }) => report.result === 'passed' && report.summary)
  const outweighed = ({ at, own, report }: Heard) =>
    !own && passed.some((one) => one.at > at && (trusted || !report.summary) && one.report.kind !== null)
  const ran = ({ own, report: { result, kind } }: Heard) =>
    result === 'passed' && (own ? kind !== null : kind === 'test')
  const of = (result: ToolReport['result']) =>
    heard.find((one) => one.report.result === result && !outweighed(one))?.report
  // Nothing at all was run only where nobody says that something was.
  const nothing = heard.some(ran)
    ? undefined
    : heard.find(({ report }) => report.result === 'ran-nothing')?.report
  return of('failed') ?? nothing ?? of('partial') ?? of('unfinished') ?? of('passed') ?? null
}

/** Tools that the command names come first, then those that sum up, tests before the rest. */
function weightOf({ own, report: { kind, summary, tool } }: Heard): number {
  return (own ? 8 : 0) + (tool === 'task-runner' ? -20 : 0) + (summary ? 2 : 0) + (kind === 'test' ? 1 : 0)
}

/** What a counting line says where no tool of a known family speaks: only its form is known. */
export function reportOfSummary({ summary }: Verdict): ToolReport | null {
  if (summary === null) return null
  const { line, counts } = summary
  const isTest = /\b(?:tests?|examples?|specs?|scenarios?|suites?|passed|passing|pass)\b/i.test(line)
  const ran = badIn(counts) > 0 || passedIn(counts) !== 0
  return {
    tool: 'summary',
    kind: isTest ? 'test' : 'lint',
    result: badIn(counts) > 0 ? 'failed' : ran ? 'passed' : 'ran-nothing',
    passed: passedIn(counts),
    failed: counts.failed,
    skipped: counts.skipped,
    errors: counts.errors,
    warnings: counts.warnings,
    summary: true,
    line: quoted(line),
  }
}

/** True where a command of the call runs a tool that prints nothing when all is well. */
export function isSilent({ commands }: CallDescription): boolean {
  return commands.some((command) => tools.some((tool) => tool.silent && tool.recognises(command)))
}

/** True where what passed and what failed stand on lines of their own in what the tool prints. */
export function countsApart({ tool }: ToolReport): boolean {
  return tools.some((one) => one.id === tool && one.apart)
}
