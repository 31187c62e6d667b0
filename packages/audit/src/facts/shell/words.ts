/** Reads the words of a command: which are options, which take a value, which name files. */

import type { TouchedFile } from '../calls/call.js'

/** The words of a list that is written with spaces or line ends between. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

/** True for `NAME=value`. */
export function isAssignment(word: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)
}

export function isOption(word: string): boolean {
  return word.startsWith('-') && word.length > 1
}

const none: ReadonlySet<string> = new Set()

/** The index of the first word from `from` on that is no option and no option's value; the length where none is. */
export function firstPositional(words: readonly string[], from: number, valued = none): number {
  let index = from
  while (index < words.length) {
    const word = words[index] ?? ''
    if (word === '--') return index + 1
    if (!isOption(word)) return index
    index += valued.has(word) ? 2 : 1
  }
  return words.length
}

/** All words from `from` on that are neither options nor an option's value; everything after `--` counts. */
export function positionals(words: readonly string[], from: number, valued = none): readonly string[] {
  const found: string[] = []
  for (let index = from; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--') return [...found, ...words.slice(index + 1)]
    if (!isOption(word)) found.push(word)
    else if (valued.has(word)) index += 1
  }
  return found
}

/** The last part of a path; both kinds of slashes divide. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** A program's name, without its folder and `.exe`, `.cmd` and `.bat`. */
export function baseName(path: string): string {
  return fileName(path).replace(/\.(?:exe|cmd|bat)$/i, '')
}

/** True where the word names a file by folder or by extension, rather than a name or a number. */
export function looksLikePath(word: string): boolean {
  if (word === '' || word.length > 400 || isOption(word) || word.includes('://')) return false
  return word.includes('/') || word.includes('\\') || /\.[A-Za-z][A-Za-z0-9]{0,9}(?:::.*)?$/.test(word)
}

/** The files of these names; a dash stands for the input. */
export function touched(names: readonly string[], access: TouchedFile['access']): readonly TouchedFile[] {
  return names.filter((name) => name !== '' && name !== '-').map((path) => ({ path, access }))
}

/** The arguments of a check that name files, as reads. */
export function filesAmong(words: readonly string[], from = 1): readonly TouchedFile[] {
  return touched(words.slice(firstPositional(words, from)).filter(looksLikePath), 'read')
}

/** A path below a folder; the path itself where it is absolute, or where the folder is not known. */
export function joined(folder: string, path: string): string {
  if (folder === '' || path === '') return path || folder
  if (/^(?:[\\/~$]|[A-Za-z]:|&|\d+$)/.test(path)) return path
  const parts = folder.replace(/\/$/, '').split('/')
  const names = path.split('/')
  while (names[0] === '.' || (names[0] === '..' && !/^\.{0,2}$/.test(parts.at(-1) ?? '')))
    if (names.shift() === '..') parts.pop()
  return [...parts, ...names].join('/')
}

const scratch =
  /^\/dev(?:\/|$)|^(?:nul|\$null)$|^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)(?:\/|$)|^\$\{?(?:TMPDIR|TMP|TEMP|tmpfile|tmp|tmpdir)\b/i

/** True for paths that are thrown away: devices and temporary folders. */
export function isScratch(path: string): boolean {
  return scratch.test(path)
}
