/** What agents recorded on this machine. It is the owner's alone. */

import { createHash } from 'node:crypto'
import { type AgentSession, type Machine, machineReplay, machineSessions } from 'todo-replay/reading'
import type { SessionReplay } from 'todo-replay/session-view'

/** A recording in the list. */
export interface ListedRecording {
  /** What it is asked for by. It says nothing of where its file is. */
  readonly key: string
  /** What is known of it. */
  readonly session: AgentSession
}

/** For so many milliseconds the list is not made anew: each looks at every file's date. */
const listLasts = 3000

/** The recordings of this machine. */
export class Recordings {
  readonly #machine: Machine
  readonly #clock: () => number
  #list: Promise<readonly ListedRecording[]> | null = null
  #until = 0

  /** @param machine whose; @param clock the time in milliseconds */
  constructor(machine: Machine, clock: () => number = Date.now) {
    this.#machine = machine
    this.#clock = clock
  }

  /** All of them, newest first. */
  list(): Promise<readonly ListedRecording[]> {
    if (this.#list !== null && this.#clock() < this.#until) return this.#list
    this.#until = Number.POSITIVE_INFINITY // until it is there
    const list = this.#listed()
    this.#list = list
    list.then(
      () => {
        this.#until = this.#clock() + listLasts
      },
      () => {
        this.#until = 0
      },
    )
    return list
  }

  /** One of the list; null where there is none of that key. No key leads to a file that is not in the list. */
  async replay(key: string): Promise<SessionReplay | null> {
    const found = (await this.list()).find((each) => each.key === key)?.session
    return found?.file == null ? null : machineReplay(this.#machine, { ...found, file: found.file })
  }

  async #listed(): Promise<readonly ListedRecording[]> {
    const sessions = await machineSessions(this.#machine)
    return sessions.map((session) => ({ key: keyOf(session), session }))
  }
}

function keyOf({ file, session }: AgentSession): string {
  return createHash('sha256').update(`${file}\n${session}`).digest('base64url').slice(0, 22)
}
