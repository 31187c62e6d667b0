/** What a list calls a session or an item by: the beginning of a text, as one plain line. */

const longestTitle = 120

/** What begins a line of Markdown or of a comment, and says nothing: headings, list and quote marks, rules, fences. */
const marks = /^\s*(?:(?:[#>*/=~|+-]+|`{3,}\S*|\/\*+|\*+\/)(?=\s|$)\s*)+|\s+\*+\/\s*$/u

/** The beginning of a text on one line, without marks of Markdown or comments, and tags; null if it says nothing. */
export function titleOf(text: string): string | null {
  const line = text
    .slice(0, 20 * longestTitle)
    .replace(/<[^<>]{1,200}>/g, ' ') // agents wrap what a person typed in tags of their own
    .split('\n')
    .map((each) => each.replace(marks, '').replace(/\*\*|`+/g, ''))
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const letters = [...line]
  if (letters.length > longestTitle) return `${letters.slice(0, longestTitle).join('')}…`
  return line === '' ? null : line
}
