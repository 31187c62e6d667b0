/** The sessions of opencode: what `opencode export` prints, and its database (database.ts). Shapes: docs/sources/agents.md#opencode. */

import { idOfFile } from '../../ids.js'
import { type JsonObject, objectIn, stringIn } from '../../json.js'
import type { RecordingFormat } from '../../recording.js'
import { isOpencodeDatabase, openOpencodeDatabase } from './database.js'
import { OpencodeReader } from './reader.js'

export const opencode: RecordingFormat = {
  name: 'opencode',
  lists: new Set(['messages']),
  certaintyOf: certaintyOf,
  reader(context) {
    const readers = new Map<string, OpencodeReader>()
    let info: JsonObject = {}
    return {
      begin(head) {
        info = objectIn(head ?? {}, 'info') ?? {}
      },
      take(message, line) {
        const named = stringIn(info, 'id') ?? stringIn(objectIn(message, 'info') ?? {}, 'sessionID')
        const id = named ?? idOfFile(context.file)
        const reader =
          readers.get(id) ?? new OpencodeReader(context, { id, parent: stringIn(info, 'parentID') })
        readers.set(id, reader)
        reader.take(message, line)
      },
      finish() {
        for (const reader of readers.values()) reader.finish()
      },
    }
  },
  openPath: openOpencodeDatabase,
  isDatabase: isOpencodeDatabase,
}

/** Sure where a message says which session it belongs to; nearly sure where an export begins. */
function certaintyOf(record: JsonObject): number {
  const info = objectIn(record, 'info') ?? {}
  if (Array.isArray(record['parts']) && stringIn(info, 'sessionID') !== null) return 1
  return stringIn(info, 'projectID') === null ? 0 : 0.95
}
