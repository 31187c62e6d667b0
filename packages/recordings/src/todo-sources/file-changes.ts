/** What a call does to files, in the shapes of the agents' tools that read and write them. */

import { isObject, type JsonObject, stringIn } from '../json.js'

interface Replacement {
  readonly before: string
  readonly after: string
  /** True where it is replaced wherever it stands. */
  readonly everywhere: boolean
}

/** The whole text of a file as it is written, or was read; or pieces that are replaced, one after the other. */
export type FileChange =
  | { readonly path: string; readonly kind: 'written' | 'read'; readonly text: string }
  | { readonly path: string; readonly kind: 'replaced'; readonly pieces: readonly Replacement[] }

const pathFields = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file']
const contentFields = ['content', 'contents', 'file_text']
const beforeFields = ['old_string', 'oldString', 'old_str', 'oldText', 'search']
const afterFields = ['new_string', 'newString', 'new_str', 'newText', 'replace']
const patchFields = ['input', 'patch', 'patchText', 'command']
const readers = /^(?:read|view|open)(?:_?(?:text|many))?(?:_?files?)?$/i
const patchBegins = '*** Begin Patch'
const longestPatch = 500_000
/** What comes to more is no list that an agent keeps, and is followed no further. */
export const longestText = 500_000

/** What a call does to files; nothing is said of a shell, but for the patch that is given to it. @param output what it gave back */
export function fileChangesOf(name: string, input: unknown, output: string): readonly FileChange[] {
  if (!isObject(input)) return typeof input === 'string' ? changesOfPatch(input) : []
  const path = textIn(input, pathFields)
  if (path === null) return changesOfPatch(patchFields.flatMap((field) => textsOf(input[field])).join('\n'))
  const diff = stringIn(input, 'diff')
  const given = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input]
  const pieces = diff === null ? given.flatMap(pieceIn) : piecesOfDiff(diff)
  if (pieces.length > 0 || diff !== null) return [{ path, kind: 'replaced', pieces }]
  const content = textIn(input, contentFields)
  if (content !== null) return [{ path, kind: 'written', text: content }]
  const isRead = input['command'] === 'view' || readers.test(name.slice(name.lastIndexOf('__') + 1))
  const text = isRead ? wholeTextRead(input, output) : null
  return text === null ? [] : [{ path, kind: 'read', text }]
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}

function pieceIn(edit: JsonObject): readonly Replacement[] {
  const before = textIn(edit, beforeFields)
  const after = afterFields.map((field) => edit[field]).find((value) => typeof value === 'string')
  const everywhere = edit['replace_all'] === true || edit['replaceAll'] === true
  return before === null || typeof after !== 'string' ? [] : [{ before, after, everywhere }]
}

/** A file that was read from its beginning, without the numbers that readers put before lines. */
function wholeTextRead(input: JsonObject, output: string): string | null {
  const first = input['offset'] ?? input['start_line'] ?? input['view_range'] ?? input['limit'] ?? 0
  if (output === '' || (first !== 0 && first !== 1)) return null
  const lines = output.replace(/^<file>\r?\n/, '').split(/\r?\n/)
  const numbered = /^\s{0,8}(\d{1,6})(?:→|\t|\| |: )/
  if (numbered.exec(lines[0] ?? '')?.[1] !== '1') return output
  return lines.flatMap((line) => (numbered.test(line) ? [line.replace(numbered, '')] : [])).join('\n')
}

/** `*** Begin Patch`, `*** Update File: PLAN.md`, `@@`, lines with ` `, `-`, `+`. */
function changesOfPatch(text: string): readonly FileChange[] {
  if (!text.includes(patchBegins)) return []
  const [, ...files] = text.slice(0, longestPatch).split(/^\*\*\* (?=(?:Update|Add) File: )/m)
  return files.flatMap((file): readonly FileChange[] => {
    const [section = ''] = file.split(/^\*\*\* (?!End of File|Move to)/m)
    const [head = '', ...lines] = withoutEnd(section).split(/\r?\n/)
    const path = head.replace(/^\w+ File: /, '').trim()
    const body = lines.filter((line) => line === '' || /^[-+ @]/.test(line))
    const without = (sign: string, of: readonly string[]): string =>
      of.flatMap((line) => (line.startsWith(sign) ? [] : [line.slice(1)])).join('\n')
    if (head.startsWith('Add')) return [{ path, kind: 'written', text: `${without(' ', body)}\n` }]
    const hunks: string[][] = [[]]
    for (const line of body)
      if (line.startsWith('@')) hunks.push([])
      else hunks.at(-1)?.push(line)
    const pieces = hunks
      .map((hunk) => ({ before: without('+', hunk), after: without('-', hunk), everywhere: false }))
      .filter(({ before }) => before !== '')
    return [{ path, kind: 'replaced', pieces }]
  })
}

/** SEARCH/REPLACE blocks of Cline and Roo Code, which puts a place before the text. */
function piecesOfDiff(diff: string): readonly Replacement[] {
  const [, ...blocks] = diff.slice(0, longestPatch).split(/^[-<]{5,9} ?SEARCH.*\r?\n/m)
  return blocks.flatMap((block) => {
    const [searched, ...rest] = block.split(/^={5,9}\r?\n/m)
    const [replacing, end] = rest.join('').split(/^[+>]{5,9} ?REPLACE/m)
    if (searched === undefined || replacing === undefined || end === undefined) return []
    const before = searched.replace(/^(?::\w{1,20}:.{0,20}\r?\n)+-{5,9}\r?\n/, '')
    return [{ before: withoutEnd(before), after: withoutEnd(replacing), everywhere: false }]
  })
}

function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}

function textIn(record: JsonObject, fields: readonly string[]): string | null {
  return fields.map((field) => stringIn(record, field)).find((text) => text !== null) ?? null
}

/** The text after a change; null where that can't be known. */
export function textAfter(before: string | null, change: FileChange): string | null {
  if (change.kind !== 'replaced') return change.text
  let text = before
  for (const { before: old, after, everywhere } of change.pieces) {
    if (text === null || old === '' || !text.includes(old)) return null
    const times = everywhere ? text.split(old).length - 1 : 1
    if (text.length + times * (after.length - old.length) > longestText) return null
    text = everywhere ? text.replaceAll(old, () => after) : text.replace(old, () => after)
  }
  return text
}
