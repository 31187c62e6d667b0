/**
 * What the output of a check says whose tool is of no known family: lines that only a failed check prints, and lines
 * that count what failed and passed. For executes only: a search that prints them has not failed. Every pattern is bounded or anchored, so that scanning is linear.
 */

import { wordSet } from '../shell/arguments.js'

/** What the lines of a check's output say of it. */
export interface Verdict {
  /** The first line that only a failed check prints, or null. */
  readonly failure: string | null
  /** The first line that often, but not always, means a failure, or null. */
  readonly doubt: string | null
  /** True where it counts or states a success and no failure. */
  readonly success: boolean
  /** True where the failure was counted, and nothing that passed was counted after it. */
  readonly counted: boolean
}

/** Lines that only a failed check prints. */
const failures: readonly RegExp[] = [
  /^Diff in /,
  /^(?:FAIL|FAILED)(?:\s|$|:)/,
  /^\s{0,4}FAIL\s+\S/,
  /^\W{0,6}Failed to compile/i,
  /^\W{0,6}(?:Build|Compilation|Tests?|Lint|Typecheck) failed\b/i,
  /\bSome tests failed\b/,
  /(?<!^Process )\b(?:Command failed with|exited with|failed with exit) (?:exit )?(?:code|status) [1-9]/,
  /^[^\s:]{1,200}:\d{1,6}(?::\d{1,6})?: (?:fatal )?error:/,
  /^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4}\b/,
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
  /^\W{0,6}(?:All checks passed|Success: no issues found|No issues found|no errors found|Compiled successfully|0 issues)/i,
  /^\W{0,6}(?:built|compiled|done|finished) in [\d.]{1,8}\s?m?s/i,
  /\bCompiled successfully\b/,
  /^\s{0,4}[├└┌] .{1,300}\bkB\b|\bkB │ gzip\b/,
  /^ok\s{1,8}\S/,
  /^OK(?: \(|$)/,
  /^PASS$/,
  /\bAll (?:\d{1,6} |matched |the )?(?:files|tests|checks|specs|scenarios|assertions)\b.{0,30}\b(?:use Prettier|pass|passed|succeeded|ok|green)\b/i,
]

/** Marks in front of what passed; the rest of such a line is a name. */
const passed: RegExp =
  /^\s{0,20}(?:✓|✔|√|✅|ok \d|PASS\b|--- PASS|\(pass\)|· )|(?: PASSED(?:\s|$)|\s\.{3} ok$)/
const mayMatter =
  /fail|err|FAIL|diff in|exited|found [1-9]|: [A-Z]{1,4}\d|fatal|traceback|exception|panicked|core dumped|fault|❌|✗|✖|⨯|×|E {3}/i

/** True for the line of a single test that passed. */
export function isPassed(line: string): boolean {
  return passed.test(line)
}

/** What the lines of a check's output say of it. */
export function verdictOf(lines: readonly string[]): Verdict {
  let failure: string | null = null
  let doubt: string | null = null
  let success = false
  let counted = false
  let isRed = false
  for (const line of lines) {
    const summary = summaryOf(line)
    if (summary !== null) {
      counted = true
      isRed = summary.bad > 0
      if (isRed) failure ??= line
      else success = true
      continue
    }
    if (successes.some((pattern) => pattern.test(line))) success = true
    if (passed.test(line)) continue
    if (!mayMatter.test(line)) continue
    if (failure === null && failures.some((pattern) => pattern.test(line))) failure = line
    if (doubt === null && doubts.some((pattern) => pattern.test(line))) doubt = line
  }
  return {
    failure,
    doubt: counted && success ? null : doubt,
    success: success && failure === null,
    counted: isRed,
  }
}

/** What a counting line says. */
export interface Summary {
  /** How many failures or errors it counts; 0 where it counts only what passed. */
  readonly bad: number
}

const counted =
  /(?<![\w.])(\d{1,6})\s(?:tests?\s|suites?\s|examples?\s|files?\s)?(fail(?:ed|ing|ures?|s)?|errors?|error\(s\)|offen[cs]es?|problems?|issues?|passed|passing|pass|succeeded|successful)(?![\w-])/gi
const labelled =
  /(?<![\w.])(fail(?:ed|ures?|s)?|errors?|passed|pass|violations)\s{0,3}[:=]\s{0,8}(\d{1,6})(?![\w.])/gi
/** The TAP reporters write the count after the word. */
const tap = /^\W{0,3}(fail|pass|failing|passing|failed|passed)(?: tests)?\s{1,20}(\d{1,6})$/i
const vocabulary = wordSet(`
  tests test files file suites suite passed passing pass failed failing failure failures fail skipped skip pending todo total in
  s ms sec seconds second examples example scenarios scenario steps specs spec error errors warning warnings result results ok
  flaky did not run expected unexpected assertions assertion min m of out xfailed xpassed deselected rerun snapshots snapshot
  summary time duration finished ran done and with cases case tasks successful cached found problems problem generated checked
  source offenses detected issues issue violations potentially fixable the option fix inspected no autocorrectable correctable
  succeeded up to date filtered measured ignored took elapsed x n completed across project projects package packages info
  informations hints notes runs skips run executed unexpected seconds inspected offense offence a were was is there compiled on`)
const good = /^(?:pass|succ)/i
const mostWords = 40

/** What every counting line holds: to look for this first saves a twentieth of an audit. */
const mayCount = /fail|error|offen|problem|issue|pass|succe|violations/i

/** What the line counts, or null where it is no counting line. `Task 2 failed` and prose are none. */
export function summaryOf(line: string): Summary | null {
  if (line.length > 300 || !/\d/.test(line) || !mayCount.test(line)) return null
  const counts = [...countsIn(line)]
  if (counts.length === 0) return null
  const strange = line
    .toLowerCase()
    .split(/[^a-z]+/)
    .slice(0, mostWords)
    .filter((word) => word !== '' && !vocabulary.has(word)).length
  // Words of other kinds may stand in a line that counts what passed beside what failed, and in no other.
  if (strange > (counts.length > 1 && counts.some((count) => good.test(count.word)) ? 3 : 0)) return null
  const bad = counts.filter((count) => !good.test(count.word)).reduce((sum, count) => sum + count.number, 0)
  // `5 problems (0 errors, 5 warnings)` fails nothing.
  const errors = counts.find((count) => /^error/i.test(count.word))
  return {
    bad: errors !== undefined && counts.some((count) => /^problem/i.test(count.word)) ? errors.number : bad,
  }
}

function* countsIn(line: string): Generator<{ readonly number: number; readonly word: string }> {
  for (const match of line.matchAll(counted)) yield { number: Number(match[1]), word: match[2] ?? '' }
  for (const match of line.matchAll(labelled)) yield { number: Number(match[2]), word: match[1] ?? '' }
  const match = tap.exec(line)
  if (match !== null) yield { number: Number(match[2]), word: match[1] ?? '' }
}
