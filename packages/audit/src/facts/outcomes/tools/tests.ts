/**
 * Runners of tests. Those that only count, as rspec, phpunit and mix do ("3 examples, 1 failure"), need no entry:
 * what any line counts is read from its form (../signs.ts).
 */

import type { ToolForm } from '../tool.js'

/** Gradle and Maven count tests only where some failed; else they say that the build came out well. */
const jvm = {
  summary:
    /^\d{1,6} tests? completed, \d{1,6} failed|^\[(?:ERROR|INFO|WARNING)\]\s{1,4}Tests run: \d{1,6}, Failures: \d{1,6}, Errors: \d{1,6}, Skipped: \d{1,6}\s*$/,
  success: /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b/,
  failed: [
    /^BUILD FAILED\b|^FAILURE: Build (?:failed|completed with \d)/,
    /^\[(?:INFO|ERROR)\] BUILD FAILURE\b/,
    /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|There are test failures)/,
  ],
  marks:
    /^> Task :\S{1,200} FAILED$|^e: (?:file:\/\/)?\/?\S{1,300}\.kts?:|^\[ERROR\] \S{1,300}\.(?:java|kt|scala):\[\d/,
  nothing: /^> No tests found for given includes/,
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
    id: 'mocha',
    kinds: ['test'],
    programs: 'mocha nyc _mocha wdio',
    summary: /^\s{2}\d{1,6} (?:passing|failing|pending)\b/,
    nothing: /^Error: No test files found/,
    partial: /^\s{2}Bail ?out!?/i,
    counts: 'apart',
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
    id: 'playwright',
    kinds: ['test'],
    programs: 'playwright',
    summary: /^\s{2}\d{1,6} (?:passed|failed|flaky|skipped|interrupted|did not run)\b/,
    nothing: /^Error: No tests found/,
    partial: /^Running \d{1,6} tests? using .{1,60}shard \d|^Testing stopped early after \d/,
    counts: 'apart',
  },
  {
    id: 'bun-test',
    kinds: ['test'],
    command: ({ program, words }) => program === 'bun' && words[1] === 'test',
    summary: /^ {1,4}\d{1,6} (?:pass|fail|skip|todo)\s*$/,
    marks: /^\(fail\) /,
    nothing: /^No tests found!|^Ran 0 tests across/,
    partial: /^Bailed out after \d/,
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
    id: 'unittest',
    kinds: ['test'],
    programs: 'unittest nose2 manage.py',
    command: ({ words }) => /^python/.test(words[0] ?? '') && words.includes('unittest'),
    summary: /^Ran \d{1,6} tests? in [\d.]{1,12}s/,
    success: /^OK(?: \(.{1,100}\))?\s*$/,
    failed: /^FAILED \((?:failures|errors|unexpected successes)=/,
    nothing: /^Ran 0 tests in|^NO TESTS RAN/,
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
  { id: 'gradle', kinds: ['test', 'build'], command: ({ program }) => /^gradlew?$/.test(program), ...jvm },
  { id: 'maven', kinds: ['test', 'build'], command: ({ program }) => /^mvnw?$/.test(program), ...jvm },
  {
    id: 'ctest',
    kinds: ['test'],
    programs: 'ctest',
    summary: /^\d{1,3}% tests passed, \d{1,6} tests failed out of \d/,
    nothing: /^No tests were found!!!/,
  },
  {
    id: 'dotnet',
    kinds: ['test', 'build'],
    programs: 'dotnet vstest msbuild',
    summary:
      /^(?:Passed|Failed)!\s{1,4}- Failed: |^Test summary: total: \d|^Total tests: \d|^\s{4,6}(?:Passed|Failed|Skipped): \d|^\s{0,6}\d{1,6} Error\(s\)/,
    success: /^Test Run Successful\.|\bBuild succeeded\b/,
    failed: /^Test Run (?:Failed|Aborted)\.|^Build FAILED\.|\bBuild failed with \d/,
    nothing: /^No test (?:is available in|matches the given testcase filter)/,
    marks: /^\s{2}Failed \S{1,300} \[\d|\berror (?:CS|FS|MSB|NU)\d{3,5}\b/,
    counts: 'added',
  },
  {
    id: 'swift',
    kinds: ['test', 'build'],
    programs: 'swift xcodebuild',
    summary: /^\s{0,8}Executed \d{1,6} tests?, with \d/,
    success:
      /^\*\* (?:TEST|BUILD|ARCHIVE) SUCCEEDED \*\*|^Build complete!|\bTest run with \d{1,6} tests? .{0,40}passed/,
    failed: /^\*\* (?:TEST|BUILD|ARCHIVE) FAILED \*\*|\bTest run with \d{1,6} tests? .{0,40}failed/,
    marks: /^[^\s:]{1,200}\.swift:\d{1,6}:\d{1,6}: error: /,
  },
  // What runners that are not known by more say where they find nothing.
  {
    id: 'runner',
    kinds: ['test'],
    nothing:
      /^No tests (?:were found|found|ran|executed)\b|^There are no tests to run\b|^The --only option was given .{0,80}no test|^\s{0,4}INFO\s{1,4}No tests found/,
  },
]
