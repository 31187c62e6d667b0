/**
 * The tasks of Cline and of programs that came of it, as the model saw them, and the sessions of Cline's program since its
 * version 3. Shapes: docs/sources/agents.md#cline-and-roo-code. The profile is that of the first list.
 */

import { basename, dirname } from 'node:path'
import { textsIn } from '../../content-texts.js'
import { callsIn } from '../../formats/chat-messages/message.js'
import { idOfFile, UniqueIds } from '../../ids.js'
import { type JsonObject, objectIn, stringIn } from '../../json.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'
import { Task } from './task.js'
import { isToolName } from './tool-text.js'

export const cline: RecordingFormat = {
  name: 'cline',
  lists: new Set(['messages']),
  certaintyOf,
  reader,
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

function reader(context: ReadContext): RecordReader {
  const ids = new UniqueIds()
  let session: ReturnType<typeof sessionOf> = null
  let task: Task | null = null
  const finish = (): void => {
    task?.finish()
    task = null
  }
  return {
    begin(head) {
      const named = sessionOf(head ?? {})
      if (named === null) return
      finish()
      session = { ...named, id: ids.give(named.id) }
    },
    take(record, line) {
      const { id, began } = placeOf(context.file)
      task ??= new Task(session ?? { id, parent: null }, began, context)
      task.take(record, line)
    },
    finish,
  }
}

/** A task is called by its folder, in Cline the moment when it began, in milliseconds; else by the file. */
function placeOf(file: string): { readonly id: string; readonly began: Date } {
  const folder = basename(dirname(file))
  if (/^\d{13}$/.test(folder)) return { id: folder, began: new Date(Number(folder)) }
  const isTask = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(folder)
  return { id: isTask ? folder : idOfFile(file), began: new Date(0) }
}
