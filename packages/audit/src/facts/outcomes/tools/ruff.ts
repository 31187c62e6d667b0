import { defineTool, type Tool } from '../tool.js'

/** Ruff, the linter and the formatter. */
export const ruff: Tool = defineTool({
  id: 'ruff',
  kind: 'lint',
  programs: 'ruff',
  command: ({ program, words }) => program === 'ruff' && words[1] === 'format',
  prints:
    /^All checks passed!|^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{3,4} |^[A-Z]{1,4}\d{3,4} .{1,300}\n {1,6}--> |^warning: No Python files found|^\d{1,6} files? (?:already formatted|would be reformatted|left unchanged|reformatted)/m,
  summary: [/^Found \d{1,6} errors?\b/],
  success: [/^All checks passed!/, /^\d{1,6} files? (?:already formatted|left unchanged|reformatted)/],
  failed: [/^\d{1,6} files? would be reformatted/],
  marks: [/^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4}\b/, /^Would reformat: /],
  nothing: [/^warning: No Python files found/],
})
