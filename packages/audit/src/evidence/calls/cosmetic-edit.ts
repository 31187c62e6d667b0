/** Whether an edit changes nothing but comments and white space, so that no check before it went stale. */

import { fieldOf, isText, textIn } from './tool-input.js'

/** The fields in which editors say what stood there and what stands there now. */
const pairs = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['search', 'replace'],
] as const

/** Texts longer than this are read as a real change. */
const longestRead = 20_000

/** So many edits of one call are compared. */
const mostEdits = 50

/** Here a line that is moved in or out is another program. */
const indented = /\.(?:pyi?|ya?ml|sass|pug|coffee|nim|hs|mk)$|(?:^|[\\/])Makefile$/iu

/** True where an editor's call says what it put in place of what, and all of that is comments and white space. */
export function isCosmeticEdit(input: unknown): boolean {
  const path = textIn(input, ['file_path', 'filePath', 'path', 'target_file', 'relative_path', 'file'])
  const isSame = (edit: unknown) => isCosmetic(edit, indented.test(path))
  const edits = fieldOf(input, 'edits')
  if (!Array.isArray(edits)) return isSame(input)
  return edits.length > 0 && edits.length <= mostEdits && edits.every(isSame)
}

/** True where two texts of a file differ in comments and white space alone, and do differ. */
export function isSameCode(path: string, before: string, after: string): boolean {
  if (before === after || before.length > longestRead || after.length > longestRead) return false
  const keepsIndentation = indented.test(path)
  return codeOf(before, keepsIndentation) === codeOf(after, keepsIndentation)
}

function isCosmetic(edit: unknown, keepsIndentation: boolean): boolean {
  for (const [before, after] of pairs) {
    const old = fieldOf(edit, before)
    const put = fieldOf(edit, after)
    if (!isText(old) || !isText(put)) continue
    if (old.length > longestRead || put.length > longestRead) return false
    return codeOf(old, keepsIndentation) === codeOf(put, keepsIndentation)
  }
  return false
}

/**
 * Code without comments and with runs of white space as one. A `#` or `//` begins a comment at a line's start or after
 * white space: in a link, a colour or a private field it does not.
 */
function codeOf(text: string, keepsIndentation: boolean): string {
  const bare = text
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/gu, ' ')
    .replace(/^[ \t]*(?:\/\/|\*(?![\w(])|--(?=\s)|#(?=[\s#]|$)).*$/gmu, '')
    .replace(/[ \t](?:\/\/|#(?=\s)).*$/gmu, '')
  if (!keepsIndentation) return bare.replace(/\s+/gu, ' ').trim()
  const lines = bare.split('\n').map((line) => line.trimEnd())
  return lines.filter((line) => line !== '').join('\n')
}
