import { defineTool, type Tool } from '../tool.js'

/** sbt. */
export const sbt: Tool = defineTool({
  id: 'sbt',
  kind: 'test',
  programs: 'sbt',
  prints: /^\[(?:info|error)\] (?:Passed|Failed): Total \d|^\[success\] Total time/m,
  failed: [
    /^\[error\] (?:Failed: Total \d|\(.{1,200}\) .{0,200}(?:TestsFailedException|Compilation failed))/,
  ],
  success: [/^\[info\] (?:All tests passed|Passed: Total [1-9])/, /^\[success\] Total time/],
  nothing: [/^\[info\] (?:No tests to run|Passed: Total 0\b)/],
})
