/** Writes to an SQLite database in groups: writes that come together share one transaction and one sync of the disk. */

// Of the module, so that the fake timers of a host's tests do not reach it: an append would never end.
import { setImmediate, setTimeout } from 'node:timers'
import { LedgerError, StoreError } from '../../errors.js'
import type { SqliteConnection } from './connection.js'

/** Writes in one transaction at most, so that the event loop gets its turn. */
const largestGroup = 256
/** The longest pause between two attempts to write beside another process, in milliseconds. */
const longestPause = 25

/** A write that was asked for and is not settled. */
interface PendingWrite {
  /** When it has waited long enough for another process. */
  readonly deadline: number
  /** Does it, within the transaction; throws what refuses it. May be called again after a transaction that failed. */
  readonly run: () => void
  /** Resolves for the caller: it is on the disk. */
  readonly acknowledge: () => void
  /** Rejects for the caller: nothing of it is stored. */
  readonly refuse: (error: unknown) => void
}

/**
 * The one way in which a connection is written to. A write is a function that runs within a transaction; it is acknowledged
 * once the transaction is committed. A transaction that fails leaves nothing of the whole group, and the writer can go on.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #busyTimeout: number
  readonly #requireFiles: () => void
  readonly #rolledBack: () => void
  readonly #waiting: PendingWrite[] = []
  /** Settles when nothing waits any more; null while nothing does. */
  #working: Promise<void> | null = null
  /** True while a transaction that failed may still be open. */
  #mayBeOpen = false

  /**
   * @param busyTimeout how long a write waits for another process, in milliseconds
   * @param requireFiles throws where the files that are written to are not those that others find
   * @param rolledBack is called when what writes had written may be gone
   */
  constructor(
    connection: SqliteConnection,
    busyTimeout: number,
    requireFiles: () => void,
    rolledBack: () => void,
  ) {
    this.#connection = connection
    this.#busyTimeout = busyTimeout
    this.#requireFiles = requireFiles
    this.#rolledBack = rolledBack
  }

  /**
   * Does a write and gives its result once it is on the disk.
   * @param work reads and writes through the connection, without waiting. It refuses itself with an error of ours that is no
   * `StoreError` before it has written anything; any other error undoes the transaction. It may be called more than once,
   * and then nothing of the earlier calls is left
   * @throws what `work` throws; StoreError `busy` if another process wrote for longer than the busy timeout, or what else
   * the database could not do. Then nothing of this write is stored, unless a commit failed half-way: the message says so
   */
  write<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let acknowledge = (): void => {}
      this.#waiting.push({
        deadline: performance.now() + this.#busyTimeout,
        run: () => {
          const result = work()
          acknowledge = () => resolve(result)
        },
        acknowledge: () => acknowledge(),
        refuse: reject,
      })
      this.#working ??= this.#work()
    })
  }

  /** Waits until every write that was asked for is acknowledged or refused. */
  async idle(): Promise<void> {
    while (this.#working !== null) await this.#working
  }

  async #work(): Promise<void> {
    for (let attempts = 0; this.#waiting.length > 0; ) {
      // What else this turn of the event loop asks for shares the sync. Another process is waited for the same way,
      // so that this one can do other things; at random, since that one waits, too.
      const pause = 1 + Math.random() * (Math.min(longestPause, 2 ** attempts) - 1)
      await new Promise<void>((resolve) => {
        if (attempts === 0) setImmediate(resolve)
        else setTimeout(resolve, pause)
      })
      attempts = this.#writeGroup() ? 0 : attempts + 1
    }
    this.#working = null
  }

  /** One transaction with what waits now. False where another process writes: what was not refused still waits. */
  #writeGroup(): boolean {
    try {
      this.#requireFiles()
      this.#begin()
    } catch (error) {
      if (isBusy(error)) return this.#stayBusy(error)
      for (const write of this.#waiting.splice(0)) write.refuse(error)
      return true
    }
    const group = this.#waiting.splice(0, largestGroup)
    const refused = new Map<PendingWrite, unknown>()
    for (const write of group) {
      try {
        write.run()
      } catch (error) {
        if (error instanceof LedgerError && !(error instanceof StoreError)) refused.set(write, error)
        else {
          // What the others were answered rests on writes that are gone: all is decided anew, without this one.
          this.#rollBack()
          this.#waiting.unshift(...group.filter((other) => other !== write))
          write.refuse(error)
          return true
        }
      }
    }
    try {
      this.#connection.exec('COMMIT')
      this.#requireFiles()
    } catch (error) {
      this.#rollBack()
      if (isBusy(error)) {
        this.#waiting.unshift(...group)
        return this.#stayBusy(error)
      }
      for (const write of group) write.refuse(commitFailure(error))
      return true
    }
    for (const write of group) {
      if (refused.has(write)) write.refuse(refused.get(write))
      else write.acknowledge()
    }
    return true
  }

  #begin(): void {
    if (this.#mayBeOpen) this.#rollBack()
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
    } catch (error) {
      // One that is open is the host's, on a database that it gave; it stays as it is. SQLite has no code of its own for it.
      const isOpen = error instanceof StoreError && String(error.cause).includes('within a transaction')
      if (!isOpen) this.#rollBack()
      throw error
    }
  }

  #rollBack(): void {
    this.#rolledBack()
    this.#mayBeOpen = !this.#connection.rollBack()
  }

  #stayBusy(error: unknown): false {
    const now = performance.now()
    for (const write of this.#waiting.splice(0)) {
      if (write.deadline > now) this.#waiting.push(write)
      else write.refuse(error)
    }
    return false
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'busy'
}

/** A commit that failed may have reached the disk all the same, so the message says what is safe to do. */
function commitFailure(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error
  const hint = 'It was not acknowledged; the same events can be appended again and are stored once.'
  return new StoreError(error.code, `${error.message} ${hint}`, { cause: error.cause })
}
