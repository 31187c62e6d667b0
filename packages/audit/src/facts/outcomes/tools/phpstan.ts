import { defineTool, type Tool } from '../tool.js'

/** PHPStan, and Psalm. */
export const phpstan: Tool = defineTool({
  id: 'phpstan',
  kind: 'typecheck',
  programs: 'phpstan psalm phan',
  prints: /^ \[(?:OK|ERROR)\] |^No errors found!$/m,
  summary: [/^ \[ERROR\] Found \d{1,6} errors?/],
  success: [/^ \[OK\] No errors|^\s{0,20}No errors found!/],
  nothing: [/^ \[(?:WARNING|ERROR)\] No files found to analyse/],
})
