/** Joins what is learned later of a call that was left running to the call that started it. */

import { fileName } from '../shell/words.js'
import type { CallDescription, CallResult, Outcome } from './call.js'
import { fieldOf } from './input.js'

/** What a later look said of a call that was left running. */
export interface BackgroundEnd {
  /** Where the call that started it stands in the work. */
  readonly position: number
  readonly output: string
  /** How it ended, where the host states that; null where it still runs, and only what it printed says more. */
  readonly ok: boolean | null
}

const startedId =
  /Command running in background with ID: ([\w-]{1,60})|Process running with session ID (\d{1,10})|\bagentId: ([\w-]{1,80})/
const idFields = 'bash_id task_id shell_id session_id job_id process_id sessionId agentId'.split(' ')
const statusTag = /<status>(completed|failed|running|killed)<\/status>/
const exitTag =
  /<exit_code>(-?\d{1,5})<\/exit_code>|\(exit code:? (-?\d{1,5})\)|Process exited with code (-?\d{1,5})/
const head = 2000

const mostFiles = 200

/** The calls of a session that were left running, by the id that the host gave each, and those whose output went into a file. */
export class BackgroundCalls {
  readonly #running = new Map<string, number>()
  readonly #files = new Map<string, number>()

  /** Takes in the result of a call that was only started. */
  started(position: number, outcome: Outcome, output: string): void {
    const found = outcome.cause === 'background' ? startedId.exec(output.slice(0, head)) : null
    const id = found?.slice(1).find((one) => one !== undefined)
    if (id !== undefined) this.#running.set(id, position)
  }

  /** Takes in a call: the files that the output of its checks goes into are its own, by their last names. */
  wroteInto({ commands }: CallDescription, position: number): void {
    for (const { checks, outputFiles } of commands)
      for (const file of checks.length > 0 ? outputFiles : [])
        if (this.#files.size < mostFiles) this.#files.set(fileName(file), position)
  }

  /** The call whose output stands in one of the files that another reads; undefined where there is none. */
  whoseOutputIsIn({ files }: CallDescription): number | undefined {
    const read = files.filter(({ access }) => access === 'read')
    return read.flatMap(({ path }) => this.#files.get(fileName(path)) ?? []).sort((one, two) => two - one)[0]
  }

  /** What the result of a look with this input says of the call that it looks after; null where it says of no end. */
  endShownBy(input: unknown, result: Pick<CallResult, 'output'>): BackgroundEnd | null {
    if (this.#running.size === 0) return null
    const id = idFields.map((field) => fieldOf(input, field)).find((value) => value !== undefined)
    return typeof id === 'string' || typeof id === 'number' ? this.#end(String(id), result) : null
  }

  /** What a notification of the host says of a call that was left running; null where it says of no end. */
  endReportedBy(text: string): BackgroundEnd | null {
    const id = /<task-id>([\w-]{1,80})<\/task-id>/.exec(text.slice(0, head))?.[1]
    return id === undefined ? null : this.#end(id, { output: text })
  }

  #end(id: string, result: Pick<CallResult, 'output'>): BackgroundEnd | null {
    const position = this.#running.get(id)
    if (position === undefined) return null
    const { output } = result
    const start = output.slice(0, head)
    const status = statusTag.exec(start)?.[1]
    const code = exitTag
      .exec(start)
      ?.slice(1)
      .find((one) => one !== undefined)
    // What watches goes on; what it printed so far is its word.
    if (status === 'running' || status === 'killed' || (status === undefined && code === undefined))
      return { position, output, ok: null }
    this.#running.delete(id)
    return { position, output, ok: code === undefined ? status !== 'failed' : Number(code) === 0 }
  }
}
