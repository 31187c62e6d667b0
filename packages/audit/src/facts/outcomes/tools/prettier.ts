import { defineTool, type Tool } from '../tool.js'

/** Prettier; with `--write` it names each file and how long it took. */
export const prettier: Tool = defineTool({
  id: 'prettier',
  kind: 'format',
  programs: 'prettier',
  prints: /^All matched files use Prettier code style!|^\[(?:warn|error)\] |^Checking formatting\.\.\./m,
  success: [/^All matched files use Prettier code style!/, /^\S{1,300} \d{1,6}ms(?: \(unchanged\))?\s*$/],
  failed: [/^\[warn\] Code style issues found/, /^Error occurred when checking code style/],
  marks: [/^\[error\] \S{1,300}: SyntaxError/],
  nothing: [/^\[error\] No (?:files matching|parser could be inferred)/],
  silent: true,
})
