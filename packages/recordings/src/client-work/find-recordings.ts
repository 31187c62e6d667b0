/** The recordings of agents that worked in a folder, newest first. */

import { realpath } from 'node:fs/promises'
import type { Agent, UserHome } from '../agents/agent.js'
import { isOneOf, newestFirst } from '../agents/session-files.js'

/** A file of an agent's. */
export interface FoundRecording {
  /** What people call the agent. */
  readonly agent: string
  /** Its path. */
  readonly path: string
  /** When it was last written to, in milliseconds. */
  readonly at: number
}

/** So many of the newest are looked at. */
const mostRecordings = 50

/**
 * Finds what agents recorded of work in a folder. What can't be read counts as not there.
 * @param since files that were last written to before that are left out, in milliseconds
 */
export async function findRecordings(
  folder: string,
  since: number,
  { user, agents }: { readonly user: UserHome; readonly agents: readonly Agent[] },
): Promise<readonly FoundRecording[]> {
  const names = [folder, await realpath(folder).catch(() => folder)]
  const known = new Set(names)
  const found: FoundRecording[] = []
  for (const { title, home } of agents) {
    const kept = home?.(user)
    if (kept === undefined) continue
    const files = (await kept.files()).filter(({ at }) => at >= since)
    for (const { path, at } of newestFirst(files).slice(0, mostRecordings)) {
      const { all, each } = await kept.projects(path, known)
      const folders = [...(all === null ? [] : [all]), ...each.map(([, begun]) => begun)]
      for (const begun of folders) {
        if (!(await isOneOf(names, begun))) continue
        found.push({ agent: title, path, at })
        break
      }
    }
  }
  return found.toSorted((one, other) => other.at - one.at).slice(0, mostRecordings)
}
