/**
 * The source that a command is to read: the one that was given; else the recording of the session that `--session` names,
 * wherever an agent put it; else the newest session of the current folder.
 */

import type { Call } from '../command.js'
import { ago } from '../text/count.js'
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
      onProgress: (files) => output.progress(`${files.toLocaleString('en-US')} files found`),
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
