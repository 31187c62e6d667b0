/** What a tracker is: a list of entries that somebody else keeps, read as a whole and written entry by entry. */

import type { TodoItem, TodoStatus } from '@todo-ledger/core'
import type { Environment } from '../text/style.js'

/** What an entry and its item had in common when they were last synchronised. It is kept in the entry itself. */
export interface EntryLink {
  /** The item: its session and its key, `session/k3`. */
  readonly item: string
  readonly title: string
  /** In the tracker's word. */
  readonly status: string
}

/** One entry of a tracker. What it holds is hostile. */
export interface TrackerEntry {
  /** The id that people see, such as `#12`. */
  readonly id: string
  readonly title: string
  /** In the tracker's word. */
  readonly status: string
  readonly link: EntryLink | null
}

/** What an entry is to be. */
export interface EntryWrite {
  /** Null for a new entry. */
  readonly entry: TrackerEntry | null
  /** Null where the item was just made of the entry. */
  readonly item: TodoItem | null
  readonly title: string
  readonly status: string
  readonly link: EntryLink
}

/** What became of a write. `why` holds text from outside. */
export type Written =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly why: string }

/** A tracker. */
export interface Tracker {
  /** As it is named: `github:owner/repository`. */
  readonly name: string
  /** True where an item that is already closed gets an entry, too. */
  readonly keepsClosed: boolean
  titleOf(text: string): string
  wordOf(status: TodoStatus): string
  /** Null for a word that is not known. */
  statusOf(word: string): TodoStatus | null
  /** All entries of the list. @throws Failure where they can't be read */
  read(): Promise<readonly TrackerEntry[]>
  /** Writes an entry. One that somebody changed since it was read stays as it is. */
  write(write: EntryWrite): Promise<Written>
  /** Everything is written. @throws Failure where it could not be kept */
  finish(): Promise<void>
}

/** A kind of tracker. */
export interface TrackerKind {
  /** What stands before the colon of its name. */
  readonly prefix: string
  /** The whole name, for people: `github:OWNER/REPO`. */
  readonly form: string
  /** @param address what stands behind the colon @throws Failure `usage` */
  open(address: string, env: Environment): Promise<Tracker>
}

/** The link in the JSON of an entry, or null. */
export function linkOf(given: unknown): EntryLink | null {
  if (typeof given !== 'object' || given === null) return null
  const { item, title, status }: { item?: unknown; title?: unknown; status?: unknown } = given
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
