import { defineTool, type Tool } from '../tool.js'

/** Bazel. */
export const bazel: Tool = defineTool({
  id: 'bazel',
  kind: 'test',
  programs: 'bazel bazelisk',
  prints:
    /^\/\/\S{1,200}\s{1,80}(?:\(cached\) )?(?:PASSED|FAILED|TIMEOUT|NO STATUS)\b|^(?:INFO|ERROR): Build completed|^Executed \d{1,6} out of \d{1,6} tests?:/m,
  summary: [/^Executed \d{1,6} out of \d{1,6} tests?: /],
  success: [/^\/\/\S{1,200}\s{1,80}(?:\(cached\) )?PASSED\b/, /^INFO: Build completed successfully/],
  failed: [
    /^\/\/\S{1,200}\s{1,80}(?:FAILED|TIMEOUT|FAILED TO BUILD)\b/,
    /^(?:ERROR|FAILED): Build (?:did NOT complete|completed, \d{1,6} test FAILED)/,
  ],
  nothing: [/^ERROR: No test targets were found/],
  adds: true,
})
