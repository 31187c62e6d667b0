/**
 * All sessions of opencode: `opencode.db` in `~/.local/share/opencode`. Older versions keep each message in a file of
 * its own, which are no recordings by themselves.
 */

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { opencodeFolders } from '@todo-ledger/recordings'
import type { AgentFor } from './agent.js'

/** Sets opencode up. */
export const opencodeAgent: AgentFor = ({ env, home }) => ({
  name: 'opencode',
  async files() {
    const named = env['XDG_DATA_HOME']
    const data =
      named !== undefined && named !== '' ? named : home === null ? null : join(home, '.local', 'share')
    if (data === null) return []
    const path = join(data, 'opencode', 'opencode.db')
    const times = await Promise.all([path, `${path}-wal`].map(writtenAt))
    return times[0] === null ? [] : [{ path, at: Math.max(...times.map((at) => at ?? 0)) }]
  },
  tellsInFile: true,
  async projects(path) {
    try {
      return { all: null, each: [...(await opencodeFolders(path))] }
    } catch {
      return { all: null, each: [] }
    }
  },
})

async function writtenAt(path: string): Promise<number | null> {
  const entry = await stat(path).catch(() => null)
  return entry?.isFile() === true ? entry.mtimeMs : null
}
