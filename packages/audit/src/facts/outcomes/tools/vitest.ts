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
