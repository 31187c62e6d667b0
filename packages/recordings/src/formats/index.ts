/** The formats that can be read. */

import type { Agent } from '../agents/agent.js'
import { agents as builtinAgents } from '../agents/index.js'
import { isObject, type JsonObject } from '../json.js'
import type { RecordingFormat } from '../recording.js'
import { type FileValue, holdsList, recordsIn } from '../records.js'
import { atif } from './atif.js'
import { chatMessages } from './chat-messages/format.js'
import { neutral } from './neutral/format.js'
import { opentelemetry } from './opentelemetry/format.js'

/** Every format, in the order in which they are asked. */
export function formatsOf(agents: readonly Agent[] = builtinAgents): readonly RecordingFormat[] {
  return [neutral, ...agents.flatMap((agent) => agent.formats), atif, opentelemetry, chatMessages]
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
    const records = firstRecords(values, format.lists)
    const sure = Math.max(0, ...records.map((record) => format.certaintyOf(record)))
    if (sure < sureEnough || sure <= highest) continue
    best = format
    highest = sure
  }
  return best
}

/** The first records, and the heads of their lists. Where they stand does not matter here: without the text nobody looks. */
function firstRecords(values: readonly FileValue[], lists: RecordingFormat['lists']): readonly JsonObject[] {
  const records: JsonObject[] = []
  // Without their lists most are what they are, and need no walk.
  for (const value of values)
    if (isObject(value.value) && !holdsList(value.value, lists)) {
      if (records.push(value.value) === mostRecords) return records
    } else
      for (const piece of recordsIn({ ...value, text: '' }, lists, () => undefined)) {
        const found = piece.record ?? piece.head
        if (found !== null && records.push(found) === mostRecords) return records
      }
  return records
}

export async function isRecordingDatabase(path: string): Promise<boolean> {
  for (const format of formatsOf()) if ((await format.isDatabase?.(path)) === true) return true
  return false
}

/** Of the paths found in a folder, sorted, those that are to be read. */
export function pathsToRead(paths: readonly string[]): readonly string[] {
  return formatsOf().reduce((left, format) => format.pathsToRead?.(left) ?? left, paths)
}
