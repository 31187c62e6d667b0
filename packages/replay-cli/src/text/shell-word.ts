/** Words of commands that a person, or a program, hands to a shell. */

import { printable } from './printable.js'

/** A word as a shell takes it for one. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** A path as it can be typed behind a command, and shown. */
export function pathWord(path: string): string {
  return shellWord(printable(path.startsWith('-') && path !== '-' ? `./${path}` : path, 400))
}
