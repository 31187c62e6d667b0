/** Conversations that OpenHands keeps on disk, an event a file. Shapes: docs/sources/openhands.md#conversation-folders. */

import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { startOf } from '../session-files.js'
import { eventFormat } from './format.js'

/** A file that holds an event. */
export interface EventFile {
  /** The event's number, from 0. */
  readonly number: number
  /** The file's name. */
  readonly name: string
}

const names = /^event[-_](?<number>\d{5,15})[-_][\da-f-]{8,}\.json$/i
/** Any file can be called so; those of a conversation stand in a folder called `events`. */
const plainNames = /^(?<number>\d{1,15})\.json$/
const folderName = 'events'
/** What else stands in the folder of a conversation. */
const notEvents: ReadonlySet<string> = new Set([
  'base_state.json',
  'exp_config.json',
  'init.json',
  'llm_registry.json',
  'meta.json',
  'metadata.json',
])
const cacheName = 'event_cache'
/** As many events are looked at, and as many bytes of each. */
const mostLooked = { events: 20, bytes: 256 * 1024 }

/** The folder that holds the events of a conversation; null where the path leads to no conversation. */
export async function eventFolderAt(path: string): Promise<string | null> {
  for (const folder of [path, join(path, folderName)]) {
    if (await isEventFolder(folder, await eventFilesIn(folder))) {
      return folder
    }
  }
  return null
}

/** The files of a folder that can hold events, in the order of their numbers; none where it can't be listed. */
export async function eventFilesIn(folder: string): Promise<readonly EventFile[]> {
  try {
    return inOrder(folder, await readdir(folder))
  } catch {
    return []
  }
}

/**
 * Paths in which the folder that holds a conversation's events stands in place of its event files and of what else says
 * of the conversation.
 * @param files paths of files, sorted
 */
export async function oncePerConversation(files: readonly string[]): Promise<readonly string[]> {
  const folders = new Set<string>()
  for (const [folder, held] of byFolder(files)) {
    if (await isEventFolder(folder, inOrder(folder, held))) {
      folders.add(folder)
    }
  }
  if (folders.size === 0) {
    return files
  }
  const conversations = new Set(folders)
  for (const folder of folders) {
    if (isCalledEvents(folder)) {
      conversations.add(dirname(folder))
    }
  }
  const others = files.filter((file) => {
    const folder = dirname(file)
    const name = basename(file)
    const isEvent = folders.has(folder) && numberOf(folder, name) !== null
    const isCached = basename(folder) === cacheName && conversations.has(dirname(folder))
    return !(isEvent || isCached || (notEvents.has(name) && conversations.has(folder)))
  })
  return [...others, ...folders].sort()
}

/** The names of files that can hold events, by their folder. */
function byFolder(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const file of files) {
    const folder = dirname(file)
    const name = basename(file)
    if (numberOf(folder, name) !== null) {
      const held = found.get(folder) ?? []
      held.push(name)
      found.set(folder, held)
    }
  }
  return found
}

function inOrder(folder: string, held: readonly string[]): readonly EventFile[] {
  return held
    .flatMap((name) => {
      const number = numberOf(folder, name)
      return number === null ? [] : [{ number, name }]
    })
    .sort((one, other) => one.number - other.number || (one.name < other.name ? -1 : 1))
}

function numberOf(folder: string, name: string): number | null {
  const found = names.exec(name) ?? (isCalledEvents(folder) ? plainNames.exec(name) : null)
  return found === null ? null : Number(found.groups?.['number'])
}

function isCalledEvents(folder: string): boolean {
  return basename(resolve(folder)) === folderName
}

/** True where one of the first files holds an event of OpenHands. */
async function isEventFolder(folder: string, files: readonly EventFile[]): Promise<boolean> {
  for (const { name } of files.slice(0, mostLooked.events)) {
    // What can't be read is reported when it is.
    const start = await startOf(join(folder, name), mostLooked.bytes).catch(() => '')
    if (eventFormat.recognise([start]) > 0) {
      return true
    }
  }
  return false
}
