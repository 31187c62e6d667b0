/** The ids of a source's sessions, found without replaying anything, and the session that a person named by its id. */

import { stat } from 'node:fs/promises'
import { Failure } from '../failure.js'
import { someOf } from '../text/count.js'
import { ledgerIds } from './ledger-file.js'
import { recordingIds } from './recording-file.js'
import type { Source } from './source.js'

/**
 * The ids of a source's sessions as they appear. Files that can't be read are passed over: reading the source reports
 * them. Of what can be read only once, such as standard input, there are none.
 * @param first of a folder's files, those whose names hold this text are looked at first
 */
async function* sessionIds(source: Source, first = ''): AsyncGenerator<string, void, undefined> {
  switch (source.kind) {
    case 'stream':
      return
    case 'ledger':
      yield* await ledgerIds(source.file)
      return
    case 'recording':
      yield* fileIds(source.file)
      return
    case 'folder': {
      const named = source.files.filter((file) => file.includes(first))
      for (const file of new Set([...named, ...source.files])) yield* fileIds(file)
    }
  }
}

async function* fileIds(file: string): AsyncGenerator<string, void, undefined> {
  try {
    // What can be read only once, such as a named pipe, is left to the reading itself.
    const entry = await stat(file)
    if (entry.isFile() || entry.isDirectory()) yield* recordingIds(file)
  } catch {
    // Reading the source reports it.
  }
}

/**
 * The whole id of a session. The beginning of an id that others share stands for the session whose sub-agents the others
 * are.
 * @returns what was given where nothing begins with it: reading the source says so
 * @throws Failure `ambiguous-session`
 */
export async function sessionNamed(source: Source, given: string): Promise<string> {
  const meant = new Set<string>()
  for await (const id of sessionIds(source, given)) {
    if (id === given) return given
    if (given !== '' && id.startsWith(given)) meant.add(id)
  }
  const ids = [...meant].toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  const [shortest] = ids
  if (shortest === undefined) return given
  const begun = withoutSubagents(ids)
  if (begun.length === 1) return shortest
  throw new Failure(
    'ambiguous-session',
    `Several sessions begin with ${JSON.stringify(given)}: ${someOf(begun)}. Give more of the id.`,
  )
}

/** The sessions of some that are no sub-agents of another of them. */
export function withoutSubagents(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !ids.some((other) => id.startsWith(`${other}/`)))
}
