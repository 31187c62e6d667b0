/** Reads the fields of a tool's input, which may be anything: nothing of it is trusted, and no getter is called. */

import type { TouchedFile } from './call.js'
import type { KnownTools } from './tool-names.js'

/** The fields in which tools are given a path, those that name a file first. */
export const pathFields =
  `file_path filePath path notebook_path absolute_path target_file relative_path file filename file_name
  dir_path directory AbsolutePath TargetFile DirectoryPath paths include file_paths files`.split(/\s+/)

/** A field of an input that may be anything; undefined where it is none of its own. */
export function fieldOf(input: unknown, field: string): unknown {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return undefined
  return Object.getOwnPropertyDescriptor(input, field)?.value
}

/** The first of these fields that is a text; an input that is a text stands for itself; else empty. */
export function textIn(input: unknown, fields: readonly string[]): string {
  if (typeof input === 'string') return input
  return fields.map((field) => fieldOf(input, field)).find(isText) ?? ''
}

/** The files that the input's fields name. */
export function filesIn(input: unknown, access: TouchedFile['access']): readonly TouchedFile[] {
  const named = pathFields.flatMap((field) => {
    const value = fieldOf(input, field)
    const paths: readonly unknown[] = Array.isArray(value) ? value : [value]
    return paths.map((one) => (isText(one) || value === one ? one : textIn(one, pathFields)))
  })
  return distinct(named.flatMap((path) => (isText(path) && path !== '' ? [{ path, access }] : [])))
}

/** Each path and access once, the first hundred; paths that are too long to be one are left out. */
export function distinct(files: readonly TouchedFile[]): readonly TouchedFile[] {
  const short = files.filter(({ path }) => path.length <= 1000)
  return [...new Map(short.map((file) => [`${file.access} ${file.path}`, file])).values()].slice(0, 100)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** The texts in a tool's input, at most forty, to a depth of four. */
export function textsIn(input: unknown, depth = 0): readonly string[] {
  if (typeof input === 'string') return input === '' ? [] : [input]
  if (typeof input !== 'object' || input === null || depth > 4) return []
  const values = Object.values(input).slice(0, 40)
  return values.flatMap((value) => textsIn(value, depth + 1)).slice(0, 40)
}

const commandFields = 'command cmd CommandLine commandLine cli_command script commands code input'.split(' ')

/** The shell line of a call: a text, the words of a command, several lines, or lines inside a program; null for none. */
export function shellSource(input: unknown, tools: KnownTools): string | null {
  if (typeof input === 'string') return tools.programIn(input)?.lines ?? input
  if (Array.isArray(input)) return wordsAsLine(input)
  for (const field of commandFields) {
    const value = fieldOf(input, field)
    if (Array.isArray(value))
      return field === 'commands' ? value.map(lineOfEntry).join('\n') : wordsAsLine(value)
    if (!isText(value)) continue
    if (field === 'command') return lineOfEntry(input)
    return (field === 'input' ? tools.programIn(value)?.lines : undefined) ?? value
  }
  const task = fieldOf(input, 'task')
  return typeof task === 'object' && task !== null ? shellSource(task, tools) : null
}

/** A command that is given as a line, or as a program with its words. */
function lineOfEntry(entry: unknown): string {
  const args = fieldOf(entry, 'args')
  const command = textIn(entry, ['command'])
  return Array.isArray(args) && args.some(isText) ? `${command} ${wordsAsLine(args)}` : command
}

function wordsAsLine(words: readonly unknown[]): string {
  const quote = (word: string) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
  return words.filter(isText).map(quote).join(' ')
}
