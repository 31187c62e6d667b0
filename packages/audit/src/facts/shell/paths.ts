/** Paths in commands: which words are some, which files they name. */

import type { TouchedFile } from '../calls/call.js'
import { firstPositional, isOption } from './words.js'

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
