/** Trajectories of the Agent Trajectory Interchange Format, as Harbor and others write them. Shapes: docs/sources/atif.md. */

import { basename } from 'node:path'
import { arrayIn, type JsonObject, objectsOf } from '../../json-value.js'
import { messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { AtifReader } from './reader.js'
import { childOf, headOf } from './trajectory.js'

/** Trajectories of ATIF 1.0 to 1.7: a document, or one a line. */
export const atif: RecordingFormat = {
  name: 'atif',
  takesPieces: true,
  recognise,
  read,
}

/** The version stands before the first object or array of the document. */
const beginning = /^\s*\{[^{}[\]]*"schema_version"\s*:\s*"ATIF-v\d/
/** As much is looked at. */
const mostLooked = 10_000
const lists: ReadonlySet<string> = new Set(['steps', 'subagent_trajectories'])

function recognise(head: readonly string[]): number {
  let text = ''
  for (const line of head) {
    text += `${line.slice(0, mostLooked)}\n`
    if (text.length > mostLooked) break
  }
  return beginning.test(text.slice(0, mostLooked)) ? 1 : 0
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const reader = new AtifReader(basename(context.file).replace(/\.jsonl?$/, ''), context.todoTools, onSkipped)
  let isSteps = true
  for await (const piece of messagePieces(lines, lists)) {
    if (piece.kind === 'unreadable') {
      onSkipped(piece.line, piece.reason)
    } else if (piece.kind === 'open') {
      isSteps = piece.name !== 'subagent_trajectories'
      if (piece.name === 'steps') yield* reader.open(headOf(piece.head ?? {}), false)
    } else if (isSteps) {
      yield* reader.take(piece.value, piece.line, piece.length)
    } else {
      yield* readEmbedded(reader, reader.outermost, piece.value, piece.line)
    }
  }
  yield* reader.finish()
}

/** A trajectory inside another one is held as a whole; those inside it come after it. */
function* readEmbedded(
  reader: AtifReader,
  parent: string,
  value: JsonObject,
  line: number,
): Iterable<RecordingStep> {
  const id = childOf(parent, value)
  yield* reader.open({ ...headOf(value), session: id, parent }, true)
  const session = reader.current
  for (const step of objectsOf(arrayIn(value, 'steps'))) yield* reader.take(step, line, 0)
  for (const child of objectsOf(arrayIn(value, 'subagent_trajectories'))) {
    yield* readEmbedded(reader, session, child, line)
  }
}
