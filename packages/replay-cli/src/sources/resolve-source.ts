/**
 * The source that a command is to read: the one that was given; else the recording of the session that `--session` names,
 * wherever an agent put it; else the newest session of the current folder.
 */

import { resolve } from 'node:path'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import { ago, grouped } from '../text/count.js'
import { printable } from '../text/printable.js'
import { type NewestSession, newestSession } from './newest-session.js'
import { type PathReading, type Source, sourceAt } from './source.js'

/**
 * Says what a command reads. A session that was looked for, not named, is reported as a message.
 * @param reading whether what is named may be missing yet
 * @throws Failure `no-source`, `missing`, `no-recordings`, `unknown-source`, `system`, `unknown-session`,
 * `ambiguous-session`
 */
export async function resolveSource(
  given: string | undefined,
  {
    host,
    output,
    options,
  }: Pick<Call<object & { readonly session?: string | undefined }>, 'host' | 'output' | 'options'>,
  reading: Pick<PathReading, 'mayBeMissing'> = {},
): Promise<Source> {
  if (given === '-') return { kind: 'stream', name: 'standard input', bytes: host.stdin }
  if (given !== undefined) {
    return sourceAt(given, {
      ...reading,
      onProgress: (files) => output.progress(`${grouped(files)} files found`),
    })
  }
  const report = ({ path, agent, at }: NewestSession): void =>
    output.message(`reading ${printable(path)} (${agent}, ${ago(at, Date.now())})`)
  const { session } = options
  if (session !== undefined && session !== '') {
    const { sessionAnywhere } = await import('../sessions/session-anywhere.js')
    const found = await sessionAnywhere(session, { host, output })
    report(found)
    return found.source
  }
  const newest = await newestSession(host)
  report(newest)
  const source = await sourceAt(newest.path)
  const { session: newestId } = newest
  return newestId !== undefined && source.kind === 'recording' ? { ...source, session: newestId } : source
}

/**
 * As `resolveSource`, of several sources: recordings and folders, each file once, in the order in which they are named.
 * @throws Failure `usage` for what can't be read beside others, and those of `resolveSource`; nothing was read then
 */
export async function resolveSources(
  given: readonly string[],
  call: Parameters<typeof resolveSource>[1],
): Promise<Source> {
  if (given.length < 2) return resolveSource(given[0], call)
  const files = new Map<string, string>()
  const named = new Set<string>()
  const closed: string[] = []
  const linksOut: string[] = []
  for (const each of given) {
    if (each === '-') throw new Failure('usage', "Standard input (-) can't be combined with other sources.")
    const source = await oneOfSeveral(each, call)
    if (source.kind === 'ledger')
      throw new Failure(
        'usage',
        `${source.file} is a ledger, which can't be combined with other sources. Nothing was read.`,
      )
    if (source.kind === 'folder') {
      closed.push(...source.closed)
      linksOut.push(...source.linksOut)
    }
    for (const file of source.kind === 'folder'
      ? source.files
      : source.kind === 'recording'
        ? [source.file]
        : []) {
      const path = resolve(file)
      if (source.kind === 'recording') named.add(files.get(path) ?? file)
      if (!files.has(path)) files.set(path, file)
    }
  }
  return {
    kind: 'folder',
    folder: given.join(', '),
    files: [...files.values()],
    closed,
    linksOut,
    ...(named.size === 0 ? {} : { named }),
  }
}

async function oneOfSeveral(given: string, call: Parameters<typeof resolveSource>[1]): Promise<Source> {
  try {
    return await resolveSource(given, call)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.code, `${error.message} Nothing was read.`, { cause: error })
  }
}
