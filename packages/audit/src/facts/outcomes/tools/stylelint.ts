import { defineTool, type Tool } from '../tool.js'

/** Stylelint, and linters of Markdown that sum up like it. */
export const stylelint: Tool = defineTool({
  id: 'stylelint',
  kind: 'lint',
  programs: 'stylelint markdownlint markdownlint-cli markdownlint-cli2',
  prints: /^[✖×]? ?\d{1,6} problems? \(\d{1,6} errors?, \d{1,6} warnings?\)|^Summary: \d{1,6} error\(s\)/m,
  summary: [/^[✖×]? ?\d{1,6} problems? \(\d/, /^Summary: \d{1,6} error\(s\)/],
  nothing: [/^Linting: 0 file\(s\)/],
  silent: true,
})
