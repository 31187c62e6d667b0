/** The numbers that a line of output counts: `5 failed, 3 passed`, `Tests run: 5, Failures: 1`, `# pass 3`. */

/** What a line counts; null for what it does not speak of. */
export interface Counts {
  /** What passed. */
  readonly passed: number | null
  /** What failed. */
  readonly failed: number | null
  /** What was left out: skipped, pending, deselected. */
  readonly skipped: number | null
  /** Errors, or the problems of a tool that does not tell them from warnings. */
  readonly errors: number | null
  /** Warnings. */
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
const fieldOf: readonly (readonly [Field, RegExp])[] = words.map(([field, list]) => [
  field,
  new RegExp(`^(?:${list})$`, 'i'),
])
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
const alone = new RegExp(String.raw`^\W{0,3}(${all})(?: tests)?\s{1,20}(\d{1,7})$`, 'i')
const share = /\b(?:out )?of (\d{1,7})\b/
const longestLine = 400

/** What the line counts, or null where it counts nothing. Linear in the line, which is read up to 400 characters. */
export function countsIn(line: string): Counts | null {
  if (!/\d/.test(line)) return null
  const text = line.slice(0, longestLine)
  const found = new Map<Field, number>()
  for (const match of text.matchAll(numbered)) note(found, match[2] ?? '', match[1] ?? '')
  for (const match of text.matchAll(labelled)) note(found, match[1] ?? '', match[2] ?? '')
  const single = alone.exec(text)
  if (single !== null) note(found, single[1] ?? '', single[2] ?? '')
  if (found.size === 0) return null
  const of = (field: Field): number | null => found.get(field) ?? null
  const counted = { failed: of('failed'), skipped: of('skipped'), total: of('total') }
  const total = counted.total ?? (counted.failed === null ? null : numberIn(share.exec(text)?.[1]))
  return {
    ...counted,
    total,
    passed: of('passed'),
    // `5 problems (0 errors, 5 warnings)` holds no error.
    errors: of('errors') ?? of('problems'),
    warnings: of('warnings'),
  }
}

function note(found: Map<Field, number>, word: string, number: string): void {
  const field = fieldOf.find(([, pattern]) => pattern.test(word))?.[0]
  if (field === undefined) return
  // A line that counts suites and tests counts the worse of both.
  found.set(field, Math.max(found.get(field) ?? 0, Number(number)))
}

function numberIn(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

/** How many of what is counted speak against the work. */
export function badIn({ failed, errors }: Counts): number {
  return (failed ?? 0) + (errors ?? 0)
}

/** How many passed, where the line says it or leaves it to be reckoned. */
export function passedIn({ passed, failed, skipped, errors, total }: Counts): number | null {
  if (passed !== null) return passed
  if (total === null) return null
  return Math.max(0, total - (failed ?? 0) - (errors ?? 0) - (skipped ?? 0))
}

/** Both together. */
export function sumOf(one: Counts, other: Counts): Counts {
  const add = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b)
  return {
    passed: add(one.passed, other.passed),
    failed: add(one.failed, other.failed),
    skipped: add(one.skipped, other.skipped),
    errors: add(one.errors, other.errors),
    warnings: add(one.warnings, other.warnings),
    total: add(one.total, other.total),
  }
}
