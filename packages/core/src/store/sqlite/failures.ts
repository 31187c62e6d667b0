/** What SQLite's failures mean to a person. */

import { StoreError } from '../../errors.js'

/** SQLite's primary result codes that a person can do something about. Source: sqlite.org/rescode.html */
const failures: {
  readonly [number: number]: readonly [name: string, code: string, sentence: string]
} = {
  5: ['BUSY', 'busy', 'is in use by another program, and stayed so. Try again, or end that program.'],
  6: ['LOCKED', 'busy', 'is in use by another part of this program, and stayed so. Try again.'],
  7: [
    'NOMEM',
    'too-large',
    'holds or was given something larger than a ledger holds. Store less in one event.',
  ],
  8: ['READONLY', 'read-only', 'can only be read. Open it where you may write, or with readOnly to read it.'],
  10: ['IOERR', 'disk-failed', 'could not be read or written by its disk. Check the disk, then try again.'],
  11: ['CORRUPT', 'damaged-file', 'is damaged. Restore it from a copy.'],
  13: ['FULL', 'disk-full', 'has no room left on its disk. Nothing was stored; free some, then try again.'],
  14: [
    'CANTOPEN',
    'cannot-open',
    'cannot be opened. Check that its folder exists and that you may read and write there.',
  ],
  15: [
    'PROTOCOL',
    'locks-failed',
    'could not be locked: its file system does not lock files as it must. Put it on a local disk, then try again.',
  ],
  18: [
    'TOOBIG',
    'too-large',
    'cannot hold a text of that size. Nothing was stored; store less in one event.',
  ],
  26: ['NOTADB', 'not-a-database', 'is not a SQLite database. Give the path of a ledger, or of a new file.'],
}

/** Failures of the disk that are failures to lock: IOERR_RDLOCK, _LOCK, _UNLOCK's and SHMLOCK's. */
const lockFailures: ReadonlySet<number> = new Set([2058, 2314, 3850, 5130])

/** SQLITE_IOERR_SHMSIZE: the disk has no room for the shared memory, which reading needs, too. */
const noRoomForShared = 4874

/** SQLITE_READONLY_RECOVERY and SQLITE_READONLY_ROLLBACK: reading would have to write first. */
const recoveries: ReadonlySet<unknown> = new Set([264, 776])

/**
 * The `StoreError` for what a driver threw.
 * @param name what messages call the database
 * @param cause what its cause is, where that is another error
 */
export function sqliteFailure(error: unknown, name: string, cause: unknown = error): StoreError {
  if (recoveries.has(field(error, 'rawCode'))) {
    return new StoreError(
      'unfinished',
      `${name} was left by a process that was killed while it created or changed it, and can't be read as it is. Open it once for writing, as todo-replay import does: that takes back what was not finished.`,
      { cause },
    )
  }
  const number = resultCodeOf(error)
  const [, code, sentence] = failures[number ?? 0] ?? [
    '',
    'store-failed',
    `did not do what it was asked (SQLite's code ${number ?? 'is not known'}). The cause says more.`,
  ]
  return new StoreError(code, `${name} ${sentence}`, { cause })
}

/** The primary result code in an error of libsql (`rawCode`) or better-sqlite3 (`code`, such as `SQLITE_IOERR_READ`). */
export function resultCodeOf(error: unknown): number | undefined {
  const extended = field(error, 'rawCode')
  // The low byte of an extended code is the primary one.
  if (extended === noRoomForShared) return 13
  if (typeof extended === 'number') return lockFailures.has(extended) ? 15 : extended & 0xff
  const [, word = ''] = /^SQLITE_([A-Z]+)/.exec(String(field(error, 'code'))) ?? []
  if (word === 'ERROR') return 1
  const known = Object.entries(failures).find(([, [name]]) => name === word)
  return known === undefined ? undefined : Number(known[0])
}

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}
