/**
 * Files that were found, not named by the person who called: whoever made the folder made them. They are regular, in the
 * repository, and short.
 */

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { Failure, systemMessage } from '../failure.js'

/** A file of settings. */
export interface SettingsPath {
  /** The file, as people know it. */
  readonly file: string
  /** Where it was found, not named: the folder that it must not lead out of, absolute. */
  readonly within?: string | undefined
}

/** A file that was found. */
export interface FoundPath extends SettingsPath {
  /** The folder that it must not lead out of, absolute. */
  readonly within: string
}

/** More bytes are not read of a file that was found. */
const most = 1_000_000

/**
 * The text of a file that was found.
 * @param path the file, and the folder that it must not lead out of
 * @param instead what to do where the file is good all the same, as a sentence
 * @throws Failure `not-taken`, and those of a file that can't be read
 */
export function textFound({ file, within }: FoundPath, instead: string): string {
  const refused = (what: string): Failure =>
    new Failure('not-taken', `${file}: it was found, not named, and ${what}. ${instead}`)
  try {
    const real = realpathSync(file)
    if (isOutside(real, realpathSync(within))) throw refused(`leads out of ${within}, to ${real}`)
    // Opening a pipe waits for what never comes; and what is opened is what is looked at.
    const open = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      if (!fstatSync(open).isFile()) throw refused('is no regular file')
      const bytes = Buffer.alloc(most + 1)
      let length = 0
      for (let read = 1; read > 0 && length <= most; length += read) {
        read = readSync(open, bytes, length, bytes.length - length, null)
      }
      if (length > most) throw refused('holds more than 1 MB')
      return bytes.toString('utf8', 0, length)
    } finally {
      closeSync(open)
    }
  } catch (error) {
    const system = systemMessage(error)
    if (system === null) throw error
    throw new Failure(system.code, `${file}: ${system.message}`, { cause: error })
  }
}

/** True for a path that is not in a folder; both are real. */
function isOutside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '..' || /^\.\.[/\\]/.test(way) || isAbsolute(way)
}
