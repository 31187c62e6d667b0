/** What a watch follows, found out before it begins. What is named need not exist yet. */

import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import type { OptionValues, sourceOptions } from '../options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { Source } from '../sources/source.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'

/** What a watch follows. */
export interface WatchedSource {
  /** A recording in a file, one that is a folder of events, one that comes through a pipe, or a ledger. */
  readonly kind: 'file' | 'folder' | 'pipe' | 'ledger'
  /** What messages call it: the path as the person gave it, or standard input. */
  readonly name: string
}

const ledgerExtensions: ReadonlySet<string> = new Set(['.db', '.sqlite', '.sqlite3'])

/**
 * Says what is followed.
 * @param mustExist true where it is not waited for
 * @throws Failure as `resolveSource` does, but for `missing` where it can be waited for
 */
export async function watchedSource(
  call: Call<OptionValues<typeof sourceOptions>>,
  mustExist: boolean,
): Promise<WatchedSource> {
  const given = call.source
  if (!mustExist && given !== undefined && given !== '-' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) {
    const kind = await kindOf(given)
    if (kind === 'nothing') {
      return { kind: ledgerExtensions.has(extname(given).toLowerCase()) ? 'ledger' : 'file', name: given }
    }
    if (kind === 'pipe') return { kind: 'pipe', name: given }
  }
  return found(await resolveSource(given, call), call)
}

async function kindOf(path: string): Promise<'nothing' | 'pipe' | 'other'> {
  try {
    const entry = await stat(path)
    return entry.isFIFO() || entry.isCharacterDevice() || entry.isSocket() ? 'pipe' : 'other'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'nothing' : 'other'
  }
}

async function found(
  source: Source,
  { output }: Call<OptionValues<typeof sourceOptions>>,
): Promise<WatchedSource> {
  switch (source.kind) {
    case 'stream':
      return { kind: 'pipe', name: source.name }
    case 'recording':
      return followable(source.file)
    case 'ledger':
      return { kind: 'ledger', name: source.file }
    case 'folder': {
      const newest = await newestOf(source.files)
      if (newest === null) throw new Failure('missing', `${source.folder}: its files are gone.`)
      if (source.files.length > 1) {
        const of = count(source.files.length, 'recording')
        output.message(`${output.messageStyle('dim', 'note:')} the newest of ${of}: ${printable(newest)}`)
      }
      return followable(newest)
    }
  }
}

async function followable(name: string): Promise<WatchedSource> {
  const isFolder = await stat(name).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  return { kind: isFolder ? 'folder' : 'file', name }
}

/** The file that was written last. */
async function newestOf(files: readonly string[]): Promise<string | null> {
  let newest: { readonly file: string; readonly at: number } | null = null
  for (const file of files) {
    const at = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => -1,
    )
    if (newest === null || at > newest.at) newest = { file, at }
  }
  return newest?.file ?? null
}
