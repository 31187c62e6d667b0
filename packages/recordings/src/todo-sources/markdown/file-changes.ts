/**
 * Which Markdown files a call reads or writes, and how, in the shapes of the agents' tools, `apply_patch`, SEARCH/REPLACE
 * blocks and `str_replace_editor` among them, and of the filesystem MCP server.
 */

import { isObject, type JsonObject, stringIn } from '../../json-value.js'
import type { FileChange, Replacement } from './file-change.js'
import { changesOfPatch, piecesOfDiff } from './patches.js'
import { changesOfShell } from './shell-changes.js'

const pathFields = ['file_path', 'filePath', 'path', 'target_file', 'TargetFile', 'AbsolutePath']
const morePathFields = ['absolute_path', 'relative_path', 'filename', 'file_name', 'file']
const contentFields = ['content', 'contents', 'file_text', 'CodeContent', 'code_content', 'new_content']
const beforeFields = ['old_string', 'oldString', 'old_str', 'oldText', 'old_text', 'oldStr', 'search']
const afterFields = ['new_string', 'newString', 'new_str', 'newText', 'new_text', 'newStr', 'replace']
const patchFields = ['input', 'patch', 'patchText', 'patch_text', 'diff', 'content', 'command']
const readers = /^(?:read|view|open|cat|get)(?:_?file)?(?:_?(?:text|contents?|tool|v2))?$/i

/** Names of files that may hold a list. */
const markdownFile = /\.(?:md|markdown|mdx|mdc|txt)$/i
const namedAlone = /(?:^|[/\\])(?:todos?|tasks?|plan|checklist|progress|roadmap|backlog)$/i

/**
 * What a call does to Markdown files.
 * @param name the tool's name; @param input what it was given; @param output what it gave back; '' where that is not known
 */
export function fileChangesOf(name: string, input: unknown, output: string): readonly FileChange[] {
  return changesOf(name, input, output).filter(({ path }) => markdownFile.test(path) || namedAlone.test(path))
}

function changesOf(name: string, input: unknown, output: string): readonly FileChange[] {
  const record = isObject(input) ? input : null
  const path = record === null ? null : firstOf(record, [...pathFields, ...morePathFields])
  if (record !== null && path !== null) return changesOfFile(name, record, path, output)
  const patch = typeof input === 'string' ? input : record === null ? null : patchIn(record)
  if (patch?.includes('*** Begin Patch')) return changesOfPatch(patch)
  return changesOfShell(name, input, output)
}

function changesOfFile(name: string, input: JsonObject, path: string, output: string): readonly FileChange[] {
  const pieces = piecesOf(input)
  if (pieces.length > 0) return [{ path, kind: 'replaced', pieces }]
  const diff = stringIn(input, 'diff') ?? stringIn(input, 'diffs')
  if (diff !== null) return [{ path, kind: 'replaced', pieces: piecesOfDiff(diff) }]
  const content = firstOf(input, contentFields) ?? createdText(input)
  if (content !== null) return [{ path, kind: 'written', text: content }]
  const command = stringIn(input, 'command')
  if (command === null ? readers.test(name.slice(name.lastIndexOf('__') + 1)) : command === 'view') {
    const text = wholeTextRead(input, output)
    return text === null ? [] : [{ path, kind: 'read', text }]
  }
  return command === 'insert' || command === 'undo_edit' ? [{ path, kind: 'unknown' }] : []
}

/** Some editors make a file of the text that is to stand in it, where no text is named that it replaces. */
function createdText(input: JsonObject): string | null {
  return typeof input['insert_line'] === 'number' ? null : stringIn(input, 'new_text')
}

function piecesOf(input: JsonObject): readonly Replacement[] {
  const { edits } = input
  const given = Array.isArray(edits) ? edits.filter(isObject) : [input]
  return given.flatMap((edit) => {
    const before = firstOf(edit, beforeFields)
    const after = firstOf(edit, afterFields) ?? emptyIn(edit, afterFields)
    const everywhere = edit['replace_all'] === true || edit['replaceAll'] === true
    return before === null || after === null ? [] : [{ before, after, everywhere }]
  })
}

function patchIn(input: JsonObject): string | null {
  for (const field of patchFields) {
    const value = input[field]
    const text = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join('\n') : value
    if (typeof text === 'string' && text.includes('*** Begin Patch')) return text
  }
  return null
}

/** A file that was read from its beginning to its end, without the numbers that readers put before lines. */
function wholeTextRead(input: JsonObject, output: string): string | null {
  const first = input['offset'] ?? input['start_line'] ?? input['view_range'] ?? input['limit']
  if (output === '' || (first !== undefined && first !== null && first !== 0 && first !== 1)) return null
  const lines = output.replace(/^<file>\r?\n/, '').split(/\r?\n/)
  const numbered = /^\s{0,8}(\d{1,6})(?:→|\t|\| |: )/
  if (numbered.exec(lines[0] ?? '')?.[1] !== '1') return output
  return lines.flatMap((line) => (numbered.test(line) ? [line.replace(numbered, '')] : [])).join('\n')
}

function firstOf(record: JsonObject, fields: readonly string[]): string | null {
  for (const field of fields) {
    const text = Object.hasOwn(record, field) ? stringIn(record, field) : null
    if (text !== null) return text
  }
  return null
}

function emptyIn(record: JsonObject, fields: readonly string[]): string | null {
  return fields.some((field) => Object.hasOwn(record, field) && record[field] === '') ? '' : null
}
