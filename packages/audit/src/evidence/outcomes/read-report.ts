/** Which of the tools that a call runs, or that its output shows, has the word on how it came out. */

import type { CallDescription } from '../calls/call-description.js'
import type { Reading } from './tool.js'
import type { ToolReport } from './tool-report.js'
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
  const heard = tools.flatMap((tool): readonly Heard[] => {
    const own = call.commands.some((command) => tool.recognises(command))
    const reading = own || tool.recognisesOutput(text) ? tool.read(lines, trusted) : null
    return reading === null ? [] : [{ ...reading, own }]
  })
  if (heard.length === 0) return null
  const passed = heard.filter(({ report }) => report.result === 'passed' && report.summary)
  const outweighed = ({ at, own, report }: Heard) =>
    !own && passed.some((one) => one.at > at && (trusted || !report.summary) && one.report.kind !== null)
  const of = (result: ToolReport['result']) =>
    heard.filter((one) => one.report.result === result && !outweighed(one)).sort(byWeight)[0]?.report
  return of('failed') ?? nothingOf(heard) ?? of('partial') ?? of('unfinished') ?? of('passed') ?? null
}

/** Nothing at all was run only where nobody says that something was. */
function nothingOf(heard: readonly Heard[]): ToolReport | undefined {
  const ran = ({ report }: Heard) => report.result === 'passed' && report.kind !== null
  if (heard.some((one) => ran(one) && (one.own || one.report.kind === 'test'))) return undefined
  return heard.filter(({ report }) => report.result === 'ran-nothing').sort(byWeight)[0]?.report
}

/** Tools that the command names come first, then those that sum up, tests before the rest. */
function byWeight(one: Heard, other: Heard): number {
  return weightOf(other) - weightOf(one)
}

function weightOf({ own, report }: Heard): number {
  const { kind, summary, tool } = report
  return (own ? 8 : 0) + (tool === 'task-runner' ? -20 : 0) + (summary ? 2 : 0) + (kind === 'test' ? 1 : 0)
}

/** True where a command of the call runs a tool that prints nothing when all is well. */
export function isSilent({ commands }: CallDescription): boolean {
  return commands.some((command) => tools.some((tool) => tool.silent && tool.recognises(command)))
}

/** True where what passed and what failed stand on lines of their own in what the tool prints. */
export function countsApart({ tool }: ToolReport): boolean {
  return tools.some((one) => one.id === tool && one.apart)
}
