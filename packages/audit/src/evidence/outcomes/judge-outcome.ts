/** Whether a call worked, judged from what was recorded of its result. */

import type { CallDescription, CheckKind } from '../calls/call-description.js'
import { sourceOf } from '../languages/index.js'
import { verdictOf } from './check-output.js'
import { environmentFailure, refusalOf } from './environment.js'
import { printedExitStatus, statedExitStatus, statusPrefixes } from './exit-status.js'
import type { Outcome } from './outcome.js'
import { linesOf, quoted, scannedText } from './output-text.js'
import { failedRequest, printedFailure, refusedStatement } from './probe.js'

/** An outcome, what its line and report are aside. */
type Judged = Pick<Outcome, 'status' | 'certainty' | 'reason'>

/** A result as it was recorded. */
interface Result {
  readonly ok: boolean | null
  readonly output: string
}

const startedInBackground =
  /^(?:Command running in background with ID|Async agent launched|Process running with session ID|\[The command has no new output after )|\nProcess running with session ID \d/
const toolError =
  /^(?:<tool_use_error>|Error:|Error calling tool|String to replace not found|File has not been read yet|apply_patch verification failed|### Result\nError:)/
const searches = new Set([
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'ack',
  'diff',
  'cmp',
  'test',
  '[',
  '[[',
  'pgrep',
  'which',
  'lsof',
  'fuser',
  'git',
  'jq',
  'systemctl',
  'command',
  'type',
  'find',
  'ls',
])
const readError = new RegExp(
  String.raw`\b(?:fatal:|Permission denied|cannot (?:access|open)|error:|syntax error|not recognized|unrecognized)|${sourceOf('noSuchFile')}`,
  'iu',
)

/**
 * Judges whether the call worked. `ok` is what the host recorded, null where nobody says; at most 40,000 characters of
 * the output are looked at. A check whose exit status is hidden is judged by what it printed. Linear, never throws.
 */
export function judgeOutcome(
  call: CallDescription,
  result: { readonly ok: boolean | null; readonly output: string },
): Outcome {
  return { line: null, report: null, ...judge(call, result) }
}

function judge(call: CallDescription, result: Result): Judged {
  const early = notRun(call, result)
  if (early !== null) return early
  const text = scannedText(result.output)
  const lines = linesOf(text)
  const status = statedExitStatus(text)
  if (result.ok === false || (status !== null && status !== 0))
    return judgeFailure(call, result, status, text, lines)
  if (!isExecute(call)) return judgeQuiet(call, result, status, text)
  const shown = call.statusHidden || call.background ? printedExitStatus(text, statusPrefixes(call)) : null
  if (shown !== null && shown !== 0) return judgeFailure(call, result, shown, text, lines)
  const trusted = (result.ok === true || status === 0) && !call.statusHidden
  const contrary = contraryTo(call, trusted, text, lines)
  if (contrary !== null) return contrary
  if (trusted || (shown === 0 && call.statusHidden)) {
    return status === null && shown === null
      ? { status: 'succeeded', certainty: 'recorded', reason: 'the host recorded no error' }
      : { status: 'succeeded', certainty: 'stated', reason: 'exit status 0' }
  }
  return judgeSilence(call, result, status, lines)
}

function isExecute(call: CallDescription): boolean {
  return call.effect === 'execute' || call.checks.length > 0
}

const leftRunning: Judged = {
  status: 'unfinished',
  certainty: 'inferred',
  reason: 'left running in the background',
}

/** Calls that were refused, not made, or only started. */
function notRun(call: CallDescription, result: Result): Judged | null {
  if (result.ok !== true || result.output.startsWith('<tool_use_error>')) {
    const refusal = refusalOf(result.output)
    if (refusal !== null)
      return { status: 'not-run', certainty: result.ok === false ? 'recorded' : 'stated', reason: refusal }
  }
  if (startedInBackground.test(result.output.slice(0, 1000)) && result.ok !== false) {
    return {
      status: 'unfinished',
      certainty: 'stated',
      reason: 'started in the background; its end is not in this result',
    }
  }
  if (call.background && result.ok !== false && result.output.trim() === '') {
    return leftRunning
  }
  return null
}

/** A result that the host or an exit status calls a failure. */
function judgeFailure(
  call: CallDescription,
  result: Result,
  status: number | null,
  text: string,
  lines: readonly string[],
): Judged {
  const certainty = result.ok === false ? 'recorded' : 'stated'
  const code = status === null ? 'the host recorded an error' : `exit status ${status}`
  if (foundNothing(call, status, text))
    return { status: 'succeeded', certainty: 'stated', reason: `${code}: nothing was found` }
  if (status === 1 && listsOutdated(call))
    return { status: 'succeeded', certainty: 'stated', reason: `${code}: some are outdated` }
  if (!isExecute(call)) return { status: 'failed', certainty, reason: `${code}${lineOf(lines)}` }
  if (call.statusHidden && lastSearches(call) && status === 1) return judgeSearched(call, lines)
  const verdict = verdictOf(lines)
  if (verdict.failure !== null) return { status: 'failed', certainty, reason: quoted(verdict.failure) }
  if (
    (status === 7 && call.checks.includes('probe')) ||
    status === 124 ||
    status === 137 ||
    status === 143 ||
    status === 144 ||
    status === 127 ||
    status === 126
  ) {
    return { status: 'environment-failed', certainty, reason: `${code}: stopped, or could not be run` }
  }
  const surroundings = environmentFailure(lines)
  if (surroundings !== null) return { status: 'environment-failed', certainty, reason: surroundings }
  return { status: 'failed', certainty, reason: verdict.doubt === null ? code : quoted(verdict.doubt) }
}

/** The first line that says something, for a reason. */
function lineOf(lines: readonly string[]): string {
  const line = lines.find((one) => one.trim() !== '' && !/^(?:Error: )?Exit code/.test(one))
  return line === undefined ? '' : `: ${quoted(line)}`
}

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
function judgeSearched(call: CallDescription, lines: readonly string[]): Judged {
  const verdict = verdictOf(lines)
  if (verdict.failure !== null)
    return { status: 'failed', certainty: 'inferred', reason: quoted(verdict.failure) }
  const words = call.commands.at(-1)?.words.slice(1).join(' ').slice(0, 1000) ?? ''
  if (/fail|err|✗|✖|panic/i.test(words)) {
    return {
      status: 'succeeded',
      certainty: 'inferred',
      reason: 'a search for failures in its output found none',
    }
  }
  return { status: 'unknown', certainty: 'inferred', reason: 'a search in its output found nothing' }
}

/** Tools that read, write, think or speak. */
function judgeQuiet(call: CallDescription, result: Result, status: number | null, text: string): Judged {
  if (result.ok === true) {
    if (call.commands.length === 0 && call.effect !== 'read' && toolError.test(text.slice(0, 200))) {
      return { status: 'failed', certainty: 'inferred', reason: quoted(text.slice(0, 200)) }
    }
    return { status: 'succeeded', certainty: 'recorded', reason: 'the host recorded no error' }
  }
  if (status === 0) return { status: 'succeeded', certainty: 'stated', reason: 'exit status 0' }
  if (toolError.test(text.slice(0, 200)))
    return { status: 'failed', certainty: 'inferred', reason: quoted(text.slice(0, 200)) }
  if (text.trim() === '')
    return { status: 'unknown', certainty: 'inferred', reason: 'nothing was recorded of its result' }
  return { status: 'succeeded', certainty: 'inferred', reason: 'its result shows no error' }
}

const toolKinds: readonly CheckKind[] = ['test', 'build', 'lint', 'typecheck', 'format']

/** What the output says against a success; `trusted` where the exit status is the check's own and says success. */
function contraryTo(
  call: CallDescription,
  trusted: boolean,
  text: string,
  lines: readonly string[],
): Judged | null {
  if (call.checks.includes('browser')) return judgeBrowser(text)
  if (call.checks.includes('probe') && !hasToolKind(call)) {
    // The status of an answer says more than the words of its body.
    const request = failedRequest(call, text, lines)
    if (request?.startsWith('HTTP') === true)
      return { status: 'environment-failed', certainty: 'inferred', reason: request }
  }
  if (!trusted && (call.checks.length > 0 || call.effect === 'execute')) {
    const verdict = verdictOf(lines)
    if (verdict.failure !== null && hasToolKind(call)) {
      return { status: 'failed', certainty: 'inferred', reason: quoted(verdict.failure) }
    }
    if (!verdict.success && !answered(call, text, lines)) {
      const surroundings = environmentFailure(lines)
      if (surroundings !== null)
        return { status: 'environment-failed', certainty: 'inferred', reason: surroundings }
      if (verdict.doubt !== null && hasToolKind(call)) {
        return { status: 'failed', certainty: 'inferred', reason: quoted(verdict.doubt) }
      }
    }
  }
  if (call.checks.includes('probe')) {
    const request = failedRequest(call, text, lines)
    if (request !== null) return { status: 'environment-failed', certainty: 'inferred', reason: request }
  }
  if (call.checks.includes('database')) {
    const statement = refusedStatement(lines)
    if (statement !== null) return { status: 'failed', certainty: 'inferred', reason: statement }
  }
  if (call.checks.includes('run')) {
    const failure = printedFailure(lines)
    if (failure !== null) return { status: 'failed', certainty: 'inferred', reason: failure }
  }
  return null
}

function hasToolKind(call: CallDescription): boolean {
  return call.checks.some((kind) => toolKinds.includes(kind))
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

function judgeBrowser(text: string): Judged | null {
  const failed =
    /^### Result\nError: (.{1,200})/.exec(text) ?? /\b(net::ERR_[A-Z_]{3,40})/.exec(text.slice(0, 2000))
  if (failed === null) return null
  const surroundings = /net::ERR|already in use|Executable doesn't exist|not installed/.test(failed[1] ?? '')
  return {
    status: surroundings ? 'environment-failed' : 'failed',
    certainty: 'inferred',
    reason: quoted(failed[1] ?? ''),
  }
}

/** Nothing speaks against it: how far that goes. */
function judgeSilence(
  call: CallDescription,
  result: Result,
  status: number | null,
  lines: readonly string[],
): Judged {
  if (call.checks.includes('probe') && call.statusHidden && lines.every((line) => line.trim() === ''))
    return { status: 'environment-failed', certainty: 'inferred', reason: 'the request brought nothing' }
  if (verdictOf(lines).success)
    return { status: 'succeeded', certainty: 'inferred', reason: 'its output states success' }
  if (call.background) return leftRunning
  if (result.ok === true || status === 0) {
    return {
      status: 'succeeded',
      certainty: 'inferred',
      reason: 'its exit status is hidden; its output shows no failure',
    }
  }
  return { status: 'unknown', certainty: 'inferred', reason: 'nobody recorded how it ended' }
}
