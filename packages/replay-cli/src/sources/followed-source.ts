/** What is followed, found out before it begins. What is named need not exist yet. */

import { stat } from 'node:fs/promises'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import type { OptionValues, sourceOptions } from '../options.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { FollowedSource } from './follow-source.js'
import { resolveSource } from './resolve-source.js'
import { recordingAt } from './source.js'

/**
 * Says what is followed: of a folder the newest recording.
 * @param mustExist true where it is not waited for
 * @throws Failure as `resolveSource` does
 */
export async function followedSource(
  call: Call<OptionValues<typeof sourceOptions>>,
  mustExist: boolean,
): Promise<FollowedSource> {
  const source = await resolveSource(call.source, call, { mayBeMissing: !mustExist })
  if (source.kind !== 'folder') return source
  const newest = await newestOf(source.files)
  if (newest === null) throw new Failure('missing', `${source.folder}: its files are gone.`)
  if (source.files.length > 1) {
    const { output } = call
    const of = count(source.files.length, 'recording')
    output.note(`the newest of ${of}: ${printable(newest)}`)
  }
  return recordingAt(newest)
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
