/** The description of a call that is kept: no part of it keeps the call's input alive. */

import type { CallDescription, CheckFilter, TouchedFile } from '../calls/call-description.js'
import { detached } from './detached-text.js'

/** The same description, its texts in memory of their own. */
export function detachedDescription(description: CallDescription): CallDescription {
  const { files, commands, filter } = description
  return {
    ...description,
    files: files.length === 0 ? noFiles : files.map(detachedFile),
    commands: commands.map((command) => ({
      ...command,
      words: command.words.map(detached),
      program: detached(command.program),
      files: command.files.length === 0 ? noFiles : command.files.map(detachedFile),
      filter: detachedFilter(command.filter),
    })),
    filter: detachedFilter(filter),
  }
}

const noFiles: readonly TouchedFile[] = []

function detachedFile({ path, access }: TouchedFile): TouchedFile {
  return { path: detached(path), access }
}

function detachedFilter(filter: CheckFilter | null): CheckFilter | null {
  return filter === null ? null : { kind: filter.kind, text: detached(filter.text) }
}
