/**
 * The sessions of Codex. Sources: formats.md, part 2; the policy and types of openai/codex (`codex-rs/rollout`,
 * `codex-rs/protocol`, `codex-rs/exec`); rollouts of Codex 0.140 to 0.142, and of 0.169 with a
 * scripted model (test/agents). Two shapes, told apart by their lines:
 *
 * A rollout, `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`: lines of `timestamp`, `type`, `payload`; before September
 * 2025 the bare items after a first line of `id`, `timestamp`, `instructions`.
 * - `session_meta` names the session. A fork has the ids of those whose history it copies in the lines after the first:
 *   all of it is one session. A sub-agent's rollout is a file of its own that names its parent in `source`.
 * - `response_item` is the model's conversation, `event_msg` what the user was shown. Messages and inputs stand in both
 *   and are told once; of calls, the event's exit code stands in where the output has none, or never came.
 * - A run begins with a person's words and ends with `task_complete` or `turn_aborted`; what a person types amid a task
 *   joins it. Of the user's messages, those of the program (instructions, environment, notices) are no input.
 * - A response is not named. It ends where the count of tokens grows; in files without counts, where outputs came.
 * - A program of the model (`exec`) has one output, and each command that ran in it an event of its own (`item_completed`,
 *   which in 0.169 tells the ends of all calls): where all of them say the same, it is what the program came to.
 * - A call left running says `Process running with session ID n`, and calls of `write_stdin` look after it.
 * - `thread_rolled_back` takes messages out of the model's sight, no work and no plan: nothing of the log is undone, but
 *   what was at work is over. `turn_context` says under which settings a task runs, and is no border of its own.
 *
 * The output of `codex exec --json`: `thread.started`, `turn.*` (a run), `item.*`. Inputs, times and responses are not
 * in it, and its `todo_list` knows only done or not, so nothing is ever seen in progress.
 */

import { basename } from 'node:path'
import { ExecReader, isExecType } from './codex/exec-reader.js'
import { isBareMeta, isRolloutType } from './codex/read-line.js'
import { RolloutReader } from './codex/rollout-reader.js'
import { type JsonObject, objectIn, stringIn } from './json-value.js'
import { recordsOfLine } from './line-records.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from './recording.js'

/** Sessions that Codex records, and what `codex exec --json` prints. */
export const codex: RecordingFormat = {
  name: 'codex',
  recognise,
  read,
}

/** A field that each line has by which the format is known; others are not worth the parsing. */
const fields = /"(?:payload|item|thread_id|session_id|instructions|git)"\s*:|"turn\./

/** Sure where a line is a rollout's or the first of an output; nearly sure where it is one of those that follow. */
function recognise(head: readonly string[]): number {
  let sure = 0
  for (const text of head) {
    for (const record of fields.test(text) ? recordsOfLine(text).records : []) {
      sure = Math.max(sure, sureOf(record))
    }
    if (sure === 1) {
      break
    }
  }
  return sure
}

function sureOf(record: JsonObject): number {
  const type = stringIn(record, 'type')
  if (isRolloutType(type) && objectIn(record, 'payload') !== null) {
    return 1
  }
  if (isExecType(type)) {
    const named = stringIn(record, 'thread_id') ?? stringIn(record, 'session_id')
    return named !== null || objectIn(record, 'item') !== null ? 0.9 : 0.6
  }
  return isBareMeta(record) ? 0.8 : 0
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file, '.jsonl')
  let reader: RolloutReader | ExecReader | null = null
  for await (const { line, text } of lines) {
    if (text.trim() === '') {
      continue
    }
    const { records, problem } = recordsOfLine(text)
    if (problem !== null) {
      onSkipped(line, problem)
    }
    for (const record of records) {
      reader ??= isExecType(stringIn(record, 'type'))
        ? new ExecReader(fallback, onSkipped)
        : new RolloutReader(fallback, onSkipped)
      yield* reader.take(record, line)
    }
  }
  if (reader !== null) {
    yield* reader.finish()
  }
}
