/**
 * The tasks of Cline, of Roo Code and of other programs that came of it: `tasks/<task>/`, in the editor's global storage
 * or `~/.cline/data`; and the sessions that Cline's program keeps since version 3, `~/.cline/data/sessions/<session>/`.
 * Sources: peers.md; `src/shared/ExtensionMessage.ts`, `src/shared/messages/content.ts`,
 * `src/core/prompts/responses.ts`, `src/core/assistant-message/parse-assistant-message.ts`, `src/core/task/ToolExecutor.ts`,
 * `src/core/task/focus-chain/` and `src/integrations/terminal/CommandOrchestrator.ts` of cline/cline;
 * `packages/types/src/message.ts`, `src/core/task-persistence/`, `src/core/tools/UpdateTodoListTool.ts`,
 * `src/core/tools/ExecuteCommandTool.ts` and `src/core/prompts/responses.ts` of RooCodeInc/Roo-Code; tasks that people
 * exported, 2025 and 2026.
 *
 * A task has two files that tell the same. Each is read by itself; of a folder that holds both, one (cline/task-folder.ts).
 * - `ui_messages.json`, what the person saw: an array of `{ts, type: 'ask'|'say', ask|say, text}`. It has times, and keeps
 *   what was condensed for the model. How it is read: cline/ui-reader.ts.
 * - `api_conversation_history.json`, what the model saw: an array of messages as Anthropic takes them, or
 *   `{version: 2, messages}` in the shapes of the AI SDK. In Cline's there are no times but those in the texts. How it is
 *   read: cline/history-reader.ts.
 *
 * - The task's folder is its id, in Cline the moment when it began. A person's words start a run, when the task begins,
 *   goes on after it was completed or broken off, or a plan is answered; what a person says amid the work is part of it.
 * - One request to the model is one response: a turn.
 * - Roo Code's list: the tool `update_todo_list`, Markdown in `todos`. The person approves it, and can edit it.
 * - Cline's list: `task_progress`, Markdown, on any tool. It has effect once that tool is over, whatever came of it. It is
 *   told as a call of its own, `task_progress`, after that tool's result. The UI file shows the list again each time that
 *   a tool has none, as it stands in `focus_chain_taskid_<task>.md`: the same list again is no update there.
 * - Whether a call worked stands in the text of its result; a command's in its exit code, in newer versions.
 * - Calls have ids where the model has tools; their results can stand as text all the same, by the tool's name.
 *
 * A session (`sdk/packages/core/docs/messages-contract-v1.md` of cline/cline, and version 3.0.65 with a scripted model:
 * test/agents): `<session>.messages.json`, an object of `version`, `agent` (`lead`, `subagent`, `teammate`), `sessionId`,
 * `origin` and `messages[]`, which are Anthropic's with `ts`. How its tools answer: cline/session-file.ts.
 * - A person's words stand in `<user_input mode="act">`; each result can have a message of its own.
 * - Sub-agents and team mates have files beside it that name it; which call started which of them nobody says.
 * - There is no todo list; the tasks of a team (`team_task`) belong to no single agent and are not read.
 * - `<session>.compaction.json` is what the model was sent of it later, and tells nothing new; it is left out.
 *
 * - The profile is `roo` or `cline` by which list comes first; messages wait for it.
 */

import { basename, dirname } from 'node:path'
import { listOfHistory } from './cline/history-message.js'
import { HistoryReader, isHistoryMessage } from './cline/history-reader.js'
import { profileOfTools, type SessionHead, sessionHead } from './cline/session-file.js'
import type { ClineTask } from './cline/task.js'
import { isUiMessage, listOfUi } from './cline/ui-message.js'
import { UiReader } from './cline/ui-reader.js'
import { freeId } from './free-id.js'
import type { JsonObject } from './json-value.js'
import { messagePieces } from './message-pieces.js'
import { MessageStream } from './message-stream.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from './recording.js'

/** Tasks of Cline and Roo Code. */
export const cline: RecordingFormat = {
  name: 'cline',
  takesPieces: true,
  recognise,
  read,
}

