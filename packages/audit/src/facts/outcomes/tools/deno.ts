import { defineTool, type Tool } from '../tool.js'

/** The test runner of Deno. */
export const denoTest: Tool = defineTool({
  id: 'deno-test',
  kind: 'test',
  command: ({ program, words }) => program === 'deno' && words[1] === 'test',
  prints: /^(?:ok|FAILED) \| \d{1,6} passed/m,
  summary: [/^(?:ok|FAILED) \| \d{1,6} passed/],
  nothing: [/^error: No test modules found/],
})
