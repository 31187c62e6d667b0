/** The files of Claude Code's sub-agents beside a session: docs/sources/claude-code.md. */

import { basename, dirname, join } from 'node:path'
import type { FindBeside } from '../agent.js'
import { filesUnder, namesIn, severalAtOnce, startOf } from '../session-files.js'

/** Whose a file is, is kept: a folder can hold hundreds, beside hundreds of sessions. One that is nobody's may become one. */
export function besideFiles(): FindBeside {
  const owners = new Map<string, string>()
  const isOfOne = async (path: string, roots: ReadonlySet<string>): Promise<boolean> => {
    const owner = owners.get(path) ?? (await ownerOfSubagent(path))
    if (owner !== null) owners.set(path, owner)
    return owner !== null && roots.has(owner)
  }
  return async ({ file, sessions }) => {
    const folder = dirname(file)
    const roots = new Set([...sessions].map((session) => session.split('/', 1)[0] ?? session))
    const own = await Promise.all(
      [...roots, basename(file, '.jsonl')].map((root) => filesUnder(join(folder, root, 'subagents'))),
    )
    const near = (await namesIn(folder)).filter((name) => name.startsWith('agent-'))
    const all = [...own.flat(), ...near.map((name) => join(folder, name))].filter((path) =>
      path.endsWith('.jsonl'),
    )
    const wanted = await severalAtOnce(all, (path) => isOfOne(path, roots))
    return all.filter((_, index) => wanted[index])
  }
}

/** So much of a file is looked at to find out whose it is; a first record holds the sub-agent's prompt. */
const headBytes = 256 * 1024

/** The session whose sub-agent a file is of, as its records say; null for any other file. */
async function ownerOfSubagent(path: string): Promise<string | null> {
  try {
    const head = await startOf(path, headBytes)
    const session = /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(head)?.[1]
    return session !== undefined && /"isSidechain"\s*:\s*true/.test(head) ? session : null
  } catch {
    return null
  }
}
