/** The entries of a tracker: a list that somebody else keeps, read as a whole and written entry by entry. */

import type { TodoItem } from '@todo-ledger/core'
import * as v from 'valibot'

/** What an entry and its item had in common when they were last synchronised. It is kept in the entry itself. */
export const entryLink = v.object({
  /** The item: its session and its key, `session/k3`. */
  item: v.string(),
  title: v.string(),
  /** In the tracker's word. */
  status: v.string(),
})

type EntryLink = v.InferOutput<typeof entryLink>

/** One entry of a tracker. What it holds is hostile. */
export interface TrackerEntry {
  /** The id that people see, such as `#12`. */
  readonly id: string
  readonly title: string
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

/** A text as one line of at most so many characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  if (line === '') return '(no text)'
  const characters = [...line]
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}
