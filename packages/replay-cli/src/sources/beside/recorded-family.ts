/** A recording that is read, and the files of its sub-agents that stand beside it. */

import type { SessionEvent } from '@todo-ledger/recordings'
import { type BesideFinder, besideFinder } from './beside-files.js'

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

  /** The same events, with a note of what says which files stand beside it. */
  async *noting(events: AsyncIterable<SessionEvent>): AsyncGenerator<SessionEvent, void, undefined> {
    for await (const passed of events) {
      const { event } = passed
      if (event.type === 'session.opened') {
        this.sessions.add(event.session)
        this.format ||= event.data.source?.format ?? ''
      }
      if (event.type === 'subagent.started') this.children.add(event.data.child)
      yield passed
    }
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
