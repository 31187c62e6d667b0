/** The sessions of Codex: rollouts, and what `codex exec --json` prints, distinguished by their lines. Shapes: docs/sources/codex.md. */

import { basename } from 'node:path'
import { type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { recordsOfLine } from '../../line-records.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { ExecReader, isExecType } from './exec.js'
import { RolloutReader } from './rollout.js'

export const codex: RecordingFormat = { name: 'codex', hasUniqueCalls: true, recognise, read }

/** A field that each line has by which the format is known; others are not worth the parsing. */
const fields = /"(?:payload|item|thread_id)"\s*:|"turn\./
const rolloutType = /^(?:session_meta|turn_context|response_item|event_msg|compacted)$/

/** Sure where a line is a rollout's or the first of an output; nearly sure where it is one of those that follow. */
function recognise(head: readonly string[]): number {
  const records = head.filter((text) => fields.test(text)).flatMap((text) => recordsOfLine(text).records)
  return Math.max(0, ...records.map(sureOf))
}

function sureOf(record: JsonObject): number {
  const type = stringIn(record, 'type')
  if (rolloutType.test(type ?? '') && objectIn(record, 'payload') !== null) return 1
  if (!isExecType(type)) return 0
  return stringIn(record, 'thread_id') !== null || objectIn(record, 'item') !== null ? 0.9 : 0.6
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file, '.jsonl')
  let reader: RolloutReader | ExecReader | null = null
  for await (const { line, text } of lines) {
    if (text.trim() === '') continue
    const { records, problem } = recordsOfLine(text)
    if (problem !== null) onSkipped(line, problem)
    for (const record of records) {
      const isExec = isExecType(stringIn(record, 'type'))
      reader ??= isExec ? new ExecReader(fallback, onSkipped) : new RolloutReader(fallback, onSkipped)
      yield* reader.take(record, line)
    }
  }
  if (reader !== null) yield* reader.finish()
}
