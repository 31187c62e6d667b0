import { defineTool, type Tool } from '../tool.js'

/** webpack. */
export const webpack: Tool = defineTool({
  id: 'webpack',
  kind: 'build',
  programs: 'webpack',
  prints: /^webpack \d[\w.-]{0,20} compiled |^\(webpack\) |^webpack compiled /m,
  summary: [/^webpack (?:\d[\w.-]{0,20} )?compiled with \d{1,6} (?:errors?|warnings?)/],
  success: [/^webpack (?:\d[\w.-]{0,20} )?compiled successfully/],
  marks: [/^ERROR in \S/],
})
