import { defineTool, type Tool } from '../tool.js'

/** RuboCop. */
export const rubocop: Tool = defineTool({
  id: 'rubocop',
  kind: 'lint',
  programs: 'rubocop standardrb',
  prints: /^\d{1,6} files? inspected, (?:\d{1,6}|no) offen[cs]es?/m,
  summary: [/^\d{1,6} files? inspected, \d{1,6} offen[cs]es?/],
  success: [/^[1-9]\d{0,5} files? inspected, no offen[cs]es/],
  nothing: [/^0 files inspected/],
})
