/** The files that the sub-agents of a recorded session have of their own, found beside it: its audit may need their work. */

import { join } from 'node:path'
import type { SessionEvent } from '@todo-ledger/recordings'
import { agents, type FindBeside } from '@todo-ledger/recordings/agents'

/** A recording and the files of its sub-agents that stand beside it. */
export class RecordedFamily {
  readonly sessions = new Set<string>()
  readonly #children = new Set<string>()
  readonly #files: Set<string>
  readonly #file: string
  /** Finds files beside recordings of the format; undefined while it is not known, or has no such files. */
  #find: FindBeside | undefined
  #format = ''

  constructor(file: string) {
    this.#file = file
    this.#files = new Set([join(file)])
  }

  /** Notes what an event says of which files stand beside it. */
  note({ event }: SessionEvent): void {
    if (event.type === 'subagent.started') this.#children.add(event.data.child)
    if (event.type !== 'session.opened') return
    this.sessions.add(event.session)
    if (this.#format !== '') return
    this.#format = event.data.source?.format ?? ''
    this.#find = agents
      .find(({ formats }) => formats.some(({ name }) => name === this.#format))
      ?.besideFiles?.()
  }

  /** The files that are known now and were not before, sorted. */
  async more(): Promise<readonly string[]> {
    if (this.#children.size === 0 || this.#find === undefined) return []
    const read = { file: this.#file, sessions: new Set(this.sessions), children: this.#children }
    const found = [...new Set(await this.#find(read))].filter((path) => !this.#files.has(path))
    for (const path of found) this.#files.add(path)
    return found.toSorted()
  }
}
