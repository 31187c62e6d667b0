/** One session on its way from a recording into a ledger. */

import {
  ConcurrencyError,
  type EventStore,
  IdConflictError,
  readStateAt,
  type TodoEvent,
} from '@todo-ledger/core'
import { CopiedEvents } from '@todo-ledger/core/history'
import type { Redactor } from '@todo-ledger/core/redaction'
import { usualSnapshotInterval } from '@todo-ledger/core/store'
import { Failure } from '../failure.js'
import { StoredLog } from './stored-log.js'

/** What became of a session, as `--json` prints it. */
export type ImportedSession = Awaited<ReturnType<SessionImport['finish']>>

/** Where sessions go. */
export interface ImportTarget {
  /** The ledger file as it was named. */
  readonly name: string
  /** The store, opened when it is first needed. */
  store(): Promise<EventStore>
  /** How many events it holds of a session. */
  held(session: string): number
}

/** So many events, or characters in them, are stored at once: each append waits for the disk. */
const batchEvents = 256
const batchCharacters = 4_000_000

/** Takes a session's events and stores those that the ledger does not hold yet. */
export class SessionImport {
  readonly #target: ImportTarget
  readonly #session: string
  readonly #file: string | null
  readonly #redactor: Redactor
  readonly #retold: CopiedEvents
  readonly #before: number
  /** Where what is left of erased events stands. */
  readonly #erasedAt = new WeakMap<TodoEvent, string>()
  #batch: TodoEvent[] = []
  #characters = 0
  #stored: StoredLog | null = null
  #lastSeq: number

  /** @param target where it goes; @param session its id there; @param file null for a live one */
  constructor(target: ImportTarget, session: string, file: string | null, redactor: Redactor) {
    this.#target = target
    this.#session = session
    this.#file = file
    this.#redactor = redactor
    this.#retold = new CopiedEvents(session)
    this.#before = target.held(session)
    this.#lastSeq = this.#before
  }

  /** True where enough has come for one append. */
  get isFull(): boolean {
    return this.#batch.length >= batchEvents || this.#characters >= batchCharacters
  }

  /** Takes an event. @param place where it stands: a file, and the line in it where there are any */
  take(event: TodoEvent, place: string): void {
    // What comes from a recording holds none any more; what comes from a ledger may.
    const retold = this.#retold.take(this.#redactor.event(event))
    if (retold !== null) this.#batch.push(retold)
    if (retold?.type === 'event.erased') this.#erasedAt.set(retold, `${place}: event ${event.seq}`)
    this.#characters += event.type === 'tool.returned' ? event.data.output.length : 0
  }

  /** Stores what is left. */
  async finish() {
    await this.store()
    await this.#append(this.#stored?.finish() ?? [])
    const added = this.#lastSeq - this.#before
    // A live session saves snapshots as it goes; of an imported one they are made by reading it once.
    if (added > 0 && this.#lastSeq >= usualSnapshotInterval)
      await readStateAt({ store: await this.#target.store(), session: this.#session }, 'end')
    const isForgotten = this.#stored?.isForgotten === true
    const status = this.#before === 0 ? 'new' : added > 0 ? 'grown' : 'unchanged'
    return {
      ...{ session: this.#session, file: this.#file },
      status: isForgotten ? 'forgotten' : status,
      added: isForgotten ? 0 : added,
      /** How many the ledger holds now, and how many of them were redacted there: they stay as they are. */
      events: isForgotten ? this.#before : this.#lastSeq,
      redacted: this.#stored?.redacted ?? 0,
    }
  }

  /**
   * Stores what has come and is new.
   * @throws Failure `import-conflict` where the ledger holds another session under this id, `erased-event` where an event
   * that it does not hold was erased
   */
  async store(): Promise<void> {
    const recorded = this.#batch
    this.#batch = []
    this.#characters = 0
    if (recorded.length === 0) return
    // An import that fails leaves no empty ledger behind.
    if (this.#before === 0) this.#mustBeWhole(recorded)
    const store = await this.#target.store()
    this.#stored ??= new StoredLog(store.read(this.#session))
    const comparison = await this.#stored.compare(recorded)
    if (!comparison.fits) {
      const { seq, stored, recorded: read } = comparison
      const parts =
        stored === read ? `the two differ in it (${stored})` : `it is ${stored} there and ${read} here`
      throw this.#conflict(`at event ${seq} ${parts}`)
    }
    await this.#append(comparison.fresh)
  }

  async #append(fresh: readonly TodoEvent[]): Promise<void> {
    const events = this.#stored?.placed(fresh) ?? []
    const [first] = events
    if (first === undefined || this.#stored?.isForgotten === true) return
    this.#mustBeWhole(fresh)
    const store = await this.#target.store()
    try {
      const { lastSeq } = await store.append(this.#session, events, { expectedSeq: first.seq - 1 })
      this.#lastSeq = lastSeq
    } catch (error) {
      if (error instanceof ConcurrencyError)
        throw new Failure(
          'import-conflict',
          `${this.#target.name}: another program wrote to session ${JSON.stringify(this.#session)} meanwhile. Import it again: what is stored stays.`,
          { cause: error },
        )
      throw error instanceof IdConflictError
        ? this.#conflict(`at event ${first.seq}: ${error.message}`, error)
        : error
    }
  }

  #mustBeWhole(fresh: readonly TodoEvent[]): void {
    const erased = fresh.find(({ type }) => type === 'event.erased')
    if (erased === undefined) return
    throw new Failure(
      'erased-event',
      `${this.#erasedAt.get(erased)} of session ${JSON.stringify(this.#session)} was erased (by redact or forget), and what is left of it can't be imported into another ledger. To keep such a ledger elsewhere, hashes and all: todo-replay copy LEDGER COPY.`,
    )
  }

  #conflict(where: string, cause?: Error): Failure {
    const file = this.#file ?? 'the source'
    return new Failure(
      'import-conflict',
      `${file}: ${this.#target.name} holds another session under the id ${JSON.stringify(this.#session)}: ${where}. Import it into another ledger.`,
      { cause },
    )
  }
}
