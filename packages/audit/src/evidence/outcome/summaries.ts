/** The lines in which test drivers, compilers and linters count what they found: `Tests: 3 failed, 10 passed`. */

import { wordSet } from '../shell/arguments.js'

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

/** What the line counts, or null where it is no counting line. `Task 2 failed` and prose are none. */
export function summaryOf(line: string): Summary | null {
  if (line.length > 300 || !/\d/.test(line)) return null
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
