/** What a call put in place of what, as editors and patches say it. */

import { fieldOf, isText, textIn } from '../calls/tool-input.js'
import { normalizePath } from '../../promise/named-files.js'

/** One text put in place of another. */
export interface TextChange {
  /** The file, normalized. */
  readonly path: string
  /** What stood there; null where the call writes the whole file. */
  readonly before: string | null
  /** What stands there now. */
  readonly after: string
  /** True where it is put in every place where the text stood. */
  readonly everywhere: boolean
}

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

const paths = [
  'file_path',
  'filePath',
  'path',
  'target_file',
  'relative_path',
  'notebook_path',
  'filename',
  'file',
]

/** Longer texts are not looked at. */
const longestRead = 100_000

/** So many changes of one call are looked at. */
const mostChanges = 50

/** The changes that a call's input states; none where it states none. Linear in the input. */
export function changesIn(input: unknown, strings: readonly string[]): readonly TextChange[] {
  const path = normalizePath(textIn(typeof input === 'string' ? null : input, paths))
  const edits = fieldOf(input, 'edits')
  const each = Array.isArray(edits) ? edits.slice(0, mostChanges) : [input]
  const found = each.flatMap((edit) => pairOf(edit, path))
  if (found.length > 0) return found
  const patch = strings.find((text) =>
    /^\*\*\* (?:Begin Patch|(?:Update|Add) File: )|^--- /mu.test(text.slice(0, 5000)),
  )
  if (patch !== undefined) return changesOfPatch(patch.slice(0, longestRead)).slice(0, mostChanges)
  const whole = path === '' ? undefined : wholes.map((field) => fieldOf(input, field)).find(isText)
  return whole === undefined || whole.length > longestRead
    ? []
    : [{ path, before: null, after: whole, everywhere: false }]
}

function pairOf(edit: unknown, path: string): readonly TextChange[] {
  for (const [old, put] of pairs) {
    const [before, after] = [fieldOf(edit, old), fieldOf(edit, put)]
    if (isText(before) && isText(after) && before.length + after.length <= longestRead) {
      const own = textIn(typeof edit === 'string' ? null : edit, paths)
      const everywhere = fieldOf(edit, 'replace_all') === true || fieldOf(edit, 'replaceAll') === true
      return [{ path: own === '' ? path : normalizePath(own), before, after, everywhere }]
    }
  }
  return []
}

/** The hunks of a patch: what each takes out and puts in. */
function changesOfPatch(patch: string): readonly TextChange[] {
  const found: TextChange[] = []
  let path = ''
  let isNew = false
  let taken: string[] = []
  let put: string[] = []
  const close = () => {
    if (taken.length + put.length > 0)
      found.push({ path, before: isNew ? null : taken.join('\n'), after: put.join('\n'), everywhere: false })
    taken = []
    put = []
  }
  for (const line of patch.split('\n')) {
    const [, kind, named] = /^\*\*\* (Update|Add|Delete) File: (.+)$/u.exec(line) ?? []
    const [, after] = /^\+\+\+ (?:b\/)?(\S+)/u.exec(line) ?? []
    if (named !== undefined || after !== undefined) {
      close()
      path = normalizePath((named ?? after ?? '').trim())
      isNew = kind === 'Add'
    } else if (line.startsWith('@@') || line.startsWith('***')) close()
    else if (line.startsWith('--- ')) isNew = line.startsWith('--- /dev/null')
    else if (line.startsWith('+')) put.push(line.slice(1))
    else if (line.startsWith('-')) taken.push(line.slice(1))
  }
  close()
  return found
}
