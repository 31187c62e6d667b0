/** The sessions of Claude Code: `~/.claude/projects/<folder>/<sessionId>.jsonl`. Source: docs/sources/claude-code.md. */

import { basename } from 'node:path'
import { isObject, stringIn } from '../../json-value.js'
import { recordsOfLine } from '../../line-records.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { ClaudeCodeReader } from './reader.js'
import { isKnownType } from './record-types.js'
import { readRecord } from './records.js'

/** Sessions that Claude Code records, and those of its sub-agents. */
export const claudeCode: RecordingFormat = {
  name: 'claude-code',
  hasUniqueCalls: true,
  recognise,
  read,
  notes: /[\\/]agent-[^\\/]*\.meta\.json$/,
}

/** All but sure where a record says which session it belongs to, for others write such records, too; nearly sure where only its type is one of the format's. */
function recognise(head: readonly string[]): number {
  let sure = 0
  for (const text of head) {
    for (const record of mayHoldRecords(text) ? recordsOfLine(text).records : []) {
      const type = stringIn(record, 'type')
      const isKnown = type !== null && isKnownType(type)
      const isMessage = isObject(record['message']) && stringIn(record, 'uuid') !== null
      if (isKnown && (isMessage || stringIn(record, 'sessionId') !== null)) {
        return 0.99
      }
      sure = Math.max(sure, isKnown && record['payload'] === undefined ? 0.6 : 0)
    }
  }
  return sure
}

/** An object with a type begins on the line; others are not worth the parsing. */
function mayHoldRecords(text: string): boolean {
  const start = text.indexOf('{')
  return start !== -1 && text.includes('"type"', start)
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const reader = new ClaudeCodeReader(basename(context.file, '.jsonl'), onSkipped)
  for await (const { line, text } of lines) {
    if (text.trim() === '' || holdsNothing(text)) {
      continue
    }
    const { records, problem } = recordsOfLine(text)
    if (problem !== null) {
      onSkipped(line, problem)
    }
    for (const record of records) {
      yield* reader.take(readRecord(record), line)
    }
  }
  yield* reader.finish()
}

/** The envelope of a record that only shows the person how a command goes on; no brace may stand before its type. */
const idleProgress = /^\{[^{}[\]]*"type":"progress","data":\{"type":"(?:bash|hook|mcp)_progress"/
/** As much of a line is looked at; an envelope is shorter. */
const envelopeLength = 1500

/** Long and frequent notes of the program to itself: backups of files, and every request as it was sent. */
const typesOfNotes = ['{"type":"file-history-snapshot",', '{"type":"api-request"', '{"type":"api-request-']

/**
 * True for a line that surely holds nothing, without the cost of parsing it: these come by the ten thousand. A quote
 * inside a JSON string is always escaped, so what is matched here can only be the record's own fields. A line into
 * which another record was torn names an envelope's first field twice, and is left to the parser.
 */
function holdsNothing(text: string): boolean {
  const end = text.trimEnd()
  if (!end.endsWith('}') || end.includes('}{')) {
    return false
  }
  const envelopeAt = text.lastIndexOf('"parentUuid":')
  if (typesOfNotes.some((start) => text.startsWith(start))) {
    return envelopeAt === -1
  }
  return envelopeAt <= 1 && idleProgress.test(text.slice(0, envelopeLength))
}
