import { defineTool, type Tool } from '../tool.js'

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
