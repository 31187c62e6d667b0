/** Files that agents recorded, newest first, and the first records in them. */

import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RecordedFile } from './agent-recordings.js'

/** A record of a file: one line of JSON Lines. */
export type FileRecord = ReadonlyMap<string, unknown>

/** As much of a file is looked at to find out what it is. */
const headBytes = 2 ** 21

/** The names in a folder; none where it can't be read. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

/** The files of these names in a folder, with their times. */
export async function filesIn(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<readonly RecordedFile[]> {
  const found: RecordedFile[] = []
  for (const name of (await namesIn(folder)).filter(isWanted)) {
    const path = join(folder, name)
    const entry = await stat(path).catch(() => null)
    if (entry?.isFile() === true) found.push({ path, at: entry.mtimeMs })
  }
  return found
}

/** Newest first; of the same moment, by path. */
export function newestFirst(files: readonly RecordedFile[]): readonly RecordedFile[] {
  return files.toSorted((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1))
}

/** The newest file that passes a test; null where none does. */
export async function newestThat(
  files: readonly RecordedFile[],
  passes: (file: RecordedFile) => Promise<boolean>,
): Promise<RecordedFile | null> {
  for (const file of newestFirst(files)) if (await passes(file)) return file
  return null
}

/** The records at the beginning of a file. Lines that are no JSON objects are passed over, and a file that can't be read has none. */
export async function* headRecords(path: string): AsyncGenerator<FileRecord, void, undefined> {
  const bytes = createReadStream(path, { end: headBytes - 1 })
  try {
    for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = recordOf(line)
      if (record !== null) yield record
    }
  } catch {
    return
  } finally {
    bytes.destroy()
  }
}

function recordOf(line: string): FileRecord | null {
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    return null
  }
}

/** The fields of an object; null for anything else. */
export function fieldsOf(value: unknown): FileRecord | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return new Map(Object.entries(value))
}

/** True where a path that was recorded is one of these folders, or leads to one by links. */
export async function isOneOf(folders: readonly string[], recorded: string): Promise<boolean> {
  if (folders.includes(recorded)) return true
  return folders.includes(await realpath(recorded).catch(() => recorded))
}
