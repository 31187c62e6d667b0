/** The sessions of Codex: rollouts, and what `codex exec --json` prints, distinguished by their lines. Shapes: docs/sources/codex.md. */

import { basename } from 'node:path'
import { type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { recordsOfLine } from '../../line-records.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { ExecReader, isExecType } from './exec-reader.js'
import { isBareMeta, isRolloutType } from './read-line.js'
import { RolloutReader } from './rollout-reader.js'

/** Sessions that Codex records, and what `codex exec --json` prints. */
export const codex: RecordingFormat = {
  name: 'codex',
  hasUniqueCalls: true,
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
