/** What changes make a check say less. What else an edit does hides nothing: each line that does it counts on its own. */

import { beginningOf } from '../cut.js'
import { describeShell } from '../shell/line.js'
import type { CheckKind, TextChange } from './call.js'

type Kind =
  | ('a test was skipped' | 'only some tests are run' | 'a test was taken out' | 'a test file was deleted')
  | ('an assertion was taken out' | 'an assertion was replaced by a weaker one')
  | ('an error was silenced' | 'strictness was switched off' | 'a step was taken out of the CI')

/** What a change does to a check, in a few words for people. */
export interface Weakening {
  readonly kind: Kind
  readonly path: string
  /** The line that does it, quoted: the one that was put in, else the one that was taken out. */
  readonly quote: string
}

const testFile =
  /(?:^|\/)(?:tests?|specs?|__tests__|e2e|testdata)\/|[._-](?:test|spec|e2e|cy)\.\w+$|(?:^|\/)test_[^/]*\.py$|_(?:test|spec)\.\w+$|tests?\.(?:cs|java|kt|php|swift)$|(?:^|\/)conftest\.py$/iu

/** True for a file of tests, by its path. */
export function isTestFile(path: string): boolean {
  return testFile.test(path.replace(/\\/g, '/'))
}

/** Steps of the CI, and of hooks. */
const ciFile =
  /(?:^|\/)\.github\/workflows\/|(?:^|\/)\.(?:gitlab-ci|travis|drone|woodpecker)[^/]*\.ya?ml$|(?:^|\/)(?:jenkinsfile|azure-pipelines[^/]*|bitbucket-pipelines[^/]*)$|(?:^|\/)\.circleci\/|(?:^|\/)\.husky\/|(?:^|\/)\.pre-commit-config\.ya?ml$/iu
/** What stands further behind in a line is not looked at. */
const longestLine = 1000

