/** Whether a change makes a check say less, and does nothing else. */

import type { CommandDescription } from '../calls/call-description.js'

/** What was done to a check, in a few words for people: "a test was skipped". */
export type Weakening =
  | 'a test was skipped'
  | 'a test was taken out'
  | 'a test file was deleted'
  | 'an expected value was replaced'
  | 'what is expected was taken from what came out'
  | 'an error was silenced'
  | 'an error is caught and dropped'
  | 'strictness was switched off'
  | 'a step was taken out of the CI'
  | 'the hooks were left out'

/** Files of tests, by their path. */
const testFile =
  /(?:^|\/)(?:tests?|specs?|__tests__|e2e|testdata)\/|[._-](?:test|spec|e2e|cy)\.\w+$|(?:^|\/)test_[^/]*\.py$|_(?:test|spec)\.\w+$|tests?\.(?:cs|java|kt|php|swift)$|(?:^|\/)conftest\.py$/iu

/** True for a file of tests. */
export function isTestFile(path: string): boolean {
  return testFile.test(path)
}

/** Steps of the CI, and of hooks. */
const ciFile =
  /(?:^|\/)\.github\/workflows\/|(?:^|\/)\.(?:gitlab-ci|travis|drone|woodpecker)[^/]*\.ya?ml$|(?:^|\/)(?:jenkinsfile|azure-pipelines[^/]*|bitbucket-pipelines[^/]*)$|(?:^|\/)\.circleci\/|(?:^|\/)\.husky\/|(?:^|\/)\.pre-commit-config\.ya?ml$/iu

