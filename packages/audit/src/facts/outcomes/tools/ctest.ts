import { defineTool, type Tool } from '../tool.js'

/** CTest. */
export const ctest: Tool = defineTool({
  id: 'ctest',
  kind: 'test',
  programs: 'ctest',
  prints: /^\d{1,3}% tests passed, \d{1,6} tests failed out of \d|^No tests were found!!!/m,
  summary: [/^\d{1,3}% tests passed, \d{1,6} tests failed out of \d/],
  marks: [/^\s{0,4}\d{1,6}\/\d{1,6} Test .{1,200}\*\*\*(?:Failed|Timeout|Exception|Not Run)/],
  nothing: [/^No tests were found!!!/],
})
