/** What checks of a family print when they fail, and when there was nothing to check; written after the real tools. */

/** A family of checks. */
export interface CheckFamily {
  /** How a command of it is known. */
  readonly command: RegExp
  /** The files whose change makes it stale. */
  readonly covers: RegExp
  /** What it prints when something failed. */
  readonly failing: string
  /** What it prints when nothing ran; null where that does not occur. */
  readonly empty: string | null
}

const web = /\.(?:[cm]?[jt]sx?|vue|svelte)$/iu

/** The families, the first that knows a command counts. */
const checkFamilies: readonly CheckFamily[] = [
  {
    command: /\bplaywright\s+test\b/u,
    covers: web,
    failing:
      'Running 5 tests using 1 worker\n\n  1) [chromium] › total.spec.ts:9:1 › shows the total\n\n    Error: expect(locator).toHaveText(expected) failed\n\n  1 failed\n    [chromium] › total.spec.ts:9:1 › shows the total\n  4 passed (6.1s)',
    empty: 'Error: No tests found.\nMake sure that arguments are regular expressions matching test files.',
  },
  {
    command: /\bpytest\b|\bpy\.test\b/u,
    covers: /\.pyi?$/iu,
    failing:
      '..F..                                                                    [100%]\n=================================== FAILURES ===================================\nE       assert 12 == 10\n=========================== short test summary info ============================\nFAILED tests/test_total.py::test_rounds - assert 12 == 10\n1 failed, 4 passed in 0.21s',
    empty: '\n5 deselected in 0.04s',
  },
  {
    command: /\bcargo\s+(?:nextest\s+run|test|t)\b/u,
    covers: /\.rs$/iu,
    failing:
      "running 5 tests\ntest total::rounds ... FAILED\n\nfailures:\n\n---- total::rounds stdout ----\nthread 'total::rounds' panicked at src/total.rs:9:5:\nassertion `left == right` failed\n\ntest result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\nerror: test failed, to rerun pass `--lib`",
    empty:
      'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 5 filtered out; finished in 0.00s',
  },
  {
    command: /\bgo\s+test\b/u,
    covers: /\.go$/iu,
    failing:
      '--- FAIL: TestTotal (0.00s)\n    total_test.go:9: got 12, want 10\nFAIL\nFAIL\texample.org/app/total\t0.004s\nFAIL',
    empty: '?   \texample.org/app/total\t[no test files]',
  },
  {
    command: /\brspec\b/u,
    covers: /\.rb$/iu,
    failing:
      '..F..\n\nFailures:\n\n  1) Total rounds\n     Failure/Error: expect(total).to eq(10)\n\n       expected: 10\n            got: 12\n\n5 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/total_spec.rb:9 # Total rounds',
    empty:
      'No examples found.\n\nFinished in 0.00031 seconds (files took 0.06 seconds to load)\n0 examples, 0 failures',
  },
  {
    command: /\bphpunit\b|\bartisan\s+test\b/u,
    covers: /\.php$/iu,
    failing:
      '..F..                                                               5 / 5 (100%)\n\nThere was 1 failure:\n\n1) TotalTest::testRounds\nFailed asserting that 12 matches expected 10.\n\nFAILURES!\nTests: 5, Assertions: 9, Failures: 1.',
    empty: 'No tests executed!',
  },
  {
    command: /\b(?:gradlew?|mvnw?)\b.*\b(?:test|check|verify)\b/u,
    covers: /\.(?:java|kts?|groovy)$/iu,
    failing:
      'TotalTest > rounds() FAILED\n    org.opentest4j.AssertionFailedError at TotalTest.java:9\n\n5 tests completed, 1 failed\n\nFAILURE: Build failed with an exception.\n\nBUILD FAILED in 3s',
    empty: '> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s',
  },
  {
    command: /\bdotnet\s+test\b/u,
    covers: /\.(?:cs|fs|vb)$/iu,
    failing:
      '  Failed Shop.TotalTests.Rounds [6 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\n\nFailed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 21 ms - Shop.Tests.dll (net9.0)',
    empty:
      'No test is available in /work/Shop.Tests.dll. Make sure that test discoverer & executors are registered.',
  },
  {
    command: /\bmix\s+test\b/u,
    covers: /\.exs?$/iu,
    failing:
      '  1) test rounds (TotalTest)\n     Assertion with == failed\n     left:  12\n     right: 10\n\nFinished in 0.02 seconds\n5 tests, 1 failure',
    empty: 'There are no tests to run',
  },
  {
    command: /\btsc\b|\bvue-tsc\b|\btype-?check\b|\bcheck-types\b/u,
    covers: web,
    failing:
      "src/total.ts(9,3): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error in src/total.ts:9",
    empty: null,
  },
  {
    command: /\b(?:mypy|pyright)\b/u,
    covers: /\.pyi?$/iu,
    failing:
      'app/total.py:9: error: Incompatible return value type (got "str", expected "int")  [return-value]\nFound 1 error in 1 file (checked 12 source files)',
    empty: null,
  },
  {
    command: /\bcargo\s+(?:check|clippy|build)\b/u,
    covers: /\.rs$/iu,
    failing:
      'error[E0308]: mismatched types\n --> src/total.rs:9:5\n\nerror: could not compile `shop` (lib) due to 1 previous error',
    empty: null,
  },
  {
    command: /\b(?:eslint|biome|lint)\b/u,
    covers: web,
    failing:
      "/work/src/total.ts\n  9:3  error  'sum' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
    empty: null,
  },
  {
    command: /\b(?:ruff|flake8)\b/u,
    covers: /\.pyi?$/iu,
    failing: 'app/total.py:9:5: F841 Local variable `sum` is assigned to but never used\nFound 1 error.',
    empty: 'warning: No Python files found under the given path(s)\nAll checks passed!',
  },
  {
    command: /\b(?:vitest|jest)\b|\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:test|t)(?::\w+)?\b/u,
    covers: web,
    failing:
      ' ❯ src/total.test.ts (5 tests | 1 failed) 9ms\n   × rounds\n     → expected 12 to be 10\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 14 passed (15)',
    empty: 'No test files found, exiting with code 0',
  },
  {
    command: /\b(?:vite|next|webpack)\s+build\b|\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?build\b/u,
    covers: web,
    failing:
      'error during build:\n[vite]: Rollup failed to resolve import "./total.js" from "/work/src/cart.ts".',
    empty: null,
  },
]

/** The family of a command; undefined where it is of none. */
export function familyOf(command: string | null): CheckFamily | undefined {
  return command === null ? undefined : checkFamilies.find((family) => family.command.test(command))
}
