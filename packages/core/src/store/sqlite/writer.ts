/** Writes to an SQLite database in groups: writes that come together share one transaction and one sync of the disk. */

// Of the module, so that the fake timers of a host's tests do not reach it: an append would never end.
import { setImmediate } from 'node:timers'
import { StoreError } from '../../errors.js'
import type { SqliteConnection } from './connection.js'
import type { FileIdentity } from './file-identity.js'

/** How a writer waits. */
interface WriterSettings {
  /** How long a write waits for another process that writes, in milliseconds. */
  readonly busyTimeout: number
  /**
   * A number from 0 up to 1 that spreads the attempts of processes that wait for each other; `Math.random` when
   * absent. It decides about waiting times alone.
   */
  readonly jitter?: () => number
  /** A clock that never goes back, in milliseconds; `performance.now` when absent. */
  readonly elapsed?: () => number
  /** What is written to; null, as when absent, where that is no file. */
  readonly files?: FileIdentity | null
  /** False where a host reads on the connection too; true when absent. */
  readonly ownsConnection?: boolean
  /** Is told that so many writes come. What they do may wait for `done`: where that fails, all are undone and come again, each alone. */
  readonly begun?: (writes: number) => void
  /** Does what is left to do before the commit. May be called again, with nothing left. */
  readonly done?: () => void
  /** Is told that what writes did is undone. */
  readonly undone?: () => void
}

/** Writes in one transaction at most, so that the event loop gets its turn. */
const largestGroup = 256

/** The longest pause between two attempts to write beside another process, in milliseconds. */
const longestPause = 25

/** A write that was asked for and is not settled. */
interface PendingWrite {
  /** When it has waited long enough for another process, by the writer's clock. */
  readonly deadline: number
  /** Does it, within the transaction; throws what refuses it. May be called again after a transaction that failed. */
  readonly run: () => void
  /** Resolves for who asked: it is on the disk. */
  readonly acknowledge: () => void
  /** Rejects for who asked: nothing of it is stored. */
  readonly refuse: (error: unknown) => void
}

/** A write that was refused by itself, while the others of its group go on. */
interface Refusal {
  readonly write: PendingWrite
  readonly error: unknown
}

