/** What a list calls a session or an item by: the beginning of a text, as one plain line. */

const longestTitle = 120

/** What begins a line of Markdown or of a comment, and says nothing: headings, list and quote marks, rules, fences. */
const marks = /^\s*(?:(?:[#>*/=~|+-]+|`{3,}\S*|\/\*+|\*+\/)(?=\s|$)\s*)+|\s+\*+\/\s*$/u

/** Agents wrap what a person typed in tags of their own, such as `<command-name>` and `<task>…</task>`. */
const tag = /<\/?([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)(?:\s[^<>]{0,200})?>/g

/** The beginning of a text on one line, without marks of Markdown or comments, and an agent's tags; null if it says nothing. */
export function titleOf(text: string): string | null {
  const head = text.slice(0, 20 * longestTitle)
  const ended = new Set([...head.matchAll(/<\/([\w-]{1,40})>/g)].map(([, name]) => name))
  const line = head
    // `<Button>`, `Vec<u8>` and `<div>` are what a person wrote.
    .replace(tag, (whole, name: string) => (ended.has(name) || /[-_]/.test(name) ? ' ' : whole))
    .split('\n')
    .map((each) => each.replace(marks, '').replace(/\*\*|`+/g, ''))
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const letters = [...line]
  if (letters.length > longestTitle) return `${letters.slice(0, longestTitle).join('')}…`
  return line === '' ? null : line
}
