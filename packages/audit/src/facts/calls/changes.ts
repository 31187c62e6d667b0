/** What a call put in place of what, as editors, patches and here-documents say it. */

import type { CallDescription, CommandDescription, TextChange } from './call.js'
import { fieldOf, isText, pathFields, textIn, textsIn } from './input.js'

/** The fields in which editors say what stood there and what stands there now. */
const pairs = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['search', 'replace'],
] as const
/** The fields in which tools are given a whole file. */
const wholes = ['content', 'file_text', 'new_source', 'contents', 'text', 'CodeContent'] as const
/** Longer texts are not looked at. */
const longestRead = 100_000
const mostChanges = 50

/** The changes that a call states; none where it states none. Linear in the input. */
export function changesOf(call: CallDescription, input: unknown): readonly TextChange[] {
  const own = call.commands.flatMap(changesByCommand)
  const patch = textsIn(input).find((text) =>
    /^\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File: )|^--- /mu.test(text.slice(0, 5000)),
  )
  const path = textIn(typeof input === 'string' ? null : input, pathFields)
  const edits = fieldOf(input, 'edits')
  const replaced = (Array.isArray(edits) ? edits : [input]).flatMap((edit) => pairOf(edit, path))
  if (replaced.length > 0) return replaced.slice(0, mostChanges)
  if (patch !== undefined) return changesOfPatch(patch.slice(0, longestRead)).slice(0, mostChanges)
  const whole =
    path === '' || call.effect !== 'write'
      ? undefined
      : wholes.map((field) => fieldOf(input, field)).find(isText)
  const written =
    whole === undefined || whole.length > longestRead ? [] : [{ path, before: null, after: whole }]
  return [...own, ...written].slice(0, mostChanges)
}

function pairOf(edit: unknown, path: string): readonly TextChange[] {
  for (const [old, put] of pairs) {
    const [before, after] = [fieldOf(edit, old), fieldOf(edit, put)]
    if (isText(before) && isText(after) && before.length + after.length <= longestRead) {
      const own = textIn(typeof edit === 'string' ? null : edit, pathFields)
      return [{ path: own || path, before, after }]
    }
  }
  return []
}

/** What a command of a shell line writes, replaces and removes. */
function changesByCommand({
  program,
  words,
  files,
  content,
  dry,
}: CommandDescription): readonly TextChange[] {
  const written = files.flatMap(({ path, access }) => (access === 'write' ? [path] : []))
  if (dry) return []
  if (/^(?:rm|unlink|del|erase|remove-item)$/i.test(program) || (program === 'git' && words[1] === 'rm'))
    return written.map((path) => ({ path, before: null, after: null }))
  if (content === null || content.length > longestRead) return []
  return written.map((path) => ({ path, before: null, after: content }))
}

/** The hunks of a patch: what each takes out and puts in. */
function changesOfPatch(patch: string): readonly TextChange[] {
  const found: TextChange[] = []
  let path = ''
  let isNew = false
  let taken: string[] = []
  let put: string[] = []
  const close = () => {
    const before = isNew ? null : taken.join('\n')
    if (taken.length + put.length > 0) found.push({ path, before, after: put.join('\n') })
    taken = []
    put = []
  }
  for (const line of patch.split('\n')) {
    const [, kind, named] = /^\*\*\* (Update|Add|Delete) File: (.+)$/u.exec(line) ?? []
    const [, after] = /^\+\+\+ (?:b\/)?(\S+)/u.exec(line) ?? []
    const next = named ?? after
    if (next !== undefined) {
      close()
      path = next.trim()
      isNew = kind === undefined ? isNew : kind === 'Add'
      if (kind === 'Delete') found.push({ path, before: null, after: null })
    } else if (line.startsWith('@@') || line.startsWith('***')) close()
    else if (line.startsWith('--- ')) {
      close()
      isNew = line.startsWith('--- /dev/null')
    } else if (line.startsWith('+')) put.push(line.slice(1))
    else if (line.startsWith('-')) taken.push(line.slice(1))
    else if (line.startsWith(' ') && put.length + taken.length > 0) {
      taken.push(line.slice(1))
      put.push(line.slice(1))
    }
  }
  close()
  return found
}

/** Here a line that is moved in or out is another program. */
const indented = /\.(?:pyi?|ya?ml|sass|pug|coffee|nim|hs|mk)$|(?:^|[\\/])Makefile$/iu
/** Comments of documents are their text. */
const document = /\.(?:mdx?|txt|rst|adoc)$/iu

/** True where a change puts in and takes out nothing but comments and white space, so that no check went stale. */
export function isCosmetic({ path, before, after }: TextChange): boolean {
  if (before === null || after === null || before === after || document.test(path)) return false
  if (before.length + after.length > longestRead) return false
  return codeOf(before, indented.test(path)) === codeOf(after, indented.test(path))
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
