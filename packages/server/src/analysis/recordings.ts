/** What agents recorded on this machine. It is the owner's alone. */

import { createHash } from 'node:crypto'
import { type AgentSession, type Machine, machineReplay, machineSessions } from 'todo-replay/reading'
import type { SessionReplay } from 'todo-replay/session-view'

/** A recording in the list. */
interface ListedRecording {
  /** What it is asked for by. It says nothing of where its file is. */
  readonly key: string
  readonly session: AgentSession
}

/** For so many milliseconds the list is not made anew: each looks at every file's date. */
const listLasts = 3000

/** The recordings of this machine, for one who asks at a time. */
export class Recordings {
  #list: readonly ListedRecording[] = []
  #until = 0

  constructor(readonly machine: Machine) {}

  /** All of them, newest first. */
  async list(): Promise<readonly ListedRecording[]> {
    if (Date.now() < this.#until) return this.#list
    const sessions = await machineSessions(this.machine)
    this.#list = sessions.map((session) => ({ key: keyOf(session), session }))
    this.#until = Date.now() + listLasts
    return this.#list
  }

  /** One of the list; null where there is none of that key. No key leads to a file that is not in the list. */
  async replay(key: string): Promise<SessionReplay | null> {
    const found = (await this.list()).find((each) => each.key === key)?.session
    return found?.file == null ? null : machineReplay(this.machine, { ...found, file: found.file })
  }
}

function keyOf({ file, session }: AgentSession): string {
  return createHash('sha256').update(`${file}\n${session}`).digest('base64url').slice(0, 22)
}
