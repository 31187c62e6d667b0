/** How a call came out: its exit status and its output are two witnesses, and the worse one counts. */

import type { CallDescription, CallResult, CheckKind, Outcome, ToolReport } from '../calls/call.js'
import { badIn } from './counts.js'
import { type FieldVerdict, readResult } from './fields.js'
import { isOutOfTime, printedExitStatus, refusalIn, statedExitStatus } from './host.js'
import { countsApart, isSilent, readReport, reportOfSummary } from './report.js'
import {
  crashIn,
  isPassed,
  isReady,
  passedLine,
  printedFailure,
  refusedRequest,
  saysPassed,
  surroundingsFailure,
  type Verdict,
  verdictOf,
} from './signs.js'
import { linesOf, quoted, scannedText, withoutFrame } from './text.js'

/** A result as it was read. */
interface Evidence {
  readonly ok: boolean | null
  /** What was printed, capped. */
  readonly text: string
  readonly lines: readonly string[]
  /** The exit status that the host states in the text, or null. */
  readonly status: number | null
  readonly fields: FieldVerdict | null
}

/** What an execute printed, read. */
interface Printed extends Evidence {
  readonly verdict: Verdict
  /** The exit status that the line itself printed, where its own is hidden; else null. */
  readonly shown: number | null
  /** True where the exit status is the check's own and says success. */
  readonly trusted: boolean
  readonly report: ToolReport | null
}

/** Judges how the call came out; at most 40,000 characters of the output are looked at. Linear, never throws. */
export function outcomeOf(call: CallDescription, result: CallResult): Outcome {
  const unmade = notRun(call, result)
  if (unmade !== null) return unmade
  const { text: held, verdict: fields } = readResult(result.output)
  if (fields?.says === 'cancelled' && fields.sure) return unseen('interrupted', fields.field)
  const text = withoutFrame(scannedText(held))
  const evidence: Evidence = {
    ok: result.ok ?? (fields?.sure === true && fields.says === 'good' ? true : null),
    text,
    lines: linesOf(text),
    status: statedExitStatus(scannedText(result.output)),
    fields,
  }
  const isExecute = call.effect === 'execute' || call.checks.length > 0
  const found = isExecute ? judgeExecute(call, evidence) : judgeQuiet(call, evidence)
  const dry = call.dry ? call.commands.find((command) => command.dry) : undefined
  return dry === undefined || found.status !== 'passed'
    ? found
    : outcome('ran-nothing', `${quoted(dry.words.join(' '))} only says what it would do`)
}

/** Line numbers of tools that show files. */
const lineNumber = /^\s{0,8}\d{1,6}(?:→|\t)/

/**
 * What later output of a call says of it, read on its own: of one that still runs, or whose output went into a file
 * that is shown. Null where no tool sums up in it.
 */
export function outcomeShownIn(call: CallDescription, output: string): Outcome | null {
  const text = withoutFrame(scannedText(readResult(output).text))
  const lines = linesOf(text).map((line) => line.replace(lineNumber, ''))
  const report = readReport(call, lines.join('\n'), lines, false)
  if (report?.summary !== true || report.result === 'end-unseen' || !fits(call, report)) return null
  return ofReport(report)
}

function outcome(
  status: Outcome['status'],
  reason: string,
  { inferred = false, line = null, cause = null, report = null }: Partial<Outcome> = {},
): Outcome {
  return { status, inferred, reason, line, cause, report }
}

const inferred = (status: Outcome['status'], reason: string) => outcome(status, reason, { inferred: true })

/** An outcome that one line decided. */
const said = (status: Outcome['status'], line: string, cause: Outcome['cause'] = null) =>
  outcome(status, line, { line, cause })

const reasons = {
  surroundings: 'its surroundings failed',
  refused: 'refused',
  'not-made': 'not made',
  interrupted: 'interrupted',
  'time-up': 'its time was up',
  background: 'left running in the background',
}

function unseen(cause: keyof typeof reasons, line: string | null, report: ToolReport | null = null): Outcome {
  return outcome('end-unseen', reasons[cause], { line, cause, report })
}

/** What a tool says of its own run is as sure as an exit status; single lines are not. */
function ofReport(report: ToolReport): Outcome {
  const { result, bad, kind, line } = report
  // A tool that failed and counts nothing may name the surroundings; what was to be brought out has failed all the same.
  const isBlocked =
    result === 'failed' && !((bad ?? 0) > 0) && kind !== 'deploy' && surroundingsFailure([line]) !== null
  const cause = isBlocked ? 'surroundings' : result === 'end-unseen' ? 'background' : null
  return outcome(result, line, { line, cause, report })
}

