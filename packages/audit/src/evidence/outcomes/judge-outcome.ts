/** Judges whether a call worked: its exit status and its output are two witnesses, and the worse one counts. */

import type { CallDescription, CheckKind } from '../calls/call-description.js'
import { sourceOf } from '../languages/index.js'
import { isPassed, verdictOf } from './check-output.js'
import { environmentFailure, isOutOfTime, refusalOf } from './environment.js'
import { printedExitStatus, statedExitStatus, statusPrefixes } from './exit-status.js'
import { crashIn, denialIn } from './general-signs.js'
import type { Outcome, OutcomeStatus } from './outcome.js'
import { linesOf, quoted, scannedText, withoutFrame } from './output-text.js'
import { failedRequest, isReady, printedFailure, refusedStatement, saysPassed } from './probe.js'
import { countsApart, isSilent, readReport } from './read-report.js'
import { type FieldVerdict, readResult } from './result-fields.js'
import type { ToolReport } from './tool-report.js'

/** A result as it was recorded. */
interface Result {
  readonly ok: boolean | null
  readonly output: string
}

/** A result as it was read. */
class Evidence implements Result {
  readonly ok: boolean | null
  readonly output: string
  /** What was printed, capped. */
  readonly text: string
  /** The exit status that the host states in the text, or null. */
  readonly status: number | null
  /** What the fields of the result say, or null. */
  readonly fields: FieldVerdict | null
  #lines: readonly string[] | null = null

  constructor({ ok, output }: Result) {
    const { text, verdict } = readResult(output)
    this.ok = ok
    this.output = output
    this.text = withoutFrame(scannedText(text))
    this.status = statedExitStatus(scannedText(output))
    this.fields = verdict
  }

  /** Its lines. Of a file that was read they are many, and nobody asks for them. */
  get lines(): readonly string[] {
    this.#lines ??= linesOf(this.text)
    return this.#lines
  }
}

/**
 * Judges whether the call worked. `ok` is what the host recorded, null where nobody says; at most 40,000 characters of
 * the output are looked at. Linear, never throws.
 */
export function judgeOutcome(call: CallDescription, result: Result): Outcome {
  const early = notRun(call, result)
  if (early !== null) return early
  const evidence = new Evidence(result)
  return isExecute(call) ? judgeExecute(call, evidence) : judgeQuiet(call, evidence)
}

/** Line numbers of tools that show files. */
const lineNumber = /^\s{0,8}\d{1,6}(?:→|\t)/

/**
 * What later output of a call says of it, read on its own: of one that still runs, or whose output went into a file
 * that is shown. Null where no tool sums up in it.
 */
export function judgePrinted(call: CallDescription, output: string): Outcome | null {
  const text = withoutFrame(scannedText(readResult(output).text))
  const lines = linesOf(text).map((line) => line.replace(lineNumber, ''))
  const report = readReport(call, lines.join('\n'), lines, false)
  if (report?.summary !== true || report.result === 'unfinished' || !fits(call, report)) return null
  const status = report.result === 'passed' ? 'succeeded' : report.result
  return outcome(status, 'stated', report.line, { line: report.line, report })
}

function outcome(
  status: OutcomeStatus,
  certainty: Outcome['certainty'],
  reason: string,
  { line = null, report = null }: Partial<Pick<Outcome, 'line' | 'report'>> = {},
): Outcome {
  return { status, certainty, reason, line, report }
}

/** An outcome that one line decided. */
function said(status: OutcomeStatus, certainty: Outcome['certainty'], line: string): Outcome {
  return outcome(status, certainty, line, { line })
}

function isExecute(call: CallDescription): boolean {
  return call.effect === 'execute' || call.checks.length > 0
}

