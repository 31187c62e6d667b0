/** Test runners of JavaScript and TypeScript. */

import { defineTool, type Tool } from '../tool.js'

/** Vitest sums up in two lines, `Test Files` and `Tests`, and goes on in watch mode. */
export const vitest: Tool = defineTool({
  id: 'vitest',
  kind: 'test',
  programs: 'vitest',
  prints:
    /^\s{0,4}(?:RUN|DEV)\s{1,4}v\d|^\s{0,4}Test Files\s{1,4}(?:\d|no tests)|^No test files found|^\s{0,4}❯ .{1,200}\(\d{1,5} tests?\b/m,
  summary: [/^\s{0,8}(?:Test Files|Tests|Errors|Type Errors)\s{1,4}\d/],
  nothing: [/^No test files found/, /^\s{0,8}Tests\s{1,4}no tests\s*$/],
  failed: [/^\s{0,4}FAIL\s{1,4}Tests failed\b/],
  marks: [
    /^\s{0,4}FAIL\s{1,4}\S/,
    /^\s{0,4}❯ .{1,300}\b[1-9]\d{0,5} failed\b/,
    /^Vitest caught \d{1,5} unhandled error/,
  ],
  partial: [/^\s{0,4}(?:CANCELLED|Test run cancelled)\b/],
  unfinished: [/^\s{0,4}(?:Waiting for file changes|Watching for file changes)/],
  again: /^\s{0,4}RERUN\s/,
})

/** Jest sums up in `Test Suites:` and `Tests:`. */
export const jest: Tool = defineTool({
  id: 'jest',
  kind: 'test',
  programs: 'jest react-scripts',
  prints: /^Test Suites: \s*\d|^Tests: {7}\d|^No tests found, exiting with code|^Ran all test suites/m,
  summary: [/^(?:Test Suites|Tests):\s{1,8}\d/],
  nothing: [/^No tests found, exiting with code|^No tests found related to files/],
  marks: [/^FAIL\s{1,4}\S/, /^\s{0,4}● .{0,200}(?:Test suite failed to run|›)/],
  partial: [/^Test run was interrupted|\bBailed out\b/],
  unfinished: [/^Watch Usage\b|^Determining test suites to run/],
  again: /^Determining test suites to run/,
})

/** Mocha counts what passes, fails and is pending on lines of their own. */
export const mocha: Tool = defineTool({
  id: 'mocha',
  kind: 'test',
  programs: 'mocha nyc _mocha wdio',
  prints: /^\s{2}\d{1,6} passing \(|^Error: No test files found: /m,
  summary: [/^\s{2}\d{1,6} (?:passing|failing|pending)\b/],
  nothing: [/^Error: No test files found/],
  partial: [/^\s{2}Bail ?out!?/i],
  apart: true,
})

/** TAP, and the reporters of Node.js, which count on lines of their own. */
export const tap: Tool = defineTool({
  id: 'tap',
  kind: 'test',
  programs: 'tap tape ava bats borp c8',
  command: ({ program, words, checks }) =>
    program === 'node' && checks.includes('test') && words.some((word) => word.startsWith('--test')),
  prints: /^TAP version 1[34]|^[ℹ#] (?:tests|pass|fail) \d{1,6}$|^1\.\.\d{1,6}\s*$|^not ok \d|^ok \d{1,6}\b/m,
  summary: [/^[ℹ#] (?:tests|suites|pass|fail|failed|cancelled|skipped|todo)\s{1,4}\d{1,6}$/],
  success: [/^# ok\s*$/],
  marks: [/^\s{0,20}not ok \d(?!.{0,300}# (?:TODO|SKIP))/i, /^✖ failing tests:/],
  nothing: [/^1\.\.0\b/, /^Could not find ['"].{1,200}['"]/],
  partial: [/^Bail out!/],
  apart: true,
})

/** AVA. */
export const ava: Tool = defineTool({
  id: 'ava',
  kind: 'test',
  programs: 'ava',
  prints:
    /^\s{2}\d{1,6} tests? (?:passed|failed)\b|^\s{2}✘ (?:Couldn’t find any files to test|No tests found)|^\s{2}✘ Based on your configuration/m,
  summary: [
    /^\s{2}\d{1,6} (?:tests? (?:passed|failed|skipped|todo)|uncaught exceptions?|unhandled rejections?)\b/,
  ],
  marks: [/^\s{2}✘ \[fail\]: /],
  nothing: [/^\s{2}✘ (?:Couldn’t find any files to test|No tests found|Based on your configuration)/],
  apart: true,
})

/** Playwright's test runner. */
export const playwright: Tool = defineTool({
  id: 'playwright',
  kind: 'test',
  programs: 'playwright',
  prints: /^Running \d{1,6} tests? using \d{1,4} workers?/m,
  summary: [/^\s{2}\d{1,6} (?:passed|failed|flaky|skipped|interrupted|did not run)\b/],
  nothing: [/^Error: No tests found/],
  partial: [/^Running \d{1,6} tests? using .{1,60}shard \d/, /^Testing stopped early after \d/],
  apart: true,
})

/** Cypress. */
export const cypress: Tool = defineTool({
  id: 'cypress',
  kind: 'test',
  programs: 'cypress',
  prints: /^\s{2}\(Run (?:Starting|Finished)\)/m,
  success: [/^\s{4}[✔√]\s{2}All specs passed!/],
  failed: [/^\s{4}[✖×]\s{2}\d{1,5} of \d{1,5} failed/],
  nothing: [/^Can't run because no spec files were found/],
})

/** The test runner of Bun. */
export const bunTest: Tool = defineTool({
  id: 'bun-test',
  kind: 'test',
  command: ({ program, words }) => program === 'bun' && words[1] === 'test',
  prints: /^bun test v\d|^Ran \d{1,6} tests? across \d{1,6} files?/m,
  summary: [/^ {1,4}\d{1,6} (?:pass|fail|skip|todo)\s*$/],
  marks: [/^\(fail\) /],
  nothing: [/^No tests found!|^Ran 0 tests across/],
  partial: [/^Bailed out after \d/],
  apart: true,
})

/** The test runner of Deno. */
export const denoTest: Tool = defineTool({
  id: 'deno-test',
  kind: 'test',
  command: ({ program, words }) => program === 'deno' && words[1] === 'test',
  prints: /^(?:ok|FAILED) \| \d{1,6} passed/m,
  summary: [/^(?:ok|FAILED) \| \d{1,6} passed/],
  nothing: [/^error: No test modules found/],
})
