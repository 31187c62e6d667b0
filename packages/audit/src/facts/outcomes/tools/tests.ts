/**
 * Runners of tests. Those that only count, as rspec, phpunit and mix do ("3 examples, 1 failure"), need no entry:
 * what any line counts is read from its form (../signs.ts).
 */

import type { ToolForm } from '../tool.js'

/** They count tests only where some failed; else they say that the build came out well. */
const buildTool = {
  summary:
    /^\d{1,6} tests? completed, \d{1,6} failed|^\[(?:ERROR|INFO|WARNING)\]\s{1,4}Tests run: \d{1,6}, Failures: \d{1,6}, Errors: \d{1,6}, Skipped: \d{1,6}\s*$/,
  success: /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b|^Build complete!|^\*\* (?:TEST|BUILD) SUCCEEDED \*\*/,
  failed:
    /^BUILD FAILED\b|^FAILURE: Build |^\[(?:INFO|ERROR)\] BUILD FAILURE|^\*\* (?:TEST|BUILD) FAILED \*\*/,
  nothing: /^> No tests found for given includes|^No test (?:is available in|matches)/,
} satisfies Partial<ToolForm>

export const testRunners: readonly ToolForm[] = [
  {
    id: 'vitest',
    kinds: ['test'],
    programs: 'vitest',
    summary: /^\s{0,8}(?:Test Files|Tests|Errors|Type Errors)\s{1,4}\d/,
    nothing: /^No test files found|^\s{0,8}Tests\s{1,4}no tests\s*$/,
    failed: /^\s{0,4}❯ .{1,300}\(\d{1,5} tests? \|.{0,60}\b[1-9]\d{0,5} failed\b/,
    marks: /^\s{0,4}FAIL\s{1,4}\S|^Vitest caught \d{1,5} unhandled/,
    partial: /^\s{0,4}(?:CANCELLED|Test run cancelled)\b/,
    unfinished: /^\s{0,4}(?:Waiting|Watching) for file changes/,
    again: /^\s{0,4}RERUN\s/,
  },
  {
    id: 'jest',
    kinds: ['test'],
    programs: 'jest react-scripts',
    summary: /^(?:Test Suites|Tests):\s{1,8}\d/,
    nothing: /^No tests found, exiting with code|^No tests found related to files/,
    marks: /^FAIL\s{1,4}\S|^\s{0,4}● .{0,200}(?:Test suite failed to run|›)/,
    partial: /^Test run was interrupted|\bBailed out\b/,
    unfinished: /^Watch Usage\b|^Determining test suites to run/,
    again: /^Determining test suites to run/,
  },
  {
    id: 'tap',
    kinds: ['test'],
    programs: 'tap tape ava bats borp c8',
    command: ({ program, words, checks }) =>
      program === 'node' && checks.includes('test') && words.some((word) => word.startsWith('--test')),
    summary: /^[ℹ#] (?:tests|suites|pass|fail|failed|cancelled|skipped|todo)\s{1,4}\d{1,6}$/,
    success: /^# ok\s*$|^ok \d{1,6}\b(?!.{0,300}# SKIP)/,
    failed: /^not ok \d(?!.{0,300}# (?:TODO|SKIP))/i,
    marks: /^\s{0,20}not ok \d(?!.{0,300}# (?:TODO|SKIP))|^✖ failing tests:/i,
    nothing: /^1\.\.0\b|^Could not find ['"].{1,200}['"]/,
    partial: /^Bail out!/,
    counts: 'apart',
  },
  {
    id: 'pytest',
    kinds: ['test'],
    programs: 'pytest py.test tox nox',
    command: ({ words }) => /^python/.test(words[0] ?? '') && words.includes('pytest'),
    summary:
      /^=* ?(?:\d{1,6} (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests passed)(?:, )?)+ in \d/,
    nothing: /\bno tests ran\b|^collected 0 items\s*(?:\/ \d{1,6} deselected)?.{0,40}$/,
    marks: /^(?:FAILED|ERROR) \S{1,300}(?: - |$)|^E {3}\S|^_{3,} .{1,200} _{3,}$/,
    partial: /^!+ (?:stopping after|Interrupted|_pytest\.outcomes\.Exit)|^!+ KeyboardInterrupt !+/,
  },
  {
    id: 'cargo-test',
    kinds: ['test'],
    programs: 'cargo cargo-nextest',
    summary: /^test result: |^\s{4,8}Summary \[/,
    failed:
      /^error: (?:test failed, to rerun|could not compile|test run failed)|^error: \d{1,5} targets? failed/,
    marks: /^test .{1,300} \.\.\. FAILED$|^error(?:\[E\d{4}\])?: /,
    nothing: /^error: no tests to run/,
    partial: /^\s{2,8}Cancell?ing due to/,
    counts: 'added',
  },
  {
    id: 'go-test',
    kinds: ['test'],
    command: ({ program, words }) => (program === 'go' && words.includes('test')) || program === 'gotestsum',
    summary: /^DONE \d{1,6} tests/,
    success: /^ok\s{1,4}\t?\S{1,300}\s{1,4}(?:\(cached\)|[\d.]{1,10}s)(?!.{0,60}\[no tests to run\])|^PASS$/,
    failed: /^FAIL(?:\t|\s*$)/,
    marks: /^\s{0,12}--- FAIL: |^panic: /,
    nothing: /\[no tests to run\]|\[no test files\]|^testing: warning: no tests to run|matched no packages/,
    counts: 'added',
  },
  {
    id: 'ctest',
    kinds: ['test'],
    programs: 'ctest',
    summary: /^\d{1,3}% tests passed, \d{1,6} tests failed out of \d/,
    nothing: /^No tests were found!!!/,
  },
  { id: 'gradle', kinds: ['test', 'build'], programs: 'gradle gradlew', ...buildTool },
  { id: 'maven', kinds: ['test', 'build'], programs: 'mvn mvnw', ...buildTool },
  { id: 'swift', kinds: ['test', 'build'], programs: 'swift xcodebuild dotnet sbt', ...buildTool },
  // What runners that are not known by more say where they find nothing.
  {
    id: 'runner',
    kinds: ['test'],
    programs: 'mocha unittest nose2 playwright rspec phpunit bun',
    nothing:
      /^(?:Error: )?No test(?:s| files?) (?:were found|found|ran|executed)\b|^There are no tests to run\b|^Ran 0 tests\b|^The --only option was given .{0,80}no test|^\s{0,4}INFO\s{1,4}No tests found/,
  },
]
