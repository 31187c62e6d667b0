import { defineTool, type Tool } from '../tool.js'

/** Oxlint. */
export const oxlint: Tool = defineTool({
  id: 'oxlint',
  kind: 'lint',
  programs: 'oxlint',
  prints: /^Found \d{1,6} warnings? and \d{1,6} errors?\./m,
  summary: [/^Found \d{1,6} warnings? and \d{1,6} errors?\./],
  nothing: [/^No files found to lint/],
})