/** Marks in a line that make a check say less, whatever file it is in. */
const marks: readonly (readonly [Kind, RegExp])[] = [
  [
    'an error was silenced',
    /@ts-(?:ignore|expect-error|nocheck)|\b(?:es|ts|tsl|oxl)lint-disable|\bbiome-ignore|\bstylelint-disable|\bstandard:disable|#\s*type:\s*ignore|#\s*noqa|#\s*pylint:\s*disable|#\s*pyright:\s*ignore|#\s*mypy:\s*ignore|#\s*nosec|\/\/\s*nolint|#!?\[allow\(|@SuppressWarnings|#pragma warning disable|rubocop:disable|phpcs:ignore|@phpstan-ignore|NOLINT|\bshellcheck disable|swiftlint:disable|#\s*pragma:\s*no cover|istanbul ignore|c8 ignore/,
  ],
  [
    'strictness was switched off',
    /"(?:strict|strictNullChecks|noImplicitAny|noUnused\w+|noUnchecked\w+|alwaysStrict|checkJs)"\s*:\s*false|"skipLibCheck"\s*:\s*true|\bcontinue-on-error:\s*true|\ballow_failure:\s*true|--passWithNoTests|--no-verify|\bignore_errors\s*=\s*true|\bignoreBuildErrors\s*:\s*true|\bignoreDuringBuilds\s*:\s*true|\bstrict\s*=\s*false|\bdisallow_\w+\s*=\s*false|\bignore_missing_imports\s*=\s*true|\bbail\s*:\s*0\b|--exit-zero\b|--max-warnings[= ](?!0\b)/i,
  ],
]
const inTests: readonly (readonly [Kind, RegExp])[] = [
  [
    'a test was skipped',
    /\b(?:it|test|describe|context|suite)\.(?:skip|todo|fixme)\b|\bx(?:it|describe|test)\s*\(|@(?:pytest\.mark\.|unittest\.)?(?:skip|xfail|Skip|Ignore|Disabled)|\bpytest\.skip\s*\(|\bt\.Skip(?:f|Now)?\s*\(|#\[ignore|@tag :skip|\bSkip\s*=\s*"|\bmarkTestSkipped\b|\bskip\s*\(|\bpending\b\s*['"(]/,
  ],
  [
    'only some tests are run',
    /\b(?:it|test|describe|context|suite|specify)\.only\b|\bf(?:it|describe|context)\s*\(|\bfocus:\s*true\b/,
  ],
]
/** Settings of linters that take each rule so gravely. */
const ruleFile = /eslint|oxlint|stylelint|biome|markdownlint|tslint|pyright/iu
/** How gravely a linter takes a rule. */
const ruleLevel =
  /['"]?([\w@/-]{2,80})['"]?\s*:\s*(?:\[\s*)?['"]?(off|warn|warning|error|fatal|info|none|ignore|disable|[012])['"]?(?=[\s,}\]]|$)/i

/** What changes do to checks. */
export function weakeningsOf(changes: readonly TextChange[]): readonly Weakening[] {
  return changes.flatMap(weakeningsIn)
}

function weakeningsIn({ path, before, after }: TextChange): readonly Weakening[] {
  const say = (kind: Kind, line: string): Weakening => ({ kind, path, quote: beginningOf(line.trim(), 100) })
  const isTest = isTestFile(path)
  if (after === null) return isTest ? [say('a test file was deleted', path)] : []
  if (before === null) return []
  const added = linesOnlyIn(after, before)
  const taken = linesOnlyIn(before, after)
  const found = [...marks, ...(isTest ? inTests : [])].flatMap(([kind, pattern]) => {
    const put = added.filter((line) => pattern.test(line))
    const gone = taken.filter((line) => pattern.test(line))
    return put.length > gone.length ? [say(kind, put.at(-1) ?? '')] : []
  })
  if (ruleFile.test(path))
    found.push(...loosened(path, added, taken).map((line) => say('strictness was switched off', line)))
  if (ciFile.test(path) || /(?:^|\/)package\.json$/.test(path)) {
    const steps = stepsTakenOut(added, taken, ciFile.test(path))
    found.push(...steps.map((line) => say('a step was taken out of the CI', line)))
  }
  return isTest ? [...found, ...testsWeakened(before, after).map(([kind, line]) => say(kind, line))] : found
}

/** Rules of a linter that are taken less gravely than before. */
function loosened(path: string, added: readonly string[], taken: readonly string[]): readonly string[] {
  const levelIn = (line: string) => ruleLevel.exec(line)?.slice(1) ?? []
  const before = new Map(taken.map(levelIn).map(([rule, level]) => [rule, level]))
  return added.filter((line) => {
    const [rule, level = ''] = levelIn(line)
    if (rule === undefined) return false
    // A number may be anything where it takes no level's place.
    const was = before.get(rule) ?? (/\d/.test(level) ? level : 'error')
    const isNumber = /\d/.test(was) && !/eslint|tslint|stylelint|oxlint/iu.test(path)
    return !isNumber && gravityOf(level) < gravityOf(was)
  })
}

function gravityOf(level: string): number {
  return /^(?:error|fatal|2)$/i.test(level) ? 2 : /^(?:warn|warning|1)$/i.test(level) ? 1 : 0
}

/** Lines of the CI that ran a check which nothing that was put in runs. */
function stepsTakenOut(added: readonly string[], taken: readonly string[], isCi: boolean): readonly string[] {
  const kept = new Set(added.flatMap((line) => kindsIn(line, isCi)))
  return taken.filter((line) => {
    const kinds = kindsIn(line, isCi)
    return kinds.length > 0 && !kinds.some((kind) => kept.has(kind))
  })
}

const step = /^-?\s*(?:run|script|command|entry|id|cmd)?:?\s*[|>]?\s*-?\s*(.+)$/
const scriptOfJson = /^"(?:test|lint|check|ci|verify|typecheck|precommit|prepush)[\w:-]*"\s*:\s*"(.+)",?$/

function kindsIn(line: string, isCi: boolean): readonly CheckKind[] {
  const text = isCi
    ? /^(?:#|-?\s*(?:name|uses|with|on|if|env|needs|runs-on|steps|jobs)\s*:)/.test(line)
      ? undefined
      : step.exec(line)?.[1]
    : scriptOfJson.exec(line)?.[1]
  if (text === undefined) return []
  const kinds = describeShell(text).flatMap(({ checks, verify }) => (verify ? checks : []))
  return kinds.filter((kind) => kind !== 'run' && kind !== 'probe')
}

const declaresTest =
  /\b(?:it|test|specify)(?:\.\w+)?\s*\(\s*(['"`])(.{1,200}?)\1|\bdef (test_\w+)|\bfunc (Test\w+)|#\[(?:tokio::)?test\]\s*(?:async )?fn (\w+)|\bfn (\w+)\(\) \{|\bpublic (?:async )?(?:void|Task|function) (\w+)/gu
const asserts =
  /\bassert\w*\b|\bexpect\s*\(|\bshould\b|\.to(?:Be|Equal|Match|Have|Contain|Throw)\w*\s*\(|\bt\.(?:Error|Fatal|Fail)\w*\(|\brequire\.\w+\(/u
/** Assertions that hold of almost anything. */
const weak =
  /\.to(?:BeDefined|BeTruthy|BeFalsy)\s*\(|\.not\.to(?:BeNull|BeUndefined|Throw)\w*\s*\(|\.toBeInstanceOf\s*\(|\.toBeGreaterThan(?:OrEqual)?\s*\(\s*(?:0|-1)\s*\)|\bexpect\.any(?:thing)?\s*\(|\.to\.(?:exist|be\.ok)\b|\b(?:assert(?:Is)?NotN(?:one|ull|il)|assertTrue|assertIsInstance|assert\.(?:ok|NotNil|NotEmpty|isDefined|exists))\s*\(|\bassert\s+[\w.()[\]'"]+(?:\s+is not None)?\s*$|\bassert!\s*\(\s*(?:true|\w+\.is_(?:ok|some)\(\))\s*\)|\bexpect\(\s*true\s*\)\.toBe\(\s*true\s*\)|\bassert\s+(?:True|true|1)\b/u

function testsWeakened(before: string, after: string): readonly (readonly [Kind, string])[] {
  const [old, now] = [assertsIn(before), assertsIn(after)]
  const [lost, put] = [minus(old, now), minus(now, old)]
  const [oldNames, names] = [namesIn(before), namesIn(after)]
  const missing = oldNames.find((name) => !names.includes(name))
  const [line] = lost
  // A test without assertions is gone, too, where none stands in its place.
  const isGone = line === undefined ? names.length < oldNames.length : lost.length > put.length
  if (missing !== undefined && isGone) return [['a test was taken out', missing]]
  if (line === undefined) return []
  const weakPut = put.find((one) => weak.test(one))
  const strong = (lines: readonly string[]) => lines.filter((one) => !weak.test(one)).length
  if (weakPut !== undefined && strong(lost) > strong(put))
    return [['an assertion was replaced by a weaker one', weakPut]]
  return lost.length > put.length ? [['an assertion was taken out', line]] : []
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(declaresTest)].flatMap(
    (match) => match.slice(2).find((name) => name !== undefined) ?? [],
  )
}

/** The lines of a list that the other has not, as often as it has them more. */
function minus(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/** The trimmed lines that stand in one text and not in the other. */
function linesOnlyIn(text: string, other: string): readonly string[] {
  const lines = (one: string) => one.split('\n').map((line) => line.slice(0, longestLine).trim())
  return minus(lines(text), lines(other)).filter((line) => line !== '')
}

/** The trimmed lines of a text that assert something, and are no comments. */
function assertsIn(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.slice(0, longestLine).trim())
  return lines.filter((line) => asserts.test(line) && !/^(?:\/\/|\/\*|\*|#(?!\[)|--\s|<!--)/u.test(line))
}
