/** PHP. */

import { defineTool, type Tool } from '../tool.js'

/** PHPUnit and Pest. */
export const phpunit: Tool = defineTool({
  id: 'phpunit',
  kind: 'test',
  programs: 'phpunit simple-phpunit paratest pest artisan',
  prints: /^PHPUnit \d|^OK \(\d{1,6} tests?, \d|^Tests: \d{1,6}, Assertions: \d|^\s{2}Tests:\s{2,8}\d/m,
  summary: [/^Tests: \d{1,6}, Assertions: \d/, /^OK \(\d{1,6} tests?, \d/, /^\s{2}Tests:\s{2,8}\d/],
  success: [/^OK, but /],
  failed: [/^(?:FAILURES|ERRORS)!\s*$/],
  nothing: [/^No tests executed!|^\s{0,4}INFO\s{1,4}No tests found/],
  marks: [/^PHP (?:Fatal|Parse) error/],
})

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
