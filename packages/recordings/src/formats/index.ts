/** The formats that can be read. */

import type { Agent } from '../agents/agent.js'
import { agents as builtinAgents } from '../agents/index.js'
import { isObject, type JsonObject } from '../json-value.js'
import type { RecordingFormat } from '../recording.js'
import { type FileValue, holdsList, recordsIn } from '../records.js'
import { atif } from './atif/format.js'
import { chatMessages } from './chat-messages/format.js'
import { neutral } from './neutral/format.js'
import { opentelemetry } from './opentelemetry/format.js'

/** Those of each list of agents: a folder may hold very many files, and each asks for them. */
const made = new WeakMap<readonly Agent[], readonly RecordingFormat[]>()

/** Every format, in the order in which they are asked. */
export function formatsOf(agents: readonly Agent[] = builtinAgents): readonly RecordingFormat[] {
  const formats = made.get(agents) ?? [
    neutral,
    ...agents.flatMap((agent) => agent.formats),
    atif,
    opentelemetry,
    chatMessages,
  ]
  made.set(agents, formats)
  return formats
}

/** Below this a format is not sure enough to try. */
const sureEnough = 0.5

/** As many records of a file are looked at, each by itself and all together. */
export const mostRecords = 200

/** The format that is most sure that what a file begins with is its own; null where none is. */
export function recogniseFormat(
  values: readonly FileValue[],
  formats: readonly RecordingFormat[],
): RecordingFormat | null {
  let best: RecordingFormat | null = null
  let highest = 0
  for (const format of formats) {
    // There may be more of them than a call takes arguments.
    const sure = firstRecords(values, format.lists).reduce(
      (surest, record) => Math.max(surest, format.certaintyOf(record)),
      0,
    )
    if (sure < sureEnough || sure <= highest) continue
    best = format
    highest = sure
  }
  return best
}

/** The first records, and the heads of their lists. Where they stand does not matter here: without the text nobody looks. */
function firstRecords(values: readonly FileValue[], lists: RecordingFormat['lists']): readonly JsonObject[] {
  const records: JsonObject[] = []
  for (const value of values) {
    if (isObject(value.value) && !holdsList(value.value, lists)) {
      records.push(value.value)
      if (records.length === mostRecords) return records
      continue
    }
    for (const piece of recordsIn({ ...value, text: '' }, lists, () => undefined)) {
      const record = piece.kind === 'record' ? piece.record : piece.head
      if (record !== null) records.push(record)
      if (records.length === mostRecords) return records
    }
  }
  return records
}

export async function isRecordingDatabase(
  path: string,
  formats: readonly RecordingFormat[] = formatsOf(),
): Promise<boolean> {
  for (const format of formats) if ((await format.isDatabase?.(path)) === true) return true
  return false
}

/** Of the paths found in a folder, sorted, those that are to be read. */
export async function pathsToRead(
  paths: readonly string[],
  formats: readonly RecordingFormat[] = formatsOf(),
): Promise<readonly string[]> {
  let left = paths
  for (const format of formats) left = (await format.pathsToRead?.(left)) ?? left
  return left
}