/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"(?:ask|say)"\s*:\s*"|"role"\s*:\s*"/
/** As much of a line is looked at. */
const mostLooked = 1_000_000

/** Sure of what the person saw; nearly sure of what the model saw, where it shows a tool or a text of these programs. */
function recognise(head: readonly string[]): number {
  if (!head.some((text) => fields.test(text.slice(0, mostLooked)))) {
    return 0
  }
  const stream = new MessageStream()
  for (const [index, text] of head.entries()) {
    for (const piece of stream.take({ text: text.slice(0, mostLooked), line: index + 1 })) {
      const isSession = piece.kind === 'open' && sessionHead(piece.head) !== null
      const sure = isSession ? 1 : piece.kind === 'message' ? sureOf(piece.value) : 0
      if (sure > 0) {
        return sure
      }
    }
  }
  return 0
}

function sureOf(value: JsonObject): number {
  return isUiMessage(value) ? 1 : isHistoryMessage(value) ? 0.9 : 0
}

/** So many characters and messages wait for the first list, which says the profile. */
const mostWaiting = 4_000_000
const mostMessages = 5000

interface Waiting {
  readonly value: JsonObject
  readonly line: number
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const ids = new Set<string>()
  let task = new TaskFile(context)
  for await (const piece of messagePieces(lines)) {
    if (piece.kind === 'unreadable') {
      task.skip(piece.line, piece.reason)
    } else if (piece.kind === 'open') {
      const session = sessionHead(piece.head)
      if (session !== null) {
        yield* task.finish()
        if (!task.isEmpty) {
          ids.add(task.id)
        }
        task = new TaskFile(context, { ...session, id: freeId(session.id, ids) })
      }
    } else {
      yield* task.take(piece.value, piece.line, piece.length)
    }
  }
  yield* task.finish()
}

/** One file of a task: its messages wait until the profile is known. */
class TaskFile {
  private readonly context: ReadContext
  private readonly session: SessionHead | null
  private readonly steps: RecordingStep[] = []
  private waiting: Waiting[] = []
  private held = 0
  private taken = 0
  private reader: HistoryReader | UiReader | null = null

  constructor(context: ReadContext, session: SessionHead | null = null) {
    this.context = context
    this.session = session
  }

  /** Its id. */
  get id(): string {
    return this.session?.id ?? taskOf(this.context.file).id
  }

  /** True where it took no message. */
  get isEmpty(): boolean {
    return this.taken === 0
  }

  skip(line: number, reason: string): void {
    this.context.onSkipped({ file: this.context.file, line, reason })
  }

  take(value: JsonObject, line: number, length: number): readonly RecordingStep[] {
    this.taken += 1
    if (this.reader === null) {
      this.waiting.push({ value, line })
      this.held += length
      const profile = isUiMessage(value) ? listOfUi(value) : this.profileOf(value)
      if (profile !== null || this.held > mostWaiting || this.waiting.length > mostMessages) {
        this.begin(profile)
      }
    } else {
      this.reader.take(value, line)
    }
    return this.steps.splice(0)
  }

  finish(): readonly RecordingStep[] {
    if (this.reader === null) {
      this.begin(null)
    }
    this.reader?.finish()
    return this.steps.splice(0)
  }

  private profileOf(value: JsonObject): string | null {
    return listOfHistory(value) ?? (this.session === null ? null : profileOfTools(value))
  }

  /** A task without a list has no todos, so its rules are of no matter. */
  private begin(profile: string | null): void {
    const task: ClineTask = {
      ...taskOf(this.context.file),
      parent: null,
      ...this.session,
      profile: profile ?? 'cline',
      steps: this.steps,
      onSkipped: (line, reason) => this.skip(line, reason),
    }
    const isUi = this.waiting.some(({ value }) => isUiMessage(value))
    this.reader = isUi ? new UiReader(task) : new HistoryReader(task)
    for (const { value, line } of this.waiting.splice(0)) {
      this.reader.take(value, line)
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
