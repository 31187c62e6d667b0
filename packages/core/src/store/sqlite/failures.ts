/** What SQLite's failures mean to a person. */

import { StoreError } from '../../errors.js'

/** By SQLite's primary result code: ours, and a sentence that begins with the database's name. Source: sqlite.org/rescode.html */
const failures: { readonly [number: number]: readonly [code: string, sentence: string] } = {
  5: ['busy', 'is in use by another program, and stayed so. Try again, or end that program.'],
  6: ['busy', 'is in use by another part of this program, and stayed so. Try again.'],
  7: ['too-large', 'holds or was given something larger than a ledger holds. Store less in one event.'],
  8: [
    'read-only',
    'can only be read, or has to be put in order before it can be. Open it where you may write, or with readOnly to read it.',
  ],
  10: ['disk-failed', 'could not be read or written by its disk. Check the disk, then try again.'],
  // SQLite says so, too, where the disk refused a read once.
  11: [
    'damaged-file',
    'is damaged, or its disk did not read it right. Check the disk. Restore the ledger from a copy if it is damaged.',
  ],
  13: ['disk-full', 'has no room left on its disk. Nothing was stored; free some, then try again.'],
  14: [
    'cannot-open',
    'cannot be opened. Check that its folder exists and that you may read and write there.',
  ],
  18: ['too-large', 'cannot hold a text of that size. Nothing was stored; store less in one event.'],
  26: ['not-a-database', 'is not a SQLite database. Give the path of a ledger, or of a new file.'],
}

/**
 * The `StoreError` for what the driver threw.
 * @param name what messages call the database
 */
export function sqliteFailure(error: unknown, name: string): StoreError {
  return failureOf(resultCodeOf(error), name, error)
}

/** SQLite's extended result code in an error of the driver; 0 in any other. */
export function resultCodeOf(error: unknown): number {
  return typeof error === 'object' && error !== null ? Number(Reflect.get(error, 'rawCode') ?? 0) : 0
}

/** The `StoreError` for an extended result code of SQLite. */
export function failureOf(extended: number, name: string, cause?: unknown): StoreError {
  // The low byte of an extended code is the primary one.
  const number = extended & 0xff
  const [code, sentence] = failures[number] ?? [
    'store-failed',
    `did not do what it was asked (SQLite's code ${number === 0 ? 'is not known' : number}). The cause says more.`,
  ]
  return new StoreError(code, `${name} ${sentence}`, { cause })
}
