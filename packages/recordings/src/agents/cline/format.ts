/**
 * The tasks of Cline and of programs that came of it, as the model saw them, and the sessions of Cline's program since its
 * version 3. Shapes: docs/sources/cline.md. The profile is that of the first list; until it comes, messages wait.
 */

import { basename, dirname } from 'node:path'
import { callsIn, textsIn } from '../../formats/chat-messages/message.js'
import { idOfFile, UniqueIds } from '../../ids.js'
import { type JsonObject, objectIn, stringIn } from '../../json.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'
import { listIn, Task } from './task.js'
import { isToolName } from './tool-text.js'

export const cline: RecordingFormat = {
  name: 'cline',
  lists: new Set(['messages']),
  certaintyOf: certaintyOf,
  reader: (context) => new TaskReader(context),
  // What the person saw, and what the model was sent later, say the same again.
  notes: /(?:^|[\\/])ui_messages\.json$|\.compaction\.json$/,
}

/** Sure of a session's head; nearly sure of a message that shows a tool or a text of these programs. */
function certaintyOf(record: JsonObject): number {
  if (sessionOf(record) !== null) return 1
  const role = stringIn(record, 'role')
  if (role !== 'user' && role !== 'assistant') return 0
  const isOurs = textsIn(record['content']).some((text) =>
    /^\s*<task>|<environment_details>|\[TASK RESUMPTION\]/.test(text),
  )
  const called = role === 'assistant' ? callsIn(record) : []
  const isKnown = called.some(({ name }) => isToolName(name) && name !== 'edit' && name !== 'web_search')
  return isOurs || isKnown ? 0.9 : 0
}

/** The session that the object around its messages names; null where it is none. */
function sessionOf(head: JsonObject): { readonly id: string; readonly parent: string | null } | null {
  const id = stringIn(head, 'sessionId')
  if (id === null || !/^(?:lead|subagent|teammate)$/.test(stringIn(head, 'agent') ?? '')) return null
  const parent = stringIn(objectIn(head, 'origin') ?? {}, 'parentThreadId') ?? id.split('__', 1)[0] ?? id
  return { id, parent: head['agent'] === 'lead' || parent === id || parent === '' ? null : parent }
}

/** So many messages wait for the first list. */
const mostWaiting = 5000

class TaskReader implements RecordReader {
  readonly #context: ReadContext
  readonly #ids = new UniqueIds()
  #session: ReturnType<typeof sessionOf> = null
  #waiting: { readonly record: JsonObject; readonly line: number }[] = []
  #task: Task | null = null

  constructor(context: ReadContext) {
    this.#context = context
  }

  begin(head: JsonObject | null): void {
    const session = sessionOf(head ?? {})
    if (session === null) return
    this.finish()
    this.#session = { ...session, id: this.#ids.give(session.id) }
  }

  take(record: JsonObject, line: number): void {
    if (this.#task !== null) this.#task.take(record, line)
    else {
      this.#waiting.push({ record, line })
      const { todoTools } = this.#context
      const profiles = callsIn(record).map((call) =>
        listIn(call.input) === null ? todoTools.profileOf(call) : 'cline',
      )
      const profile = profiles.find((found) => found !== null) ?? null
      if (profile !== null || this.#waiting.length > mostWaiting) this.#begin(profile)
    }
  }

  finish(): void {
    if (this.#waiting.length > 0) this.#begin(null)
    this.#task?.finish()
    this.#task = null
  }

  /** A task without a list has no todos, so its rules are of no matter. */
  #begin(profile: string | null): void {
    const { id, began } = placeOf(this.#context.file)
    const identity = { id, ...this.#session, profile: profile ?? 'cline' }
    const task = new Task(identity, began, this.#context)
    for (const { record, line } of this.#waiting.splice(0)) task.take(record, line)
    this.#task = task
  }
}

/** A task is called by its folder, in Cline the moment when it began, in milliseconds; else by the file. */
function placeOf(file: string): { readonly id: string; readonly began: Date } {
  const folder = basename(dirname(file))
  if (/^\d{13}$/.test(folder)) return { id: folder, began: new Date(Number(folder)) }
  const isTask = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(folder)
  return { id: isTask ? folder : idOfFile(file), began: new Date(0) }
}