const startedInBackground =
  /^(?:Command running in background with ID|Async agent launched|Process running with session ID|\[The command has no new output after )|\nProcess running with session ID \d/
/** What hosts write of a call that did not come through, and record as a success. */
const saysNotDone = /^(?:<tool_use_error>|Command was cancelled by user|\[Request interrupted)/

/** Calls that were refused, not made, or only started. */
function notRun(call: CallDescription, { ok, output }: CallResult): Outcome | null {
  const [first = ''] = output.slice(0, 500).split('\n', 1)
  const last = output.slice(-200).trimEnd().split('\n').at(-1) ?? ''
  const cause = ok !== true || saysNotDone.test(output) ? refusalIn(output) : null
  if (cause !== null) return unseen(cause, quoted(/^\[Command|^<error>Command/.test(last) ? last : first))
  if (ok === false) return null
  const start = startedInBackground.exec(output.slice(0, 1000))
  if (start !== null) return unseen('background', quoted(start.index === 0 ? first : start[0]))
  return call.background && output.trim() === '' ? unseen('background', null) : null
}

function judgeExecute(call: CallDescription, evidence: Evidence): Outcome {
  const { ok, text, lines, status, fields } = evidence
  const shown = call.statusHidden || call.background ? printedExitStatus(call, text) : null
  const isRed = ok === false || (status !== null && status !== 0) || (shown !== null && shown !== 0)
  const isTrusted = !isRed && (ok === true || status === 0) && !call.statusHidden && !hidesWork(call)
  const trusted = isTrusted || shown === 0
  const told = readReport(call, text, lines, trusted)
  // Where a search may have dropped what failed, what passed says nothing.
  const isCut =
    call.filter?.kind === 'lines' && told?.result === 'passed' && told.bad === null && countsApart(told)
  const report = isCut ? null : told
  if (isOutOfTime(lines, shown ?? status)) return judgeTimeUp(call, lines, report)
  const seen: Printed = { ...evidence, verdict: verdictOf(lines), shown, trusted, report }
  if (isRed) return judgeRed(call, seen)
  const contrary = contraryTo(call, seen)
  if (contrary !== null) return contrary
  if ((call.commands.length === 0 || fields?.sure === true) && fields?.says === 'running')
    return unseen('background', fields.field)
  if (isTrusted || (shown === 0 && call.statusHidden)) {
    const summed = report ?? (hasToolKind(call) ? reportOfSummary(seen.verdict, badOf(call, true)) : null)
    if (summed?.summary === true && fits(call, summed)) return ofReport(summed)
    const good = { report, line: call.checks.includes('test') ? passedLine(lines) : null }
    return outcome('passed', status === null && shown === null ? noError : 'exit status 0', good)
  }
  return isCut ? masked : judgeHidden(call, seen)
}

const noError = 'the host recorded no error'

/** A call whose time was up: what it printed by then is all there is. A program that runs until it is stopped has run. */
function judgeTimeUp(call: CallDescription, lines: readonly string[], report: ToolReport | null): Outcome {
  if (report?.summary === true && /^(?:passed|failed)$/.test(report.result)) return ofReport(report)
  const ready = call.checks.includes('run') ? lines.find(isReady) : undefined
  if (ready !== undefined) return said('passed', quoted(ready))
  const line = lines.find((one) => isOutOfTime([one], null))
  return unseen('time-up', line === undefined ? null : quoted(line), report)
}

/** Statuses of commands that were stopped from without, or could not be run. */
const stopped: ReadonlySet<number> = new Set([126, 127, 137, 143, 144])

/** A result that the host or an exit status calls a failure. */
function judgeRed(call: CallDescription, { text, lines, verdict, report, shown, ...host }: Printed): Outcome {
  const status = shown ?? host.status
  const code = codeOf(status)
  const fine = answeredByStatus(call, status, text)
  if (fine !== null) return outcome('passed', fine)
  if (report?.result === 'failed') return ofReport(report)
  if (call.statusHidden && status === 1 && /^(?:e?grep|rg)$/.test(call.commands.at(-1)?.program ?? '')) {
    if (verdict.failure !== null) return said('failed', quoted(verdict.failure))
    return report?.result === 'passed'
      ? ofReport(report)
      : inferred('passed', 'a search in its output found nothing')
  }
  if (report?.result === 'ran-nothing') return ofReport(report)
  // The status is that of another command of the line.
  if (shown === null && hidesAll(call) && report?.result === 'passed' && report.summary)
    return ofReport(report)
  const request = hasToolKind(call) ? null : refusedRequest(call, text, lines)
  if (request !== null) return said('failed', request)
  if (verdict.failure !== null) return said('failed', quoted(verdict.failure))
  if ((status === 7 && call.checks.includes('probe')) || (status !== null && stopped.has(status)))
    return outcome('failed', `${code}: stopped, or could not be run`, { cause: 'surroundings' })
  const surroundings = surroundingsFailure(lines)
  if (surroundings !== null) return said('failed', surroundings, 'surroundings')
  const crash = crashIn(lines) ?? (verdict.doubt === null ? null : quoted(verdict.doubt))
  return crash === null ? outcome('failed', code, { report }) : said('failed', crash)
}

function codeOf(status: number | null): string {
  return status === null ? 'the host recorded an error' : `exit status ${status}`
}

/** True where the call checks nothing, and the exit status of nothing that it runs reaches the host. */
function hidesWork({ checks, commands }: CallDescription): boolean {
  const work = commands.filter(({ effect }) => effect === 'execute')
  return checks.length === 0 && work.length > 0 && work.every(({ statusHidden }) => statusHidden)
}

/** True where the exit status of no check of the call reaches the host. */
function hidesAll({ commands }: CallDescription): boolean {
  const checks = commands.filter(({ verify, deed }) => verify || deed !== null)
  return checks.length > 0 && checks.every(({ statusHidden }) => statusHidden)
}

const searches =
  /^(?:e?grep|fgrep|rg|ag|ack|diff|cmp|test|\[\[?|pgrep|which|lsof|fuser|git|jq|systemctl|command|type|find|ls)$/
const readError =
  /\b(?:fatal:|Permission denied|cannot (?:access|open)|error:|syntax error|not recognized|unrecognized)|No such file or directory|没有那个文件或目录/iu

/** Searches and comparisons end with 1 when they find nothing, package managers where something is outdated. */
function answeredByStatus({ effect, commands }: CallDescription, status: number | null, text: string) {
  if (status !== 1 || effect !== 'read') return null
  if (commands.some(({ words }) => words.slice(1, 4).includes('outdated')))
    return 'exit status 1: some are outdated'
  const isSearch = commands.some(({ program }) => searches.test(program)) && !readError.test(text)
  return isSearch ? 'exit status 1: nothing was found' : null
}

function hasToolKind({ checks }: CallDescription): boolean {
  return checks.some((kind) => /^(?:test|build|lint|typecheck|format)$/.test(kind))
}

/**
 * How many of what any line counts speak against a call. A linter that ends with success has found nothing that it is
 * set to fail on, whatever it calls it.
 */
function badOf({ checks }: CallDescription, succeeded: boolean): typeof badIn {
  const isLinter = checks.length > 0 && checks.every((kind) => kind === 'lint' || kind === 'format')
  return (counts) => (succeeded && isLinter ? (counts.failed ?? 0) : badIn(counts, succeeded))
}

/** What the output says against a success. */
function contraryTo(
  call: CallDescription,
  { text, lines, fields, verdict, trusted, report }: Printed,
): Outcome | null {
  if (report !== null && report.result !== 'passed') return ofReport(report)
  const passed = report?.summary === true
  const ofTool = call.commands.length === 0 && fields !== null ? judgeFields(fields) : null
  if (ofTool !== null && !passed) return ofTool
  // A page holds any words.
  if (call.checks.includes('browser')) return null
  const isTool = hasToolKind(call)
  // The status of an answer says more than the words of its body; no answer at all is a failure of the surroundings.
  const request = isTool ? null : refusedRequest(call, text, lines)
  if (request !== null) return said('failed', request, request === 'HTTP 000' ? 'surroundings' : null)
  if (!passed) {
    const isCounted = verdict.summary !== null && badOf(call, trusted)(verdict.summary.counts) > 0
    if (verdict.failure !== null && isTool && (!trusted || isCounted))
      return said('failed', quoted(verdict.failure))
    const isGood = verdict.success !== null
    // Of what answers, whatever a log beside it says.
    if (!isGood && !trusted && !(call.checks.includes('probe') && lines.length > 3)) {
      const surroundings = surroundingsFailure(lines)
      if (surroundings !== null) return said('failed', surroundings, 'surroundings')
      if (verdict.doubt !== null && isTool) return said('failed', quoted(verdict.doubt))
    }
    const crash = isGood || saysPassed(lines) ? null : crashIn(lines)
    if (crash !== null) return said('failed', crash)
  }
  const looksAtEnd = call.checks.includes('run') || (!trusted && !passed && !isTool)
  const failure = looksAtEnd ? printedFailure(lines, badOf(call, trusted)) : null
  return failure === null ? null : said('failed', failure)
}

function judgeFields({ says, field }: FieldVerdict): Outcome | null {
  if (says === 'bad') return said('failed', field)
  return says === 'cancelled' ? unseen('interrupted', field) : null
}

const masked = inferred('masked', 'its exit status is hidden, and its output does not sum up how it came out')
/** Kinds of checks whose output is the answer itself, and kinds that print nothing when all is well. */
const answers: ReadonlySet<CheckKind> = new Set<CheckKind>(['run', 'probe', 'browser', 'database'])
const quiet: ReadonlySet<CheckKind> = new Set<CheckKind>(['lint', 'typecheck', 'format'])

/** Nothing speaks against it, and its exit status is hidden or was not recorded: how far what it printed goes. */
function judgeHidden(call: CallDescription, { ok, status, lines, verdict, report }: Printed): Outcome {
  const { commands, checks } = call
  if (ok === true && /^(?:test|\[\[?)$/.test(commands.at(-1)?.program ?? ''))
    return outcome('passed', 'what it was held against held')
  // The lines with which package managers and make name what they run are no output of it.
  const isEmpty = lines.every((line) => line.trim() === '' || /^(?:> \S|\$ \S)/.test(line))
  if (checks.includes('probe') && call.statusHidden && isEmpty)
    return outcome('failed', 'the request brought nothing', { inferred: true, cause: 'surroundings' })
  if (report?.result === 'passed' && fits(call, report)) return ofReport(report)
  const summed = reportOfSummary(verdict)
  if (verdict.success !== null)
    return summed === null ? said('passed', quoted(verdict.success)) : ofReport(summed)
  if (call.background) return unseen('background', null)
  // A search for what failed drops nothing that matters.
  const searchesFailures = commands.some(
    ({ program, words }) =>
      /^(?:e?grep|rg)$/.test(program) && /fail|err/i.test(words.slice(1).join(' ').slice(0, 1000)),
  )
  if (searchesFailures && lines.some(isPassed))
    return inferred('passed', 'a search for what passed and failed found nothing that failed')
  if (ok !== true && status !== 0) return inferred('unknown', 'nobody recorded how it ended')
  const shows =
    call.filter?.kind === 'lines'
      ? searchesFailures
      : commands.every((command) => command.checks.length === 0 || !command.outputHidden)
  if (isEmpty && shows && (isSilent(call) || checks.every((kind) => quiet.has(kind))))
    return inferred('passed', 'it printed nothing, as it does when all is well')
  if (checks.every((kind) => answers.has(kind)) && !(isEmpty && checks.length > 0))
    return inferred('passed', 'its exit status is hidden; its output shows no failure')
  return masked
}

/** Packages that were fetched and commits do not say how a check came out. */
function fits({ checks }: CallDescription, { kind }: ToolReport): boolean {
  return kind !== null || checks.length === 0
}

const toolError =
  /^(?:<tool_use_error>|Error:|Error calling tool|MCP error|String to replace not found|File has not been read yet|apply_patch verification failed|### Result\nError:|(?:Unknown|No such) (?:tool|function)\b|Tool \S{1,80} (?:not found|does not exist|failed))/

/** Tools that read, write, think or speak. */
function judgeQuiet(call: CallDescription, { ok, text, lines, status, fields }: Evidence): Outcome {
  if (ok === false || (status !== null && status !== 0)) {
    const fine = answeredByStatus(call, status, text)
    if (fine !== null) return outcome('passed', fine)
    const first = lines.find((one) => one.trim() !== '' && !/^(?:Error: )?Exit code/.test(one))
    const line = first === undefined ? null : quoted(first)
    return outcome('failed', line === null ? codeOf(status) : `${codeOf(status)}: ${line}`, { line })
  }
  const head = text.slice(0, 200)
  const isRead = call.effect === 'read'
  if (call.commands.length === 0) {
    if ((!isRead || ok !== true) && toolError.test(head)) return said('failed', quoted(head))
    const found = fields !== null && (fields.sure || !isRead) ? judgeFields(fields) : null
    if (found !== null) return found
  }
  if (ok === true) return outcome('passed', noError)
  if (status === 0) return outcome('passed', 'exit status 0')
  if (toolError.test(head)) return said('failed', quoted(head))
  if (isOutOfTime(lines, null)) return unseen('time-up', null)
  if (text.trim() === '') return inferred('unknown', 'nothing was recorded of its result')
  return inferred('passed', 'its result shows no error')
}
