/** The files that the sub-agents of a recorded session have of their own, found beside it: its audit may need their work. */

import { join } from 'node:path'
import {
  type Agent,
  agents as builtinAgents,
  type FindBeside,
  type ReadRecording,
} from '@todo-ledger/recordings/agents'

/** What a recording turned out to be. */
export interface ReadSessions extends ReadRecording {
  /** The name of its format. */
  readonly format: string
}

/** Finds the files beside a recording that hold the work of its sub-agents, sorted; none where it started none. */
export type BesideFinder = (read: ReadSessions) => Promise<readonly string[]>

/** Begins to look for such files; what is found out about a file may be kept until the finder is let go. */
export function besideFinder(agents: readonly Agent[] = builtinAgents): BesideFinder {
  const finders = new Map<string, FindBeside>()
  for (const { formats, besideFiles } of agents) {
    const find = besideFiles?.()
    for (const { name } of formats) if (find !== undefined) finders.set(name, find)
  }
  return async ({ format, ...read }) => {
    const found = read.children.size === 0 ? [] : ((await finders.get(format)?.(read)) ?? [])
    return [...new Set(found)].filter((path) => path !== join(read.file)).toSorted()
  }
}
