/** A task's folder holds two files that hold the same; of a folder of recordings, one of them is read. */

import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startOf } from '../session-files.js'

const shown = 'ui_messages.json'
const sent = 'api_conversation_history.json'
/** A session, and what the model was sent of it later. */
const messages = '.messages.json'
const digest = '.compaction.json'
/** As many bytes of the first file are looked at. */
const mostLooked = 256 * 1024
/** Fewer bytes hold no message. */
const empty = 10

/**
 * The files without those that hold a task a second time. What the person saw is read, for it has times and keeps what
 * was condensed; what the model saw, where the other one does not say what was sent, and so not how the calls ended.
 */
export async function oncePerTask(files: readonly string[]): Promise<readonly string[]> {
  const digests = new Set(files.filter((file) => file.endsWith(digest)))
  const whole = new Set(files.filter((file) => digests.size > 0 && file.endsWith(messages)))
  for (const file of digests) {
    if (!whole.has(file.slice(0, -digest.length) + messages)) {
      digests.delete(file)
    }
  }
  const all = files.filter((file) => !digests.has(file))
  const folders = new Set(all.filter((file) => basename(file) === shown).map(dirname))
  const double = all.filter((file) => basename(file) === sent && folders.has(dirname(file)))
  const left = new Set<string>()
  for (const file of double) {
    const other = join(dirname(file), shown)
    left.add((await isBetterSent(other, file)) ? other : file)
  }
  return all.filter((file) => !left.has(file))
}

async function isBetterSent(shownFile: string, sentFile: string): Promise<boolean> {
  try {
    if ((await stat(sentFile)).size < empty) {
      return false
    }
    const start = await startOf(shownFile, mostLooked)
    const asks = /"say"\s*:\s*"api_req_started"/.test(start)
    return start.length < empty || (asks && !/\{\\"request\\":/.test(start))
  } catch {
    // What can't be opened is reported when it is read.
    return false
  }
}
