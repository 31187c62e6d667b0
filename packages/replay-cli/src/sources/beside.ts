/** The files that the sub-agents of a recorded session have of their own, found beside it: its audit may need their work. */

import { join } from 'node:path'
import type { SessionEvent } from '@todo-ledger/recordings'
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
function besideFinder(agents: readonly Agent[] = builtinAgents): BesideFinder {
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

/** A recording and the files of its sub-agents that stand beside it. */
export class RecordedFamily {
  /** The ids of the sessions that were read. */
  readonly sessions: Set<string> = new Set()
  /** The ids of the sub-agents that they started. */
  readonly children: Set<string> = new Set()
  /** The files beside it that were found. */
  readonly files: Set<string> = new Set()
  /** The name of its format. */
  format = ''
  readonly #file: string
  readonly #find: BesideFinder

  /** @param file the recording; @param find finds the files beside it */
  constructor(file: string, find: BesideFinder = besideFinder()) {
    this.#file = file
    this.#find = find
  }

  /** Notes what an event says of which files stand beside it. */
  note({ event }: SessionEvent): void {
    if (event.type === 'session.opened') {
      this.sessions.add(event.session)
      this.format ||= event.data.source?.format ?? ''
    }
    if (event.type === 'subagent.started') this.children.add(event.data.child)
  }

  /** The files that are known now and were not before. */
  async more(): Promise<readonly string[]> {
    const { format, children } = this
    const sessions = new Set(this.sessions)
    const found = await this.#find({ file: this.#file, format, sessions, children })
    const files = found.filter((path) => !this.files.has(path))
    for (const path of files) this.files.add(path)
    return files
  }
}
