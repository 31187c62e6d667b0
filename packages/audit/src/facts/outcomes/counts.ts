/** The numbers that a line of output counts: `5 failed, 3 passed`, `Tests run: 5, Failures: 1`, `# pass 3`. */

/** What a line counts; null for what it does not speak of. */
export interface Counts {
  readonly passed: number | null
  readonly failed: number | null
  /** What was left out: skipped, pending, deselected. */
  readonly skipped: number | null
  /** Errors, or the problems of a tool that does not tell them from warnings. */
  readonly errors: number | null
  readonly warnings: number | null
  /** How many there were in all. */
  readonly total: number | null
}

type Field = keyof Counts | 'problems'

/** Counts nothing. */
export const noCounts: Counts = {
  passed: null,
  failed: null,
  skipped: null,
  errors: null,
  warnings: null,
  total: null,
}

const words: readonly (readonly [Field, string])[] = [
  ['passed', 'passed|passing|passes|pass|succeeded|successful|successes'],
  ['failed', 'failed|failing|failures?|fails?|broken|timed out'],
  [
    'skipped',
    'skipped|skips?|pending|todo|ignored|deselected|filtered out|disabled|excluded|xfailed|incomplete|did not run|not run|cancelled|measured',
  ],
  ['errors', 'errors?|error\\(s\\)'],
  ['problems', 'problems?|issues?|offen[cs]es?|violations?'],
  ['warnings', 'warnings?|warning\\(s\\)'],
  ['total', 'total|tests?|examples?|specs?|scenarios?|runs?|checks?'],
]
const patterns = words.map(([field, list]) => [field, new RegExp(`^(?:${list})$`, 'i')] as const)
const all = words.map(([, list]) => list).join('|')
/** The words are tried from the longest form on, and a further noun may stand between: `2 tests failed`. */
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
const share = /\b(?:out )?of (\d{1,7})\b/

/** What the line counts, or null where it counts nothing. Linear in the line, which is read up to 400 characters. */
export function countsIn(line: string): Counts | null {
  if (!/\d/.test(line)) return null
  const text = line.slice(0, 400)
  const found = new Map<Field, number>()
  const note = (word = '', number = '') => {
    const field = patterns.find(([, pattern]) => pattern.test(word))?.[0]
    // A line that counts suites and tests counts the worse of both.
    if (field !== undefined) found.set(field, Math.max(found.get(field) ?? 0, Number(number)))
  }
  for (const [, number, word] of text.matchAll(numbered)) note(word, number)
  for (const [, word, number] of [...text.matchAll(labelled), ...text.matchAll(alone)]) note(word, number)
  if (found.size === 0) return null
  const of = (field: Field): number | null => found.get(field) ?? null
  const outOf = share.exec(text)?.[1]
  return {
    passed: of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
    // `5 problems (0 errors, 5 warnings)` holds no error.
    errors: of('errors') ?? of('problems'),
    warnings: of('warnings'),
    total: of('total') ?? (found.has('failed') && outOf !== undefined ? Number(outOf) : null),
  }
}

/** How many of what is counted speak against the work. */
export function badIn({ failed, errors }: Counts): number {
  return (failed ?? 0) + (errors ?? 0)
}

/** How many passed, where the line says it or leaves it to be reckoned. */
export function passedIn({ passed, failed, skipped, errors, total }: Counts): number | null {
  if (passed !== null || total === null) return passed
  return Math.max(0, total - (failed ?? 0) - (errors ?? 0) - (skipped ?? 0))
}

/** Both together. */
export function sumOf(one: Counts, other: Counts): Counts {
  return combined(one, other, (a, b) => a + b)
}

/** Each number as it was counted last. */
export function latestOf(one: Counts, other: Counts): Counts {
  return combined(one, other, (_, b) => b)
}

function combined(one: Counts, other: Counts, join: (a: number, b: number) => number): Counts {
  const of = (field: keyof Counts) => {
    const [a, b] = [one[field], other[field]]
    return a === null || b === null ? (a ?? b) : join(a, b)
  }
  return {
    passed: of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
    errors: of('errors'),
    warnings: of('warnings'),
    total: of('total'),
  }
}
