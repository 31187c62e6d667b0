/**
 * What lines say of a run whatever tool printed them: what only a failed check prints, what counts, crashes, failing
 * surroundings, refused requests. Every pattern is bounded or anchored, so that scanning is linear.
 */

import type { CallDescription } from '../calls/call.js'
import { wordSet } from '../shell/words.js'
import { badIn, type Counts, countsIn } from './counts.js'
import { quoted } from './text.js'

/** What the lines of a check's output say of it. */
export interface Verdict {
  /** The first line that only a failed check prints, or null. */
  readonly failure: string | null
  /** The first line that often, but not always, means a failure, or null. */
  readonly doubt: string | null
  /** The last line that counts or states a success, where none states a failure; else null. */
  readonly success: string | null
  /** The last line that counts, with what it counts; null where none does. */
  readonly summary: { readonly line: string; readonly counts: Counts } | null
}

/** Lines that only a failed check prints. */
const failures: readonly RegExp[] = [
  /^Diff in /,
  /^(?:FAIL|FAILED)(?:\s|$|:)|^\s{0,4}FAIL\s+\S/,
  /^\W{0,6}(?:Failed to compile|(?:Build|Compilation|Tests?|Lint|Typecheck) failed\b)/i,
  /\bSome tests failed\b/,
  /(?<!^Process )\b(?:Command failed with|exited with|failed with exit) (?:exit )?(?:code|status) [1-9]/,
  /^[^\s:]{1,200}:\d{1,6}(?::\d{1,6})?: (?:fatal )?error:/,
  /^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4}\b/,
  /\.{4,}\(?Failed\)?$/,
  /\bfound [1-9]\d{0,5} (?:errors?|problems?|issues?|violations?|vulnerabilities)\b(?! \(0)/i,
]
/** Lines that a failed check prints, and that a passing one may print from within. */
const doubts: readonly RegExp[] = [
  /^Traceback \(most recent call last\)/,
  /^(?:Uncaught |Unhandled )?(?:[A-Z]\w{0,40})?(?:Error|Exception)(?: \[\w{1,60}\])?: /,
  /^E {3}\w/,
  /^\W{0,6}(?:ERROR|FATAL|fatal|error|Error)\b ?[:\]]/,
  /^thread '.{1,200}' panicked at/,
  /\bSegmentation fault\b|\bcore dumped\b/,
  /^npm error\b/,
  /^\s{0,4}(?:❌|✗|✖|⨯|×) /,
]
const successes: readonly RegExp[] = [
  /^\W{0,6}(?:All checks passed|Success: no issues found|No issues found|no errors found|0 issues)/i,
  /^\W{0,6}(?:built|compiled|done|finished) in [\d.]{1,8}\s?m?s/i,
  /\bCompiled successfully\b/i,
  /^\s{0,4}[├└┌] .{1,300}\bkB\b|\bkB │ gzip\b/,
  /^ok\s{1,8}\S|^OK(?: \(|$)|^PASS$|\.{4,}Passed$|^ \[OK\] |^Success! |\bno offen[cs]es detected$/,
  /\bAll (?:\d{1,6} |matched |the )?(?:files|tests|checks|specs|scenarios|assertions)\b.{0,30}\b(?:use Prettier|pass|passed|succeeded|ok|green)\b/i,
]
/** Marks in front of what passed; the rest of such a line is a name. */
const passed = /^\s{0,20}(?:✓|✔|√|✅|ok \d|PASS\b|--- PASS|\(pass\)|· )|(?: PASSED(?:\s|$)|\s\.{3} ok$)/
const mayMatter =
  /fail|err|FAIL|diff in|exited|found [1-9]|: [A-Z]{1,4}\d|fatal|traceback|exception|panicked|core dumped|fault|❌|✗|✖|⨯|×|E {3}/i

const some = (patterns: readonly RegExp[], line: string) => patterns.some((pattern) => pattern.test(line))

/** True for the line of a single test that passed. */
export function isPassed(line: string): boolean {
  return passed.test(line)
}

/** What the lines of a check's output say of it. */
export function verdictOf(lines: readonly string[]): Verdict {
  let failure: string | null = null
  let doubt: string | null = null
  let success: string | null = null
  let summary: Verdict['summary'] = null
  for (const line of lines) {
    const counts = summaryOf(line)
    if (counts !== null) {
      summary = { line, counts }
      if (badIn(counts) > 0) failure ??= line
      else success = line
      continue
    }
    if (some(successes, line)) success = line
    if (passed.test(line) || !mayMatter.test(line)) continue
    if (failure === null && some(failures, line)) failure = line
    if (doubt === null && some(doubts, line)) doubt = line
  }
  const isCounted = summary !== null && success !== null
  return { failure, doubt: isCounted ? null : doubt, success: failure === null ? success : null, summary }
}

const vocabulary = wordSet(`
  tests test files file suites suite passed passing pass failed failing failure failures fail skipped skip pending todo total in
  s ms sec seconds second examples example scenarios scenario steps specs spec error errors warning warnings result results ok
  flaky did not run expected unexpected assertions assertion min m of out xfailed xpassed deselected rerun snapshots snapshot
  summary time duration finished ran done and with cases case tasks successful cached found problems problem generated checked
  source offenses detected issues issue violations potentially fixable the option fix inspected no autocorrectable correctable
  succeeded up to date filtered measured ignored took elapsed x n completed across project projects package packages info
  informations hints notes runs skips run executed unexpected seconds inspected offense offence doctest doctests property properties occurred outside a were was is there compiled on`)
/** What every counting line holds. */
const mayCount = /fail|error|offen|problem|issue|pass|succe|violations/i

/** What the line counts where it sums up; null where it is no counting line. `Task 2 failed` and prose are none. */
export function summaryOf(line: string): Counts | null {
  if (line.length > 300 || !/\d/.test(line) || !mayCount.test(line)) return null
  const counts = countsIn(line)
  if (counts === null || (counts.passed ?? counts.failed ?? counts.errors ?? counts.problems) === null)
    return null
  const strange = (line.toLowerCase().match(/[a-z]+/g) ?? [])
    .slice(0, 40)
    .filter((word) => !vocabulary.has(word))
  // Words of other kinds may stand in a line that counts what passed beside what failed, and in no other.
  const isBoth = counts.passed !== null && (counts.failed ?? counts.errors ?? counts.problems) !== null
  return strange.length > (isBoth ? 3 : 0) ? null : counts
}

const lastLines = 12

/** The last lines that hold anything. */
function endOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trim() !== '').slice(-lastLines)
}

