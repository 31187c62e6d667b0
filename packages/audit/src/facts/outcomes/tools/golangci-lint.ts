import { defineTool, type Tool } from '../tool.js'

/** golangci-lint. */
export const golangciLint: Tool = defineTool({
  id: 'golangci-lint',
  kind: 'lint',
  programs: 'golangci-lint',
  prints: /^\d{1,6} issues[.:]|^[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: .{1,600}\([a-z]{2,20}\)$/m,
  summary: [/^\d{1,6} issues[.:]/],
  failed: [/^level=error msg=/],
  marks: [/^(?:\[?[\w:-]{1,30}\]?\s)?[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: .{1,600}\([a-z]{2,20}\)$/],
  nothing: [/\bno go files to analyze\b/],
  silent: true,
})