const skips =
  /\b(?:it|test|describe|context|suite)\.(?:skip|todo|fixme)\b|\bx(?:it|describe|test)\s*\(|@(?:pytest\.mark\.|unittest\.)?(?:skip|xfail|Skip|Ignore|Disabled)\b|\bpytest\.skip\s*\(|\bt\.Skip(?:f|Now)?\s*\(|#\[ignore|@tag :skip|\bSkip\s*=\s*"|\bmarkTestSkipped\b|\bskip\s*\(|\bpending\b\s*['"(]/gu

const declaresTest =
  /\b(?:it|test|specify)(?:\.\w+)?\s*\(\s*['"`]|\bdef test_\w+|\bfunc Test\w+|#\[(?:tokio::)?test\]|@Test\b|\[(?:Fact|Theory|Test|TestMethod)\b|\bpublic function test\w+/gu

const asserts =
  /\bassert\w*\b|\bexpect\s*\(|\bshould\b|\.to(?:Be|Equal|Match|Have|Contain|Throw)\w*\s*\(|\bt\.(?:Error|Fatal|Fail)\w*\(|\brequire\.\w+\(/gu

const silences =
  /@ts-(?:ignore|expect-error|nocheck)|\b(?:es|ts|tsl|oxl)lint-disable|\bbiome-ignore|\bstylelint-disable|\bstandard:disable|#\s*type:\s*ignore|#\s*noqa|#\s*pylint:\s*disable|#\s*pyright:\s*ignore|#\s*mypy:\s*ignore|#\s*nosec|\/\/\s*nolint|#!?\[allow\(|@SuppressWarnings|#pragma warning disable|rubocop:disable|phpcs:ignore|@phpstan-ignore|NOLINT|\bshellcheck disable|swiftlint:disable|#\s*pragma:\s*no cover|istanbul ignore|c8 ignore|\bas any\b|\bas unknown as\b/gu

const drops =
  /\bexcept\b[^\n:]*:\s*(?:#[^\n]*)?\n?\s*(?:pass|continue|return(?: None)?)\b|\bcatch\s*(?:\([^)]*\))?\s*\{\s*(?:\/\/[^\n]*\s*|\/\*[^*]*\*\/\s*)?\}|\.catch\(\s*\(\s*\w*\s*\)\s*=>\s*(?:\{\s*\}|null|undefined)\s*\)|\brescue\b[^\n]*\n\s*nil\b|\brescue nil\b|\bcontextlib\.suppress\(|\$ErrorActionPreference\s*=\s*['"]SilentlyContinue/gu

const loosens =
  /"(?:strict|strictNullChecks|noImplicitAny|noUnused\w+|noUnchecked\w+|alwaysStrict|checkJs)"\s*:\s*false|"skipLibCheck"\s*:\s*true|['"][\w@/-]+['"]\s*:\s*(?:['"]off['"]|0\b|\[\s*['"]off['"])|\bcontinue-on-error:\s*true|\ballow_failure:\s*true|\|\|\s*true\b|--passWithNoTests|--no-verify|\bignore_errors\s*=\s*true|\bignoreBuildErrors\s*:\s*true|\bignoreDuringBuilds\s*:\s*true|\bstrict\s*=\s*false|\bdisallow_\w+\s*=\s*false|\bset \+e\b|\bignore_missing_imports\s*=\s*true/giu

const runsInCi = /^\s*-?\s*(?:run|uses|script|command|entry|id|name):|^\s*-\s+\S+.*$/gmu

/** What a change does to a check and nothing beside it; null where it does nothing to one, or more than that. */
export function weakeningOf(path: string, before: string | null, after: string): Weakening | null {
  if (before === null) return null
  const added = linesOnlyIn(after, before)
  const taken = linesOnlyIn(before, after)
  const more = (pattern: RegExp) => {
    const count = countOf(pattern, after)
    return count > 0 && count > countOf(pattern, before)
  }
  const isOnly = (pattern: RegExp) => added.every((line) => isFrame(line) || hasMatch(pattern, line))
  if (more(silences) && isOnly(silences) && taken.every((line) => isKept(line, added)))
    return 'an error was silenced'
  if (more(loosens) && isOnly(loosens)) return 'strictness was switched off'
  if (more(drops) && added.every((line) => isFrame(line) || isTry.test(line)))
    return 'an error is caught and dropped'
  if (ciFile.test(path))
    return added.length === 0 && countOf(runsInCi, after) < countOf(runsInCi, before)
      ? 'a step was taken out of the CI'
      : null
  if (!isTestFile(path)) return null
  if (more(skips) && isOnly(skips)) return 'a test was skipped'
  if (added.every(isFrame)) {
    if (countOf(declaresTest, codeOf(after)) < countOf(declaresTest, codeOf(before)))
      return 'a test was taken out'
    if (countOf(asserts, codeOf(after)) < countOf(asserts, codeOf(before))) return 'a test was taken out'
  }
  const isRewritten =
    added.length > 0 &&
    added.length === taken.length &&
    added.every((line, at) => masked(line) === masked(taken[at] ?? ''))
  return isRewritten ? 'an expected value was replaced' : null
}

const isTry =
  /^(?:try\b|except\b|catch\b|\}\s*catch\b|rescue\b|begin\b|pass\b|continue\b|return(?: None)?;?$|nil$|with (?:contextlib\.)?suppress)/u

/** The trimmed lines that stand in one text and not in the other. */
function linesOnlyIn(text: string, other: string): readonly string[] {
  const known = new Set(other.split('\n').map((line) => line.trim()))
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !known.has(line))
}

/** Lines that do nothing: comments and brackets. */
function isFrame(line: string): boolean {
  return /^(?:\/\/|\/\*|\*|#(?!\[)|--\s|<!--)|^[\s{}()[\];,]*$/u.test(line)
}

/** True for a line that still stands, if with something behind or before it. */
function isKept(line: string, added: readonly string[]): boolean {
  return added.some((other) => other.includes(line.replace(/[;,]$/u, '')) || bare(other) === bare(line))
}

/** A line of code without casts. */
function bare(line: string): string {
  return line.replace(/\(?(\w[\w.[\]]*) as (?:any|unknown as [\w<>[\]]+)\)?/gu, '$1')
}

/** A line with all its values masked. */
function masked(line: string): string {
  return line.replace(
    /(["'`])(?:\\.|(?!\1).)*\1|\b\d[\d._]*\b|\b(?:true|false|null|None|nil|True|False)\b/gu,
    '•',
  )
}

/** A text without the lines that are comments. */
function codeOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isFrame(line.trim()))
    .join('\n')
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0
}

function hasMatch(pattern: RegExp, line: string): boolean {
  return countOf(pattern, line) > 0
}

/** What a command does to a check and nothing beside it; null where it does nothing to one. */
export function weakeningBy({ program, words, checks }: CommandDescription): Weakening | null {
  if (program === 'rm' || program === 'unlink' || (program === 'git' && words[1] === 'rm')) {
    const files = words.slice(1).filter((word) => !word.startsWith('-') && word !== 'rm')
    return files.length > 0 && files.every((file) => isTestFile(file.replace(/\\/g, '/')))
      ? 'a test file was deleted'
      : null
  }
  if (program === 'git' && words[1] === 'commit' && words.includes('--no-verify'))
    return 'the hooks were left out'
  const updates = words.some((word) =>
    /^(?:-u|--update|--update-?[sS]napshots?|--snapshot-update|-update|--accept|--bless|--force-regen)$/u.test(
      word,
    ),
  )
  return updates && checks.includes('test') ? 'what is expected was taken from what came out' : null
}