/**
 * The one way in which a connection is written to. A write is a function that runs within a transaction; whatever it
 * throws undoes it alone. It is acknowledged once the transaction is committed. A transaction that fails leaves
 * nothing of the whole group, and the writer can go on.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #busyTimeout: number
  readonly #jitter: () => number
  readonly #elapsed: () => number
  readonly #files: FileIdentity | null
  readonly #ownsConnection: boolean
  readonly #begun: (writes: number) => void
  readonly #done: () => void
  readonly #undone: () => void
  readonly #waiting: PendingWrite[] = []
  /** Settles when nothing waits any more; null while nothing does. */
  #working: Promise<void> | null = null
  /** True while a transaction that failed may still be open. */
  #maybeOpen = false

  /** @param connection a connection that may write, with its own `busy_timeout` set to that of the settings */
  constructor(connection: SqliteConnection, settings: WriterSettings) {
    this.#connection = connection
    this.#busyTimeout = settings.busyTimeout
    this.#jitter = settings.jitter ?? Math.random
    this.#elapsed = settings.elapsed ?? (() => performance.now())
    this.#files = settings.files ?? null
    this.#ownsConnection = settings.ownsConnection ?? true
    this.#begun = settings.begun ?? (() => {})
    this.#done = settings.done ?? (() => {})
    this.#undone = settings.undone ?? (() => {})
  }

  /**
   * Does a write and gives its result once it is on the disk.
   * @param work reads and writes through the connection, without waiting; it may be called more than once, and then
   * nothing of the earlier calls is left
   * @throws what `work` throws; StoreError `busy` when another process wrote for longer than the busy timeout, or
   * what else the database could not do. Then nothing of this write is stored, save where a commit failed half-way:
   * the message says so
   */
  write<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let acknowledge = (): void => {}
      this.#waiting.push({
        deadline: this.#elapsed() + this.#busyTimeout,
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
    let attempts = 0
    while (this.#waiting.length > 0) {
      // What else this turn of the event loop asks for shares the sync. Another process is waited for the same way,
      // so that this one can do other things.
      await (attempts === 0 ? nextTurn() : pause(this.#pauseAfter(attempts)))
      attempts = this.#writeGroup() === 'busy' ? attempts + 1 : 0
    }
    this.#working = null
  }

  #pauseAfter(attempts: number): number {
    const longest = Math.min(longestPause, 2 ** attempts)
    return 1 + this.#jitter() * (longest - 1)
  }

  /**
   * One transaction with what waits now. `busy`: another process writes, and what was not refused still waits.
   * @param apart true where each is to be undone alone: something in the group is refused, which few are
   */
  #writeGroup(apart = false): 'settled' | 'busy' {
    try {
      this.#files?.requireFile()
      this.#begin()
    } catch (error) {
      if (isBusy(error)) return this.#stayBusy(error)
      this.#refuse(this.#waiting.splice(0), error)
      return 'settled'
    }
    const group = this.#waiting.splice(0, largestGroup)
    return apart ? this.#runApart(group) : this.#runTogether(group)
  }

  /** Without savepoints, which cost a quarter of a write. */
  #runTogether(group: readonly PendingWrite[]): 'settled' | 'busy' {
    let isWaiting = false
    try {
      this.#begun(group.length)
      for (const write of group) write.run()
      isWaiting = true
      this.#done()
    } catch (error) {
      this.#rollBack()
      const [only] = group
      if (isWaiting || group.length > 1 || only === undefined) {
        this.#waiting.unshift(...group)
        return this.#writeGroup(true)
      }
      only.refuse(error)
      return 'settled'
    }
    return this.#commit(group, [])
  }

  #runApart(group: readonly PendingWrite[]): 'settled' | 'busy' {
    const refusals: Refusal[] = []
    for (const write of group) {
      const outcome = this.#runOne(write)
      if (outcome.kind === 'accepted') continue
      if (outcome.kind === 'refused') refusals.push({ write, error: outcome.error })
      else {
        // What the others were answered rests on writes that are gone: all is decided anew, without this one.
        this.#rollBack()
        this.#waiting.unshift(...group.filter((other) => other !== write))
        write.refuse(outcome.error)
        return 'settled'
      }
    }
    return this.#commit(group, refusals)
  }

  /** Ends the transaction of a group, and says to each of it what became of it. */
  #commit(group: readonly PendingWrite[], refusals: readonly Refusal[]): 'settled' | 'busy' {
    try {
      this.#done()
      this.#connection.commit()
      this.#files?.requireLog()
    } catch (error) {
      this.#rollBack()
      if (isBusy(error)) {
        this.#waiting.unshift(...group)
        return this.#stayBusy(error)
      }
      this.#refuse(group, commitFailure(error))
      return 'settled'
    } finally {
      if (!this.#ownsConnection) this.#connection.waitAgainNow()
    }
    const refused = new Set(refusals.map(({ write }) => write))
    for (const { write, error } of refusals) write.refuse(error)
    for (const write of group) if (!refused.has(write)) write.acknowledge()
    return 'settled'
  }

  /** @returns `lost` when the whole transaction is gone with the write, as after a full disk */
  #runOne(
    write: PendingWrite,
  ): { readonly kind: 'accepted' } | { readonly kind: 'refused' | 'lost'; readonly error: unknown } {
    try {
      this.#connection.run('SAVEPOINT write_of_group')
      write.run()
      this.#connection.run('RELEASE write_of_group')
      return { kind: 'accepted' }
    } catch (error) {
      this.#undone()
      try {
        // Fails where SQLite has rolled back the whole transaction by itself.
        this.#connection.run('ROLLBACK TO write_of_group')
        this.#connection.run('RELEASE write_of_group')
        return { kind: 'refused', error }
      } catch (failure) {
        // What refused it may rest on writes of the group that are gone now.
        return { kind: 'lost', error: error instanceof StoreError ? error : failure }
      }
    }
  }

  /** Begins a transaction, or fails at once where another process writes: the event loop must not wait. */
  #begin(): void {
    if (this.#maybeOpen) this.#rollBack()
    try {
      this.#connection.beginAtOnce()
    } catch (error) {
      // That one is the host's, on a database that it gave; it stays as it is.
      if (isInTransaction(error)) throw ownTransaction(this.#connection.name, error)
      this.#rollBack()
      throw error
    } finally {
      if (!this.#ownsConnection) this.#connection.waitAgainNow()
    }
  }

  #rollBack(): void {
    this.#undone()
    this.#maybeOpen = !this.#connection.rollBack()
    if (!this.#ownsConnection) this.#connection.waitAgainNow()
  }

  #stayBusy(error: unknown): 'busy' {
    const now = this.#elapsed()
    const overdue = this.#waiting.filter(({ deadline }) => deadline <= now)
    const patient = this.#waiting.filter(({ deadline }) => deadline > now)
    this.#waiting.splice(0, this.#waiting.length, ...patient)
    this.#refuse(overdue, error)
    return 'busy'
  }

  #refuse(writes: readonly PendingWrite[], error: unknown): void {
    for (const write of writes) write.refuse(error)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'busy'
}

/** Whether a BEGIN failed because the connection is in a transaction; SQLite has no code of its own for it. */
function isInTransaction(error: unknown): boolean {
  return (
    error instanceof StoreError &&
    error.cause instanceof Error &&
    error.cause.message.includes('within a transaction')
  )
}

function ownTransaction(name: string, cause: unknown): StoreError {
  return new StoreError(
    'in-transaction',
    `${name} is in a transaction that the store did not begin. Nothing was stored; end it, then try again.`,
    { cause },
  )
}

/** A commit that failed may have reached the disk all the same, so the message says what is safe to do. */
function commitFailure(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error
  return new StoreError(
    error.code,
    `${error.message} It was not acknowledged; the same events can be appended again and are stored once.`,
    { cause: error.cause },
  )
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
