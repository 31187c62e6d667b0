/**
 * The source that a command is to read: the one that was given; else the recording of the session that `--session` names,
 * wherever an agent put it; else the newest session of the current folder.
 */

import type { Call } from '../command.js'
import { ago } from '../text/ago.js'
import { printable } from '../text/printable.js'
import { type NewestSession, newestSession } from './newest/newest-session.js'
import { findSource, type Source } from './source.js'

/**
 * Says what a command reads. A session that was found, not named, is told as a message.
 * @throws Failure `no-source`, `missing`, `no-recordings`, `unknown-source`, `system`, `unknown-session`,
 * `ambiguous-session`
 */
export async function wantedSource(
  given: string | undefined,
  {
    host,
    output,
    options,
  }: Pick<Call<object & { readonly session?: string | undefined }>, 'host' | 'output' | 'options'>,
): Promise<Source> {
  if (given !== undefined) {
    return findSource(given, {
      onProgress: (files) => output.progress(`${files.toLocaleString('en-US')} files found`),
    })
  }
  const tell = ({ path, agent, at }: NewestSession): void =>
    output.message(`reading ${printable(path)} (${agent}, ${ago(at, Date.now())})`)
  const session = options.session
  if (session !== undefined && session !== '') {
    const { sessionAnywhere } = await import('../sessions/session-anywhere.js')
    const found = await sessionAnywhere(session, { host, output })
    tell(found)
    return found.source
  }
  const newest = await newestSession(host)
  tell(newest)
  return findSource(newest.path)
}
