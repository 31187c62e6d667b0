/** A format is a synchronous reader of records; how a file is cut into them is the same for all. */

import type { RecordingFormat } from './recording.js'

export type { RecordReader } from './recording.js'

const noLists: ReadonlySet<string> = new Set()

/** What a format writes: `lists` is absent where each line is a record. */
type FormatDefinition = Omit<RecordingFormat, 'lists'> & Partial<Pick<RecordingFormat, 'lists'>>

export function defineFormat(definition: FormatDefinition): RecordingFormat {
  return { lists: noLists, ...definition }
}
