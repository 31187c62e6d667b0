/** Which call in a client's recording is which todo call of a session. Only the same call at the same time is. */

import type { TodoEvent } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'

/** A call that stands in a recording. */
export interface RecordedCall {
  /** Its id there. */
  readonly call: string
  /** The tool's name there: clients put the name of the server before it. */
  readonly name: string
  /** Its input there, with the name of the list. */
  readonly input: unknown
  /** When it was made, in milliseconds. */
  readonly at: number
}

/** A todo call that a session holds. */
interface StoredCall {
  readonly seq: number
  readonly call: string
  readonly tool: string
  readonly input: string
  readonly at: number
}

/** The ledger may have taken secrets out, and the recording has not: both are compared without. */
const redactor = createRedactor()

/** A recording tells when the model asked; the call may have come before it was written, or have waited for a person. */
const earliest = 5_000
const latest = 3_600_000

/** The todo calls of a session that were not found in a recording yet. */
export class UnmatchedCalls {
  readonly #stored: StoredCall[] = []

  /** Takes in an event of the session. */
  add({ type, data, seq, at }: TodoEvent): void {
    if (type !== 'todos.updated' && type !== 'todos.rejected') return
    const { call, tool, input } = data
    this.#stored.push({ seq, call, tool, input: plain(redactor.value(input)), at: at.getTime() })
  }

  /** Takes out the call that a recorded one is: its seq and its id, or null where it is none. */
  take(recorded: RecordedCall): { readonly seq: number; readonly call: string } | null {
    const input = plain(redactor.value(withoutList(recorded.input)))
    const index = this.#stored.findIndex(
      (stored) =>
        isNamed(recorded.name, stored.tool) &&
        input === stored.input &&
        stored.at >= recorded.at - earliest &&
        stored.at <= recorded.at + latest,
    )
    const [found] = index < 0 ? [] : this.#stored.splice(index, 1)
    return found ?? null
  }
}

/** `mcp__todo-ledger__write_todos` is the tool `write_todos` of a server. */
function isNamed(recorded: string, tool: string): boolean {
  return (
    recorded === tool || (recorded.endsWith(tool) && /[^A-Za-z0-9]$/.test(recorded.slice(0, -tool.length)))
  )
}

/** The name of the list is the server's, and no part of what the tool is given. */
function withoutList(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'session'))
}

/** A text that is the same for the same value, in whatever order its keys stand. */
function plain(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : each,
    ) ?? ''
  )
}
