/** Texts from outside in Markdown: only within code does nothing in them mean anything, not even `@name` or `#3`. */

import { printable } from '../../text/printable.js'

/**
 * A text as a code span: on one line, whatever stands in it. Source: CommonMark, "Code spans": the fence is longer than
 * any run of backticks within, and one space beside a backtick is not shown.
 */
export function markdownCode(text: string, limit?: number): string {
  const line = printable(text, limit)
  if (line === '') return ''
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1)
  const beside = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${beside}${line}${beside}${fence}`
}

/**
 * The same in the cell of a table, where a bar ends the cell even within code; with a backslash of its own before it,
 * readers of Markdown disagree. Source: GitHub Flavored Markdown, tables.
 */
export function markdownCell(text: string, limit?: number): string {
  return markdownCode(text, limit)
    .replace(/\\(?=\|)/g, '\\ ')
    .replaceAll('|', '\\|')
}