const startedInBackground =
  /^(?:Command running in background with ID|Async agent launched|Process running with session ID|\[The command has no new output after )|\nProcess running with session ID \d/
const leftRunning = outcome('unfinished', 'inferred', 'left running in the background')

/** What hosts write of a call that did not come through, and record as a success. */
const saysNotDone = /^(?:<tool_use_error>|Command was cancelled by user)/

/** Calls that were refused, not made, or only started. */
function notRun(call: CallDescription, { ok, output }: Result): Outcome | null {
  if (ok !== true || saysNotDone.test(output)) {
    const refusal = refusalOf(output)
    if (refusal !== null) return outcome('not-run', ok === false ? 'recorded' : 'stated', refusal)
  }
  if (startedInBackground.test(output.slice(0, 1000)) && ok !== false)
    return outcome('unfinished', 'stated', 'started in the background; its end is not in this result')
  return call.background && ok !== false && output.trim() === '' ? leftRunning : null
}

function judgeExecute(call: CallDescription, evidence: Evidence): Outcome {
  const { ok, text, lines, status, fields } = evidence
  const shown = call.statusHidden || call.background ? printedExitStatus(text, statusPrefixes(call)) : null
  const isRed = ok === false || (status !== null && status !== 0) || (shown !== null && shown !== 0)
  const trusted = !isRed && (ok === true || status === 0) && !call.statusHidden && !hidesWork(call)
  const printed = isRed ? null : printedAfter(call, lines)
  if (printed?.worked === false) return said('failed', 'stated', printed.line)
  const told = readReport(call, text, lines, trusted || shown === 0)
  // Where a search may have dropped what failed, what passed says nothing.
  const isCut =
    call.filter?.kind === 'lines' && told?.result === 'passed' && told.failed === null && countsApart(told)
  const report = isCut ? null : told
  if (isOutOfTime(lines, shown ?? status)) return judgeTimeUp(call, lines, report)
  if (isRed) return judgeRed(call, evidence, shown ?? status, shown !== null, report)
  const contrary = contraryTo(call, evidence, trusted || shown === 0, report)
  if (contrary !== null) return contrary
  if (call.commands.length === 0 && fields?.says === 'running')
    return said('unfinished', 'stated', fields.field)
  if (trusted || (shown === 0 && call.statusHidden)) {
    const line = report?.line ?? null
    return status === null && shown === null
      ? outcome('succeeded', 'recorded', 'the host recorded no error', { line, report })
      : outcome('succeeded', 'stated', 'exit status 0', { line, report })
  }
  if (printed !== null && report === null) return said('succeeded', 'stated', printed.line)
  return isCut ? inconclusive : judgeHidden(call, evidence, report)
}

/** What the line printed after a check, as it worked or as it failed; null where it printed nothing of the kind. */
function printedAfter(
  { commands }: CallDescription,
  lines: readonly string[],
): { readonly worked: boolean; readonly line: string } | null {
  const has = (text: string | null): text is string =>
    text !== null && lines.some((line) => line.trim() === text.trim())
  const failed = commands.map(({ printsAfterFailure }) => printsAfterFailure).find(has)
  if (failed !== undefined) return { worked: false, line: quoted(failed) }
  const worked = commands.map(({ printsAfterSuccess }) => printsAfterSuccess).find(has)
  return worked === undefined ? null : { worked: true, line: quoted(worked) }
}

/** A call whose time was up: what it printed by then is all there is. A program that runs until it is stopped has run. */
function judgeTimeUp(call: CallDescription, lines: readonly string[], report: ToolReport | null): Outcome {
  if (report?.summary === true && (report.result === 'passed' || report.result === 'failed'))
    return outcome(report.result === 'passed' ? 'succeeded' : 'failed', 'inferred', report.line, {
      line: report.line,
      report,
    })
  const ready = call.checks.includes('run') ? lines.find(isReady) : undefined
  if (ready !== undefined) return said('succeeded', 'inferred', quoted(ready))
  return outcome('not-run', 'stated', 'its time was up', { report })
}

/** Statuses of commands that were stopped from without, or could not be run. */
const stopped: ReadonlySet<number> = new Set([126, 127, 137, 143, 144])

/** A result that the host or an exit status calls a failure. `printed`: where the line itself printed the status. */
function judgeRed(
  call: CallDescription,
  { ok, text, lines }: Evidence,
  status: number | null,
  printed: boolean,
  report: ToolReport | null,
): Outcome {
  const certainty = ok === false ? 'recorded' : 'stated'
  const code = status === null ? 'the host recorded an error' : `exit status ${status}`
  if (foundNothing(call, status, text)) return outcome('succeeded', 'stated', `${code}: nothing was found`)
  if (status === 1 && listsOutdated(call)) return outcome('succeeded', 'stated', `${code}: some are outdated`)
  if (report?.result === 'failed') return failedReport(report, certainty)
  if (call.statusHidden && lastSearches(call) && status === 1) return judgeSearched(call, lines, report)
  if (report?.result === 'ran-nothing')
    return outcome('ran-nothing', certainty, report.line, { line: report.line, report })
  // The status is that of another command of the line.
  if (!printed && hidesAll(call) && report?.result === 'passed' && report.summary)
    return outcome('succeeded', 'inferred', report.line, { line: report.line, report })
  if (call.checks.includes('probe')) {
    const request = failedRequest(call, text, lines)
    if (request?.asked === true) return outcome('succeeded', 'stated', `${request.text}, as was asked for`)
    if (request?.text.startsWith('HTTP') === true && !hasToolKind(call))
      return said('failed', certainty, request.text)
  }
  const verdict = verdictOf(lines)
  if (verdict.failure !== null) return said('failed', certainty, quoted(verdict.failure))
  if ((status === 7 && call.checks.includes('probe')) || (status !== null && stopped.has(status)))
    return outcome('environment-failed', certainty, `${code}: stopped, or could not be run`)
  const surroundings = environmentFailure(lines)
  if (surroundings !== null) return said('environment-failed', certainty, surroundings)
  const crash = crashIn(lines) ?? (verdict.doubt === null ? null : quoted(verdict.doubt))
  return crash === null ? outcome('failed', certainty, code, { report }) : said('failed', certainty, crash)
}

/** True where the call checks nothing, and the exit status of nothing that it runs reaches the host. */
function hidesWork({ checks, commands }: CallDescription): boolean {
  const work = commands.filter(({ effect }) => effect === 'execute')
  return checks.length === 0 && work.length > 0 && work.every(({ statusHidden }) => statusHidden)
}

/** True where the exit status of no check of the call reaches the host. */
function hidesAll({ commands }: CallDescription): boolean {
  const checks = commands.filter(({ verify, checks }) => verify || checks.includes('deploy'))
  return checks.length > 0 && checks.every(({ statusHidden }) => statusHidden)
}

const searches = new Set(
  'grep egrep fgrep rg ag ack diff cmp test [ [[ pgrep which lsof fuser git jq systemctl command type find ls'.split(
    ' ',
  ),
)
const readError = new RegExp(
  String.raw`\b(?:fatal:|Permission denied|cannot (?:access|open)|error:|syntax error|not recognized|unrecognized)|${sourceOf('noSuchFile')}`,
  'iu',
)

/** Searches and comparisons end with 1 when they find nothing. */
function foundNothing(call: CallDescription, status: number | null, text: string): boolean {
  if (status !== 1 || call.effect !== 'read' || call.commands.length === 0) return false
  return call.commands.some((command) => searches.has(command.program)) && !readError.test(text)
}

/** Package managers end with 1 where something is outdated: that is their answer. */
function listsOutdated({ effect, commands }: CallDescription): boolean {
  return effect === 'read' && commands.some(({ words }) => words.slice(1, 4).includes('outdated'))
}

function lastSearches(call: CallDescription): boolean {
  const program = call.commands.at(-1)?.program ?? ''
  return program === 'grep' || program === 'rg' || program === 'egrep'
}

/** A check that was piped into a search which found nothing: good where it looked for failures. */
function judgeSearched(call: CallDescription, lines: readonly string[], report: ToolReport | null): Outcome {
  const verdict = verdictOf(lines)
  if (verdict.failure !== null) return said('failed', 'inferred', quoted(verdict.failure))
  if (report?.result === 'passed')
    return outcome('succeeded', 'inferred', report.line, { line: report.line, report })
  const words = call.commands.at(-1)?.words.slice(1).join(' ').slice(0, 1000) ?? ''
  return /fail|err|✗|✖|panic/i.test(words)
    ? outcome('succeeded', 'inferred', 'a search for failures in its output found none')
    : outcome('inconclusive', 'inferred', 'a search in its output found nothing')
}

const toolKinds: readonly CheckKind[] = ['test', 'build', 'lint', 'typecheck', 'format']

function hasToolKind(call: CallDescription): boolean {
  return call.checks.some((kind) => toolKinds.includes(kind))
}

/** What the output says against a success; `trusted` where the exit status is the check's own and says success. */
function contraryTo(
  call: CallDescription,
  { text, lines, fields }: Evidence,
  trusted: boolean,
  report: ToolReport | null,
): Outcome | null {
  const bad = saidByReport(report)
  if (bad !== null) return bad
  const passed = report?.result === 'passed' && report.summary
  const ofTool = call.commands.length === 0 && fields !== null ? judgeFields(fields) : null
  if (ofTool !== null && !passed) return ofTool
  if (call.checks.includes('browser')) return judgeBrowser(text)
  const request = call.checks.includes('probe') ? failedRequest(call, text, lines) : null
  // The status of an answer says more than the words of its body.
  if (request !== null && !request.asked && request.text.startsWith('HTTP') && !hasToolKind(call))
    return answerOf(request.text)
  if (!passed) {
    const verdict = verdictOf(lines)
    if (verdict.failure !== null && hasToolKind(call) && (!trusted || verdict.counted))
      return said('failed', 'inferred', quoted(verdict.failure))
    if (!verdict.success && !trusted && !answered(call, text, lines)) {
      const surroundings = environmentFailure(lines)
      if (surroundings !== null) return said('environment-failed', 'inferred', surroundings)
      if (verdict.doubt !== null && hasToolKind(call))
        return said('failed', 'inferred', quoted(verdict.doubt))
    }
    if (!verdict.success && !saysPassed(lines)) {
      const crash = crashIn(lines)
      if (crash !== null) return said('failed', 'inferred', crash)
      const denial = request?.asked === true ? null : denialIn(lines)
      if (denial !== null && call.checks.length > 0)
        return said(hasToolKind(call) ? 'environment-failed' : 'failed', 'inferred', denial)
    }
  }
  if (request !== null && !request.asked) return said('failed', 'inferred', request.text)
  if (call.checks.includes('database')) {
    const statement = refusedStatement(lines)
    if (statement !== null) return said('failed', 'inferred', statement)
  }
  if (call.checks.includes('run') || (!trusted && !passed && !hasToolKind(call))) {
    const failure = printedFailure(lines)
    if (failure !== null) return said('failed', 'inferred', failure)
  }
  return null
}

/** No answer at all is a failure of the surroundings, a bad one that of the work. */
function answerOf(request: string): Outcome {
  return said(request === 'HTTP 000' ? 'environment-failed' : 'failed', 'inferred', request)
}

/** What a tool says of its own run is as sure as an exit status; single lines are not. */
function saidByReport(report: ToolReport | null): Outcome | null {
  if (report === null || report.result === 'passed') return null
  const certainty = report.summary ? 'stated' : 'inferred'
  if (report.result === 'failed') return failedReport(report, certainty)
  return outcome(report.result, certainty, report.line, { line: report.line, report })
}

/** A tool that failed and counts nothing may name the surroundings as its reason. */
function failedReport(report: ToolReport, certainty: Outcome['certainty']): Outcome {
  const counted = (report.failed ?? 0) + (report.errors ?? 0) > 0
  // What was to be brought out and was not has failed, whatever kept it.
  const isItsOwn = counted || report.kind === 'deploy' || environmentFailure([report.line]) === null
  const status = isItsOwn ? 'failed' : 'environment-failed'
  return outcome(status, certainty, report.line, { line: report.line, report })
}

function judgeFields({ says, field, sure }: FieldVerdict): Outcome | null {
  const certainty = sure ? 'stated' : 'inferred'
  if (says === 'bad') return said('failed', certainty, field)
  return says === 'cancelled' ? said('not-run', certainty, field) : null
}

/** A probe that was answered speaks against failing surroundings, whatever a log beside it says. */
function answered(call: CallDescription, text: string, lines: readonly string[]): boolean {
  return (
    call.checks.includes('probe') &&
    failedRequest(call, text, lines) === null &&
    text.trim().length > 3 &&
    lines.length > 3
  )
}

function judgeBrowser(text: string): Outcome | null {
  const failed =
    /^### Result\nError: (.{1,200})/.exec(text)?.[1] ??
    /\b(net::ERR_[A-Z_]{3,40})/.exec(text.slice(0, 2000))?.[1]
  if (failed === undefined) return null
  const surroundings = /net::ERR|already in use|Executable doesn't exist|not installed/.test(failed)
  return said(surroundings ? 'environment-failed' : 'failed', 'inferred', quoted(failed))
}

const inconclusive = outcome(
  'inconclusive',
  'inferred',
  'its exit status is hidden, and its output does not sum up how it came out',
)
/** Comparisons, whose exit status says what of an answer was asked. */
const comparisons: ReadonlySet<string> = new Set(['test', '[', '[['])

/** Kinds of checks whose output is the answer itself. */
const answers: ReadonlySet<CheckKind> = new Set<CheckKind>(['run', 'probe', 'browser', 'database'])

/** Nothing speaks against it, and its exit status is hidden or was not recorded: how far what it printed goes. */
function judgeHidden(
  call: CallDescription,
  { ok, status, lines }: Evidence,
  report: ToolReport | null,
): Outcome {
  if (ok === true && comparisons.has(call.commands.at(-1)?.program ?? ''))
    return outcome('succeeded', 'recorded', 'what it was held against held')
  const isEmpty = lines.every((line) => line.trim() === '' || isEcho(line))
  if (call.checks.includes('probe') && call.statusHidden && isEmpty)
    return outcome('environment-failed', 'inferred', 'the request brought nothing')
  if (report?.result === 'passed' && fits(call, report))
    return outcome('succeeded', 'inferred', report.line, { line: report.line, report })
  if (verdictOf(lines).success) return outcome('succeeded', 'inferred', 'its output states success')
  if (call.background) return leftRunning
  if (searchesFailures(call) && lines.some(isPassed))
    return outcome('succeeded', 'inferred', 'a search for what passed and failed found nothing that failed')
  if (ok !== true && status !== 0) return outcome('unknown', 'inferred', 'nobody recorded how it ended')
  const checked = call.commands.filter(({ checks }) => checks.length > 0)
  const shows =
    call.filter?.kind === 'lines'
      ? searchesFailures(call)
      : checked.every(({ outputHidden }) => !outputHidden)
  if (isEmpty && shows && (isSilent(call) || call.checks.every((kind) => quiet.has(kind))))
    return outcome('succeeded', 'inferred', 'it printed nothing, as it does when all is well')
  if (call.checks.every((kind) => answers.has(kind)) && !(isEmpty && call.checks.length > 0))
    return outcome('succeeded', 'inferred', 'its exit status is hidden; its output shows no failure')
  return inconclusive
}

/** Kinds of checks that print nothing when all is well. */
const quiet: ReadonlySet<CheckKind> = new Set<CheckKind>(['lint', 'typecheck', 'format'])

/** The lines with which package managers and make name what they run. */
function isEcho(line: string): boolean {
  return /^(?:> \S|\$ \S)/.test(line)
}

/** True where the output goes through a search for what failed, which drops nothing that matters. */
function searchesFailures({ commands }: CallDescription): boolean {
  return commands.some(
    ({ program, words }) =>
      /^(?:e?grep|rg)$/.test(program) && /fail|err/i.test(words.slice(1).join(' ').slice(0, 1000)),
  )
}

/** Packages that were fetched and commits do not say how a check came out. */
function fits({ checks }: CallDescription, { kind }: ToolReport): boolean {
  return kind !== null || checks.length === 0
}

const toolError =
  /^(?:<tool_use_error>|Error:|Error calling tool|MCP error|String to replace not found|File has not been read yet|apply_patch verification failed|### Result\nError:|(?:Unknown|No such) (?:tool|function)\b|Tool \S{1,80} (?:not found|does not exist|failed))/
const notDone =
  /\b(?:not found|no such (?:tool|file|element|method)|does not exist|cannot find|could not (?:be )?(?:find|found)|too large|exceeds? (?:the )?(?:maximum|limit|allowed)|timed out|(?:permission|access) denied|unauthorized|forbidden)\b/i
/** Of a read only what says that the thing itself was not to be had: that a search found nothing is its answer. */
const notRead =
  /^(?:file content|result|response|output)\b.{0,120}\b(?:too large|exceeds)|^(?:file|path|directory|resource|tool|page|url)\b.{0,200}\b(?:not found|does not exist|no such|too large)/i
const cancelled = /^(?:.{0,60}\b(?:was|were|has been|been) )?(?:cancell?ed|aborted|interrupted)\b/i
/** Words that a longer answer may hold, and a message of failure is not made of. */
const shortest = 300
const done = /\b(?:success\w*|updated|created|written|saved|applied|added|deleted|removed|done)\b/i

/** Tools that read, write, think or speak. */
function judgeQuiet(call: CallDescription, evidence: Evidence): Outcome {
  const { ok, text, status, fields } = evidence
  if (ok === false || (status !== null && status !== 0)) return judgeQuietRed(call, evidence)
  const isShell = call.commands.length > 0
  const head = text.slice(0, 200)
  if (!isShell && (call.effect !== 'read' || ok !== true) && toolError.test(head))
    return said('failed', 'inferred', quoted(head))
  if (!isShell && fields !== null && (fields.sure || call.effect !== 'read')) {
    const found = judgeFields(fields)
    if (found !== null) return found
  }
  if (!isShell && call.effect !== 'delegate' && call.effect !== 'communicate') {
    const message = text.trim()
    if (message.length < shortest && cancelled.test(message))
      return said('not-run', 'inferred', quoted(message))
    const pattern = call.effect === 'read' ? notRead : notDone
    if (message.length < shortest && pattern.test(message) && !done.test(message))
      return said('failed', 'inferred', quoted(message))
  }
  if (ok === true) return outcome('succeeded', 'recorded', 'the host recorded no error')
  if (status === 0) return outcome('succeeded', 'stated', 'exit status 0')
  if (toolError.test(head)) return said('failed', 'inferred', quoted(head))
  if (isOutOfTime(evidence.lines, null)) return outcome('not-run', 'stated', 'its time was up')
  if (text.trim() === '') return outcome('unknown', 'inferred', 'nothing was recorded of its result')
  return outcome('succeeded', 'inferred', 'its result shows no error')
}

function judgeQuietRed(call: CallDescription, evidence: Evidence): Outcome {
  const { ok, text, status } = evidence
  const certainty = ok === false ? 'recorded' : 'stated'
  const code = status === null ? 'the host recorded an error' : `exit status ${status}`
  if (foundNothing(call, status, text)) return outcome('succeeded', 'stated', `${code}: nothing was found`)
  if (status === 1 && listsOutdated(call)) return outcome('succeeded', 'stated', `${code}: some are outdated`)
  const line = evidence.lines.find((one) => one.trim() !== '' && !/^(?:Error: )?Exit code/.test(one))
  return line === undefined
    ? outcome('failed', certainty, code)
    : outcome('failed', certainty, `${code}: ${quoted(line)}`, { line: quoted(line) })
}
