/** The formats that can be read. */

import type { Agent } from '../agents/agent.js'
import { agents as builtinAgents } from '../agents/index.js'
import type { RecordingFormat } from '../recording.js'
import { atif } from './atif/format.js'
import { chatMessages } from './chat-messages/format.js'
import { neutral } from './neutral/format.js'
import { opentelemetry } from './opentelemetry/format.js'

/** Every format, in the order in which they are asked. */
export function formatsOf(agents: readonly Agent[] = builtinAgents): readonly RecordingFormat[] {
  return [neutral, ...agents.flatMap(({ formats }) => formats), atif, opentelemetry, chatMessages]
}

/** Below this a format is not sure enough to try. */
const sureEnough = 0.5

/** The format that is most sure that these first lines of a file are its own; null where none is. */
export function recogniseFormat(
  head: readonly string[],
  formats: readonly RecordingFormat[] = formatsOf(),
): RecordingFormat | null {
  const ranked = formats
    .map((format) => ({ format, sure: format.recognise(head) }))
    .filter(({ sure }) => sure >= sureEnough)
    .toSorted((one, other) => other.sure - one.sure)
  return ranked[0]?.format ?? null
}

/** True where an SQLite database is a recording of one of the formats. */
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
