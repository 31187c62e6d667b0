/** Reads the fields of a tool's input, which may be anything: nothing of it is trusted, and no getter is called. */

import type { TouchedFile } from './call-description.js'

const pathFields = [
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'absolute_path',
  'target_file',
  'relative_path',
  'file',
  'filename',
  'file_name',
  'dir_path',
  'directory',
  'AbsolutePath',
  'TargetFile',
  'DirectoryPath',
  'paths',
  'include',
  'file_paths',
  'files',
]
const mostFiles = 100
const longestPath = 1000

/** A field of an input that may be anything; undefined where it is none of its own. */
export function fieldOf(input: unknown, field: string): unknown {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return undefined
  return Object.getOwnPropertyDescriptor(input, field)?.value
}

/** The first of these fields that is a text; an input that is a text stands for itself; else empty. */
export function textIn(input: unknown, fields: readonly string[]): string {
  if (typeof input === 'string') return input
  for (const field of fields) {
    const value = fieldOf(input, field)
    if (typeof value === 'string') return value
  }
  return ''
}

/** The files that the input's fields name. */
export function filesIn(input: unknown, access: 'read' | 'write'): readonly TouchedFile[] {
  const found: TouchedFile[] = []
  for (const field of pathFields) {
    const value = fieldOf(input, field)
    const paths = Array.isArray(value)
      ? value.map((one) => (isText(one) ? one : textIn(one, pathFields)))
      : [value]
    for (const path of paths) if (isText(path) && path !== '') found.push({ path, access })
  }
  return distinct(found)
}

/** Each path and access once, the first hundred; paths that are too long to be one are left out. */
export function distinct(files: readonly TouchedFile[]): readonly TouchedFile[] {
  const found = new Map<string, TouchedFile>()
  for (const file of files) {
    if (found.size >= mostFiles) break
    if (file.path.length <= longestPath) found.set(`${file.access} ${file.path}`, file)
  }
  return [...found.values()]
}

/** True for a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}
