/**
 * The tasks of Cline and of programs that came of it, and the sessions that Cline's program keeps since
 * version 3. Shapes: docs/sources/cline.md. A task has two files that hold the same; each is read by itself, of a folder
 * that holds both only one (task-folder.ts). The profile is the one whose list comes first.
 */

import { basename, dirname } from 'node:path'
import { defineFormat, type RecordReader } from '../../format.js'
import { freeId } from '../../free-id.js'
import type { JsonObject } from '../../json-value.js'
import type { ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { type ListKind, listOfHistory } from './history-message.js'
import { HistoryReader, isHistoryMessage } from './history-reader.js'
import { profileOfTools, type SessionHead, sessionHead } from './session-file.js'
import { type ClineTask, listTool } from './task.js'
import { oncePerTask } from './task-folder.js'
import { isUiMessage, listOfUi } from './ui-message.js'
import { UiReader } from './ui-reader.js'

/** Tasks of Cline, and of programs that came of it. */
export const cline: RecordingFormat = defineFormat({
  name: 'cline',
  lists: new Set(['messages']),
  recognise,
  reader,
  pathsToRead: oncePerTask,
})

/** Sure of what the person saw; nearly sure of what the model saw, where it shows a tool or a text of these programs. */
function recognise(records: readonly JsonObject[]): number {
  for (const record of records) {
    const sure = sessionHead(record) === null ? sureOf(record) : 1
    if (sure > 0) return sure
  }
  return 0
}

function sureOf(value: JsonObject): number {
  return isUiMessage(value) ? 1 : isHistoryMessage(value) ? 0.9 : 0
}

/** The profile of a list that is a parameter of other tools. */
const own = 'cline'

/** So many messages wait for the first list, which says the profile. */
const mostMessages = 5000

interface Waiting {
  readonly value: JsonObject
  readonly line: number
}

function reader(context: ReadContext): RecordReader {
  const ids = new Set<string>()
  let task = new TaskFile(context)
  return {
    *begin(head) {
      const session = sessionHead(head)
      if (session === null) return
      yield* task.finish()
      if (!task.isEmpty) ids.add(task.id)
      task = new TaskFile(context, { ...session, id: freeId(session.id, ids) })
    },
    take: (record, line) => task.take(record, line),
    finish: () => task.finish(),
  }
}

/** One file of a task: its messages wait until the profile is known. */
class TaskFile {
  readonly #context: ReadContext
  readonly #session: SessionHead | null
  readonly #steps: RecordingStep[] = []
  #waiting: Waiting[] = []
  #taken = 0
  #reader: HistoryReader | UiReader | null = null

  constructor(context: ReadContext, session: SessionHead | null = null) {
    this.#context = context
    this.#session = session
  }

  /** Its id. */
  get id(): string {
    return this.#session?.id ?? taskOf(this.#context.file).id
  }

  /** True where it took no message. */
  get isEmpty(): boolean {
    return this.#taken === 0
  }

  skip(line: number, reason: string): void {
    this.#context.onSkipped({ file: this.#context.file, line, reason })
  }

  take(value: JsonObject, line: number): readonly RecordingStep[] {
    this.#taken += 1
    if (this.#reader === null) {
      this.#waiting.push({ value, line })
      const profile = this.#profileOf(value)
      if (profile !== null || this.#waiting.length > mostMessages) {
        this.#begin(profile)
      }
    } else {
      this.#reader.take(value, line)
    }
    return this.#steps.splice(0)
  }

  finish(): readonly RecordingStep[] {
    if (this.#reader === null) {
      this.#begin(null)
    }
    this.#reader?.finish()
    return this.#steps.splice(0)
  }

  #profileOf(value: JsonObject): string | null {
    const { todoTools } = this.#context
    const isUi = isUiMessage(value)
    const list: ListKind | null = isUi ? listOfUi(value) : listOfHistory(value)
    if (list === 'tool') return todoTools.profileOf({ name: listTool, input: null })
    if (list === 'parameter') return own
    return isUi || this.#session === null ? null : profileOfTools(value, todoTools)
  }

  /** A task without a list has no todos, so its rules are of no matter. */
  #begin(profile: string | null): void {
    const task: ClineTask = {
      ...taskOf(this.#context.file),
      parent: null,
      ...this.#session,
      profile: profile ?? own,
      steps: this.#steps,
      onSkipped: (line, reason) => this.skip(line, reason),
    }
    const isUi = this.#waiting.some(({ value }) => isUiMessage(value))
    this.#reader = isUi ? new UiReader(task) : new HistoryReader(task)
    for (const { value, line } of this.#waiting.splice(0)) {
      this.#reader.take(value, line)
    }
  }
}

/** A folder that is named as a task: the moment when it began in milliseconds, or a UUID. */
const taskFolder = /^(?:\d{13}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i

/** The task's id and when it began: by its folder, else by the file's name. */
function taskOf(file: string): { readonly id: string; readonly began: Date } {
  const folder = basename(dirname(file))
  const isTask = taskFolder.test(folder)
  const id = isTask ? folder : basename(file).replace(/\.json$/, '')
  return { id, began: new Date(isTask && !folder.includes('-') ? Number(folder) : 0) }
}
