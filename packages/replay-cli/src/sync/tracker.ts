/** What a tracker is: a list of entries that somebody else keeps, read as a whole and written entry by entry. */

import type { JsonValue, TodoItem, TodoStatus } from '@todo-ledger/core'
import type { Environment } from '../text/style.js'

/** What was equal in an entry and its item when they were last brought together. It stands in the entry itself. */
export interface EntryLink {
  /** The item: its session and its internal key, `session/k3`. */
  readonly item: string
  /** The title that both had. */
  readonly title: string
  /** The status that both had, in the tracker's word. */
  readonly status: string
}

/** One entry of a tracker. What it holds is hostile. */
export interface TrackerEntry {
  /** The id that people see, such as `#12`. */
  readonly id: string
  /** Its title. */
  readonly title: string
  /** Its status, in the tracker's word. */
  readonly status: string
  /** The item that it belongs to, or null. */
  readonly link: EntryLink | null
}

/** What is to be written of one entry. */
export interface EntryWrite {
  /** The entry, or null for a new one. */
  readonly entry: TrackerEntry | null
  /** The item that it belongs to; null where that came in just now, from the entry as it is. */
  readonly item: TodoItem | null
  /** Its title from now on. */
  readonly title: string
  /** Its status from now on, in the tracker's word. */
  readonly status: string
  /** What both sides have from now on. */
  readonly link: EntryLink
  /** The ids of entries that an item's id leads to: its parent's, its dependencies'. Those written before are known. */
  readonly idOf: (item: string) => string | null
}

/** What became of a write. */
export type Written =
  | {
      /** It is written. */
      readonly ok: true
      /** The entry's id. */
      readonly id: string
    }
  | {
      /** It is not. */
      readonly ok: false
      /** Why not. Holds text from outside. */
      readonly why: string
    }

/** A tracker. */
export interface Tracker {
  /** What people call it: `github:owner/repository`. */
  readonly name: string
  /** True where entries that are closed from the start are kept, too. */
  readonly keepsClosed: boolean
  /** A text of an item as a title of the tracker. */
  titleOf(text: string): string
  /** A status in the tracker's word. */
  wordOf(status: TodoStatus): string
  /** A word of the tracker as a status; null for one that is not known. */
  statusOf(word: string): TodoStatus | null
  /** All entries of the list. @throws Failure where they can't be read */
  read(): Promise<readonly TrackerEntry[]>
  /** Writes an entry. One that somebody changed since it was read stays as it is. */
  write(write: EntryWrite): Promise<Written>
  /** All is written. @throws Failure where it could not be kept */
  finish(): Promise<void>
}

/** A kind of tracker, and how one is named. */
export interface TrackerKind {
  /** What stands before the colon. */
  readonly prefix: string
  /** The whole, for people: `github:OWNER/REPO`. */
  readonly form: string
  /** Opens one. @param address what stands behind the colon @throws Failure `usage` */
  open(address: string, env: Environment): Promise<Tracker>
}

/** The label of an issue that belongs to the list. */
export const listLabel = 'todo-ledger'

/** The link's fields in the JSON of an entry; null where it is none. */
export function linkOf(given: unknown): EntryLink | null {
  if (typeof given !== 'object' || given === null) return null
  const fields = new Map<string, unknown>(Object.entries(given))
  const [item, title, status] = ['item', 'title', 'status'].map((name) => fields.get(name))
  return typeof item === 'string' && typeof title === 'string' && typeof status === 'string'
    ? { item, title, status }
    : null
}

/** A text as one line of at most so many characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  if (line === '') return '(no text)'
  const characters = [...line]
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}

/** What else than its title a new entry says of an item: its whole text where the title is not that, and its notes. */
export function longTexts(item: TodoItem | null, title: string): readonly string[] {
  if (item === null) return []
  return [title === item.text.trim() ? null : item.text, item.notes].filter((text) => text !== null)
}

/** A level 0 (highest) to 4 for a priority as people write it; null for none. */
export function priorityLevel(priority: JsonValue): number | null {
  if (typeof priority === 'number') return Math.min(4, Math.max(0, Math.round(priority)))
  if (typeof priority !== 'string') return null
  const word = priority.trim().toLowerCase()
  const [, digit] = /^p?([0-4])$/.exec(word) ?? []
  if (digit !== undefined) return Number(digit)
  return levels.get(word) ?? null
}

const levels: ReadonlyMap<string, number> = new Map([
  ['critical', 0],
  ['urgent', 0],
  ['highest', 0],
  ['high', 1],
  ['medium', 2],
  ['normal', 2],
  ['low', 3],
  ['lowest', 4],
])
