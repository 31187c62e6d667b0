/** Reads the files of a recorded session's sub-agents that stand beside it, for the evidence in them. */

import type { EventOf } from '@todo-ledger/core'
import type { Output } from '../../output.js'
import { someOf } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import type { ReadReport } from '../read-report.js'
import type { FileReading, ListenerFor, SessionListener } from '../reading.js'
import { readRecording } from '../recording-file.js'
import { filesBeside } from './beside-files.js'

/** Notes which sessions pass while a recording is read, and reads what stands beside it. */
export class BesideReading {
  readonly #sessions = new Set<string>()
  readonly #children = new Set<string>()
  #format = ''

  /** What is done with a session, with a note of it. */
  noting(listenerFor: ListenerFor): ListenerFor {
    return (opened) => {
      this.#note(opened)
      return this.#notingChildren(listenerFor(opened))
    }
  }

  /**
   * Reads the files beside a recording that was read. One that can't be read is told, and the others go on.
   * @param besides what is done with their sessions; those that the recording itself holds are not taken again
   */
  async read(
    file: string,
    besides: ListenerFor,
    reading: FileReading,
    { report, output }: { readonly report: ReadReport; readonly output: Output },
  ): Promise<void> {
    const done = new Set<string>()
    for (;;) {
      const sessions = new Set(this.#sessions)
      const found = await filesBeside({ file, format: this.#format, sessions, children: this.#children })
      const files = found.filter((path) => !done.has(path))
      if (files.length === 0) return
      const names = someOf(files.map((path) => printable(path)))
      output.message(`reading the work of its sub-agents, too: ${names} (--no-beside leaves it out)`)
      const fileReading = {
        ...reading,
        listenerFor: this.noting((opened) => (sessions.has(opened.session) ? null : besides(opened))),
      }
      for (const path of files) {
        done.add(path)
        await report.tryFile(path, () => readRecording(path, fileReading))
      }
      // What they started in turn may stand beside them.
    }
  }

  #note({ session, data }: EventOf<'session.opened'>): void {
    this.#sessions.add(session)
    this.#format ||= data.source?.format ?? ''
  }

  #notingChildren(listener: SessionListener | null): SessionListener | null {
    if (listener === null) return null
    return {
      ...listener,
      passed: (event, state) => {
        if (event.type === 'subagent.started') this.#children.add(event.data.child)
        return listener.passed(event, state)
      },
      finished: () => listener.finished(),
    }
  }
}
