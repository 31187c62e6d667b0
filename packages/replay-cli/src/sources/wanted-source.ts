/** The source that a command is to read: the one that was given, or the newest session of the current folder. */

import type { Call } from '../command.js'
import { ago } from '../text/ago.js'
import { printable } from '../text/printable.js'
import { newestSession } from './newest/newest-session.js'
import { findSource, type Source } from './source.js'

/**
 * Says what a command reads. A session that was found, not named, is told as a message.
 * @throws Failure `no-source`, `missing`, `no-recordings`, `unknown-source`, `system`
 */
export async function wantedSource(
  given: string | undefined,
  { host, output }: Pick<Call, 'host' | 'output'>,
): Promise<Source> {
  if (given !== undefined) {
    return findSource(given, {
      onProgress: (files) => output.progress(`${files.toLocaleString('en-US')} files found`),
    })
  }
  const { path, agent, at } = await newestSession(host)
  output.message(`reading ${printable(path)} (${agent}, ${ago(at, Date.now())})`)
  return findSource(path)
}
