/** The numbers that a line of output counts: `5 failed, 3 passed`, `Tests run: 5, Failures: 1`, `# pass 3`. */

/** What a line counts; null for what it does not speak of. `skipped`: all that was left out. `total`: how many in all. */
export type Counts = Readonly<
  Record<'passed' | 'failed' | 'skipped' | 'errors' | 'problems' | 'warnings' | 'total', number | null>
>

function countsOf(count: (field: keyof Counts) => number | null): Counts {
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    errors: count('errors'),
    problems: count('problems'),
    warnings: count('warnings'),
    total: count('total'),
  }
}

export const noCounts: Counts = countsOf(() => null)

const words = {
  passed: 'passed|passing|passes|pass|succeeded|successful|successes',
  failed: 'failed|failing|failures?|fails?|broken|timed out',
  skipped:
    'skipped|skips?|pending|todo|ignored|deselected|filtered out|disabled|excluded|xfailed|incomplete|did not run|not run|cancelled|measured',
  errors: 'errors?|error\\(s\\)',
  problems: 'problems?|issues?|offen[cs]es?|violations?',
  warnings: 'warnings?|warning\\(s\\)',
  total: 'total|tests?|examples?|specs?|scenarios?|runs?|checks?',
}
const patterns = Object.entries(words).map(
  ([field, list]) => [field, new RegExp(`^(?:${list})$`, 'i')] as const,
)
const all = Object.values(words).join('|')
/** A further noun may stand between: `2 tests failed`. */
const numbered = new RegExp(
  String.raw`(?<![\w.:/-])(\d{1,7})\s{1,8}(?:(?:unit |tests?|suites?|examples?|files?|checks?|specs?|cases?|steps?|chart\(s\))\s{1,4}(?=failed|passed|failing|passing|skipped|fail|pass|succeeded))?(${all})(?![\w-]|\s+\d)`,
  'gi',
)
const labelled = new RegExp(
  String.raw`(?<![\w.])(${all})(?: run)?\s{0,3}[:=]\s{0,8}(\d{1,7})(?=\s{0,4}(?:[,;.|)\]]|$|\s[(-]))`,
  'gi',
)
/** The reporters of TAP write the count behind the word, alone on its line. */
const alone = new RegExp(String.raw`^\W{0,3}(${all})(?: tests)?\s{1,20}(\d{1,7})$`, 'gi')

/** What the line counts, or null where it counts nothing. Linear in the line, which is read up to 400 characters. */
export function countsIn(line: string): Counts | null {
  if (!/\d/.test(line)) return null
  const text = line.slice(0, 400)
  const found = new Map<string, number>()
  const note = (word = '', number = '') => {
    const field = patterns.find(([, pattern]) => pattern.test(word))?.[0]
    // A line that counts suites and tests counts the worse of both.
    if (field !== undefined) found.set(field, Math.max(found.get(field) ?? 0, Number(number)))
  }
  for (const [, number, word] of text.matchAll(numbered)) note(word, number)
  for (const [, word, number] of [...text.matchAll(labelled), ...text.matchAll(alone)]) note(word, number)
  if (found.size === 0) return null
  const outOf = found.has('failed') ? /\b(?:out )?of (\d{1,7})\b/.exec(text)?.[1] : undefined
  if (outOf !== undefined && !found.has('total')) found.set('total', Number(outOf))
  return countsOf((field) => found.get(field) ?? null)
}

/**
 * How many of what is counted speak against the work.
 * @param succeeded true where the exit status says success: then problems, which may all be hints, are none
 */
export function badIn({ failed, errors, problems }: Counts, succeeded = false): number {
  // `5 problems (0 errors, 5 warnings)` holds no error.
  return (failed ?? 0) + (errors ?? (succeeded ? 0 : (problems ?? 0)))
}

/** How many passed, where the line says it or leaves it to be reckoned. */
export function passedIn(counts: Counts): number | null {
  const { passed, skipped, total } = counts
  if (passed !== null || total === null) return passed
  return Math.max(0, total - badIn(counts) - (skipped ?? 0))
}

/** The counts of several lines: added up, or each number as it was counted last. */
export function joinedCounts(lines: readonly Counts[], adds: boolean): Counts {
  return lines.reduce(
    (one, other) =>
      countsOf((field) => {
        const [a, b] = [one[field], other[field]]
        return a === null || b === null ? (a ?? b) : adds ? a + b : b
      }),
    noCounts,
  )
}
