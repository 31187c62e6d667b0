import { defineTool, type Tool } from '../tool.js'

/** mypy. */
export const mypy: Tool = defineTool({
  id: 'mypy',
  kind: 'typecheck',
  programs: 'mypy dmypy',
  prints:
    /^Success: no issues found in \d|^Found \d{1,6} errors? in \d{1,6} files? \((?:checked|errors prevented)|^[^\s:]{1,200}\.pyi?:\d{1,6}: error: |^There are no \.py\[i\] files in directory/m,
  summary: [/^Found \d{1,6} errors? in \d/],
  success: [/^Success: no issues found/],
  marks: [/^[^\s:]{1,200}\.pyi?:\d{1,6}(?::\d{1,6})?: error: /],
  nothing: [/^There are no \.py\[i\] files in directory/],
})
