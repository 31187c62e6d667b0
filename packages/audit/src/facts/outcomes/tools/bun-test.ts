import { defineTool, type Tool } from '../tool.js'

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
