/**
 * The folder in which opencode kept its sessions before February 2026, a file for each session, message and part; until
 * September 2025 one a project, laid out otherwise. Shapes: docs/sources/opencode.md#the-storage-folder. Beside a database it
 * is not read: the database has it all.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isObject, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import type { ReadContext, RecordingStep } from '../../recording.js'
import { type HeldMessage, OpencodeReader } from './reader.js'
import type { StoredSession } from './stored-sessions.js'

/** As much of one file is read, in bytes. */
const longest = 64 * 1024 * 1024
const storageName = 'storage'

/** Where the files are: those of sessions in folders by their projects, or all in one. */
interface StorageLayout {
  /** The folder of sessions, or of folders of them. */
  readonly sessions: string
  /** True where each project has a folder. */
  readonly byProject: boolean
  /** The folder of messages, by their sessions. */
  readonly messages: string
  /** The folder of parts, by their messages, or by session and message. */
  readonly parts: string
  /** True where parts are kept by session and message. */
  readonly bySession: boolean
}

/** The layout of a folder: the newer one, or the oldest one; null where it has neither. */
export function layoutOf(folder: string): StorageLayout | null {
  const holds = (...names: readonly string[]): boolean => names.every((name) => isFolder(join(folder, name)))
  if (holds('session', 'message', 'part')) {
    const [sessions, messages, parts] = [
      join(folder, 'session'),
      join(folder, 'message'),
      join(folder, 'part'),
    ]
    return { sessions, byProject: true, messages, parts, bySession: false }
  }
  const inner = join(folder, 'session')
  if (!['info', 'message', 'part'].every((name) => isFolder(join(inner, name)))) return null
  const [sessions, messages, parts] = [join(inner, 'info'), join(inner, 'message'), join(inner, 'part')]
  return { sessions, byProject: false, messages, parts, bySession: true }
}

/** The storage that a path leads to: itself, or the folder `storage` in it; null where it leads to none. */
export function storageAt(path: string): string | null {
  return [path, join(path, storageName)].find((folder) => layoutOf(folder) !== null) ?? null
}

/** What happened in all sessions of a storage. @param folder the storage */
export async function* readStorage(folder: string, { onSkipped }: ReadContext): AsyncIterable<RecordingStep> {
  const layout = layoutOf(folder)
  if (layout === null) return
  const stored = new StoredFiles(layout, (file, reason) => onSkipped({ file, line: 1, reason }))
  const reader = new OpencodeReader({
    onSkipped: (line, reason) => onSkipped({ file: folder, line, reason }),
    messagesOf: (child, before) => stored.messagesOf(child, before),
  })
  for (const session of stored.inOrder()) {
    for (const message of stored.messagesOf(session.id, null)) {
      yield* reader.take(message, session, session.id)
    }
    yield* reader.finishSession(session.id)
  }
  yield* reader.finish()
}

const messageFile = /^(?<storage>.*?)(?:[\\/]session)?[\\/]message[\\/][^\\/]+[\\/]msg_[^\\/]+\.json$/
const databaseFile = /^opencode(?:-[\w.-]+)?\.db$/

/**
 * Paths in which a storage stands in place of the files in it, or nothing does where a database beside it has it all.
 * @param files paths of files, sorted
 */
export function oncePerStorage(files: readonly string[]): readonly string[] {
  const found = new Set(files.flatMap((file) => messageFile.exec(file)?.groups?.['storage'] ?? []))
  const storages = [...found].filter((folder) => storageAt(folder) === folder)
  if (storages.length === 0) {
    return files
  }
  const databases = new Set(files.filter((file) => databaseFile.test(basename(file))).map(dirname))
  const others = files.filter((file) => !storages.some((folder) => isIn(file, folder)))
  return [...others, ...storages.filter((folder) => !databases.has(dirname(folder)))].sort()
}

function isIn(file: string, folder: string): boolean {
  return file.startsWith(folder) && /^[\\/]/.test(file.slice(folder.length))
}

/** Gives the messages of each session once, in order. It keeps their names. */
class StoredFiles {
  readonly #layout: StorageLayout
  readonly #onSkipped: (file: string, reason: string) => void
  readonly #left = new Map<string, { readonly names: readonly string[]; next: number }>()

  constructor(layout: StorageLayout, onSkipped: (file: string, reason: string) => void) {
    this.#layout = layout
    this.#onSkipped = onSkipped
  }

  /** Oldest first; those that a person started before all that were started by another one. */
  inOrder(): readonly StoredSession[] {
    const found = new Map<string, StoredSession & { readonly at: number }>()
    const { sessions: all, byProject, messages } = this.#layout
    for (const folder of byProject ? namesIn(all).map((project) => join(all, project)) : [all]) {
      for (const name of namesIn(folder).filter(isJson)) {
        const info = this.#jsonOf(join(folder, name))
        const id = info === null ? null : (stringIn(info, 'id') ?? idOf(name))
        const at = objectIn(info ?? {}, 'time')?.['created']
        if (info !== null && id !== null) {
          found.set(id, { id, parent: stringIn(info, 'parentID'), at: typeof at === 'number' ? at : 0 })
        }
      }
    }
    const unnamed = namesIn(messages).filter((id) => !found.has(id))
    const sessions = [...found.values(), ...unnamed.map((id) => ({ id, parent: null, at: 0 }))]
    sessions.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
    const isStarted = ({ parent }: StoredSession): boolean => parent !== null && found.has(parent)
    return [...sessions.filter((each) => !isStarted(each)), ...sessions.filter(isStarted)]
  }

  /** The messages that are left of a session and come before a moment; null: all that are left. */
  *messagesOf(session: string, before: Date | null): Iterable<HeldMessage> {
    // A session's id comes from a file: it must not lead out of the folder.
    if (basename(session) !== session || session === '..') {
      return
    }
    const folder = join(this.#layout.messages, session)
    const left = this.#left.get(session) ?? { names: namesIn(folder).filter(isJson), next: 0 }
    this.#left.set(session, left)
    for (let name = left.names[left.next]; name !== undefined; name = left.names[left.next]) {
      const info = this.#jsonOf(join(folder, name))
      const at = objectIn(info ?? {}, 'time')?.['created']
      if (before !== null && typeof at === 'number' && at > before.getTime()) {
        return
      }
      left.next += 1
      if (info !== null) {
        const value = {
          info: { ...info, id: idOf(name), sessionID: session },
          parts: this.#partsOf(session, idOf(name)),
        }
        yield { value, line: left.next }
      }
    }
  }

  #partsOf(session: string, message: string): readonly JsonObject[] {
    const { parts, bySession } = this.#layout
    const folder = bySession ? join(parts, session, message) : join(parts, message)
    return namesIn(folder)
      .filter(isJson)
      .map((name) => this.#jsonOf(join(folder, name)))
      .filter((part) => part !== null)
  }

  #jsonOf(file: string): JsonObject | null {
    try {
      const entry = statSync(file)
      const value =
        entry.isFile() && entry.size <= longest ? nestedJson(readFileSync(file, 'utf8')) : undefined
      if (isObject(value)) {
        return value
      }
      this.#onSkipped(
        file,
        entry.size > longest ? `more than ${longest} bytes` : 'no JSON object, or nested too deep',
      )
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      this.#onSkipped(file, `the file can't be read (${code})`)
    }
    return null
  }
}

function idOf(name: string): string {
  return name.replace(/\.json$/, '')
}

function isJson(name: string): boolean {
  return name.endsWith('.json')
}

/** Names, sorted; none where there is no such folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** False where it can't be known, too: then reading the path says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