/** What any program prints when it crashes, whatever its exit status. */
const crashes: readonly RegExp[] = [
  /^\s{0,8}Traceback \(most recent call last\)|^Fatal Python error: |^PHP (?:Fatal|Parse) error/,
  /^thread '.{1,200}' (?:\(\d{1,10}\) )?panicked at|^(?:panic|fatal error): \S|^goroutine \d{1,6} \[running\]:/,
  /\bSegmentation fault\b|\(core dumped\)|^Aborted\b.{0,20}$|^FATAL ERROR: .{0,200}heap/,
  /^(?:Uncaught|Unhandled) \S{0,40}(?:Error|Exception|Rejection|rejection|exception)\b|^Unhandled exception[.:]/,
  /\bUnhandledPromiseRejection|^\[UnhandledPromise|^Exception in thread "/,
]

function quotedOr(line: string | undefined): string | null {
  return line === undefined ? null : quoted(line)
}

/** The first line of a crash, quoted, or null. */
export function crashIn(lines: readonly string[]): string | null {
  return quotedOr(lines.find((line) => some(crashes, line)))
}

/** Words of surroundings that fail: nothing listens, nothing is installed, nobody is let in, time is up. */
const surroundings: readonly RegExp[] = [
  /\bE(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|ADDRINUSE|NOSPC|HOSTUNREACH|AI_AGAIN|ACCES|PERM)\b|\bnet::ERR_[A-Z_]{3,40}/,
  /: command not found|: not found$|is not recognized as (?:an internal|the name)|Unknown command|未找到命令/u,
  /\bcommand "[^"]{1,80}" not found|\bunknown (?:flag|option|command|argument)\b|\bunrecognized (?:option|arguments?)\b|\binvalid option\b/i,
  /\bCannot find (?:module|package) '|\bModuleNotFoundError\b|\bNo module named |\bno such command: `/,
  /\btimed out\b|\btimeout (?:of|after|exceeded)\b|\bdeadline exceeded\b/i,
  /\bfile or directory not found: |\bcould not find `Cargo\.toml`|\bgo\.mod file not found|\bdoes not contain recipe\b|\bCould not read package\.json\b/,
  /\bnpm (?:ERR!|error) code E(?:NOENT|401|403|404|NOTFOUND|TIMEDOUT|CONNREFUSED|USAGE|JSONPARSE)\b|\bERESOLVE\b/,
  /\bMissing script\b|\bERR_PNPM_(?:RECURSIVE_RUN_)?NO_(?:SCRIPT|IMPORTER)|No projects matched the filters|No rule to make target|could not determine executable/,
  /\bConnection refused\b|\bCould not (?:resolve host|connect)|\bFailed to connect\b|\bconnection to (?:the )?server .{0,120}(?:failed|was refused)|^curl: (?:try|option|\(\d)/i,
  /\bPermission denied\b|\bOperation not permitted\b|\ba (?:terminal|password) is required\b|\bAuthentication (?:failed|required)\b|\bnot authenticated\b|\b(?:not|must be) logged in\b|\brate limit/i,
  /^(?:\/\S{1,40}|bash|sh|zsh|cat|ls|cd|python3?|node|\(eval\))[^\n]{0,120}(?:No such file or directory|没有那个文件或目录)/u,
  /can't open file|\bcannot open .{1,100}No such file|\bnot a git repository\b|\bNo space left on device\b|\bout of memory\b|\bKilled$/i,
  /\bCan't reach database\b|\bCannot connect to the Docker daemon\b|\bNo such (?:container|service|image)\b|\bport is already allocated\b|\bExecutable doesn't exist\b|\bmissing dependencies\b/i,
]
const mostLines = 400

/** The first line that speaks of failing surroundings, or null. */
export function surroundingsFailure(lines: readonly string[]): string | null {
  const seen =
    lines.length > 2 * mostLines ? [...lines.slice(0, mostLines), ...lines.slice(-mostLines)] : lines
  return quotedOr(seen.find((line) => some(surroundings, line) && !/\berror TS\d/.test(line)))
}

const statusLine = /\bHTTP\/[\d.]{1,3} (\d{3})\b|^curl: \(22\) The requested URL returned error: (\d{3})\b/gm
const anyCode = /(?<![\w.:-])(000|[1-5]\d\d)(?=$|[,;|)"'\]]|\s{1,3}(?:$|[([\d|-]))/g

/** The status with which every request of a call was refused, such as `HTTP 404`; 000 where nothing answered. */
export function refusedRequest(
  { checks, commands }: CallDescription,
  text: string,
  lines: readonly string[],
): string | null {
  if (!checks.includes('probe')) return null
  const stated = /HTTP\/|curl: \(22\)/.test(text) ? [...text.matchAll(statusLine)] : []
  const asks = commands.some(({ words }) => words.some((word) => /(?:http|response)_code/.test(word)))
  const short = asks ? lines.filter((line) => line.length <= 160) : []
  const codes = [...stated, ...short.flatMap((line) => [...line.matchAll(anyCode)])].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  const isRefused = codes.length > 0 && codes.every((code) => code === '000' || /^[45]/.test(code))
  return isRefused ? `HTTP ${codes[0]}` : null
}

const failedMark =
  /^\s{0,6}(?:❌|✗|✘|✖|⨯|FAILED\b|FAIL\b|Traceback \(most recent call last\)|(?:[A-Z]\w{0,40})?(?:Error|Exception):(?: |$)|\[?ERROR\]?:? |ELIFECYCLE\b|\(node:\d{1,8}\) Unhandled|\S{1,80}: line \d{1,6}: \S{1,80}: command not found)/
const passedMark = /[✅✓✔]|\bpass(?:ed)?\b|\bsucce(?:ss|eded)\b|\bOK\b|成功|通过/iu
const failedCount =
  /(?:❌|\bfailed|\bfailures?|失败)\s{0,3}[:：]\s{0,3}[1-9]\d{0,5}\b|\b\d{1,5} ?(?:\/ ?\d{1,5} )?passed,? (?:and )?[1-9]\d{0,4} failed\b|[:：] (?:FAIL|FAILED|失败)$/u
const saidWell =
  /^\W{0,6}(?:ok|pass(?:ed)?|success(?:ful(?:ly)?)?|done|all good|healthy|all \S{1,20}(?: \S{1,20})? (?:passed|ok|succeeded))\b\W{0,40}$/i
const ready =
  /\b(?:listening|ready|started|serving|running|available)\b.{0,60}(?:\bon\b|\bat\b|\bin\b|port|https?:\/\/|\d{2,5})|^\s{0,4}(?:➜\s{1,4})?-?\s{0,2}Local:\s{1,10}http/i

/** True for a line in which a server says that it runs. */
export function isReady(line: string): boolean {
  return ready.test(line.slice(0, 300))
}

/** True where a program says near its end that all went well. */
export function saysPassed(lines: readonly string[]): boolean {
  return endOf(lines).some((line) => (passedMark.test(line) || saidWell.test(line)) && !failedMark.test(line))
}

/** The last line near the end in which a run of tests says that something passed, or null. */
export function passedLine(lines: readonly string[]): string | null {
  return quotedOr(endOf(lines).findLast((line) => passedMark.test(line) && !failedMark.test(line)))
}

/** The line near the end in which a program that exited with 0 says that it failed, or null; doubt says nothing. */
export function printedFailure(lines: readonly string[], bad: typeof badIn): string | null {
  const last = endOf(lines)
  // A line that counts what failed beside what passed, or in all.
  const countsFailures = (line: string) => {
    const counts = summaryOf(line)
    return counts !== null && bad(counts) > 0 && (line.match(/\d+/g) ?? []).length > 1
  }
  const counted = last.find((line) => failedCount.test(line)) ?? last.findLast(countsFailures)
  if (counted !== undefined) return quoted(counted)
  const failed = last.find((line) => failedMark.test(line))
  const isMixed = last.some((line) => passedMark.test(line) && !failedMark.test(line))
  return failed === undefined || isMixed ? null : quoted(failed)
}
