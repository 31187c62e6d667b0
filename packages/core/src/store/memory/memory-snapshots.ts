/** Snapshots in memory. */

import type { SnapshotQuery, SnapshotStore, StoredSnapshot } from '../snapshot-store.js'

/** What snapshots in memory need of the store whose they are. */
interface MemorySnapshotsContext {
  /** The seq of a session's last event, 0 where there is none. */
  readonly lastSeq: (session: string) => number
  /** What stands for a session's events up to a seq, or undefined. */
  readonly hashAt: (session: string, seq: number) => string | undefined
  /** The type of the event of a seq. */
  readonly typeAt: (session: string, seq: number) => string
  /** Throws a StoreError where the store is closed. */
  readonly mustBeOpen: () => void
}

/** Keeps snapshots in memory, a session's in the order of their seqs. */
export class MemorySnapshots implements SnapshotStore {
  readonly #context: MemorySnapshotsContext
  readonly #bySession = new Map<string, readonly StoredSnapshot[]>()

  /** @param context what it needs of its store */
  constructor(context: MemorySnapshotsContext) {
    this.#context = context
  }

  /** The seq of a session's last event. */
  async lastSeq(session: string): Promise<number> {
    this.#context.mustBeOpen()
    return this.#context.lastSeq(session)
  }

  /** What stands for a session's events up to a seq: in memory nothing takes another's place. */
  hashAt(session: string, seq: number): string | undefined {
    return this.#context.hashAt(session, seq)
  }

  /** Keeps a snapshot, unless texts were taken out of its session after `asOf`. */
  async save(snapshot: StoredSnapshot, asOf: number): Promise<boolean> {
    const { mustBeOpen, lastSeq, typeAt } = this.#context
    mustBeOpen()
    const { session } = snapshot
    for (let seq = asOf + 1; seq <= lastSeq(session); seq += 1) {
      if (typeAt(session, seq) === 'session.redacted') return false
    }
    const others = this.#of(session).filter(({ seq }) => seq !== snapshot.seq)
    const after = others.findIndex(({ seq }) => seq > snapshot.seq)
    this.#bySession.set(session, others.toSpliced(after === -1 ? others.length : after, 0, { ...snapshot }))
    return true
  }

  /** The snapshot of the highest seq that the query allows. */
  async newest(session: string, query: SnapshotQuery): Promise<StoredSnapshot | undefined> {
    this.#context.mustBeOpen()
    const { turn = Number.POSITIVE_INFINITY, latestAt = Number.POSITIVE_INFINITY } = query
    return this.#of(session).findLast(
      (snapshot) =>
        snapshot.seq <= query.seq &&
        snapshot.turn <= turn &&
        snapshot.latestAt <= latestAt &&
        isOfForm(snapshot, query),
    )
  }

  /** All snapshots of a session in the order of their seqs. */
  async *list(session: string): AsyncIterable<StoredSnapshot> {
    this.#context.mustBeOpen()
    yield* this.#of(session)
  }

  /** Removes a session's snapshots. */
  async drop(session: string, keep?: Pick<SnapshotQuery, 'schema' | 'reducer'>): Promise<void> {
    this.#context.mustBeOpen()
    this.dropNow(session, keep)
  }

  /** Removes them at once, within what else is done to the store. */
  dropNow(session: string, keep?: Pick<SnapshotQuery, 'schema' | 'reducer'>): void {
    const kept = keep === undefined ? [] : this.#of(session).filter((snapshot) => isOfForm(snapshot, keep))
    this.#bySession.set(session, kept)
  }

  #of(session: string): readonly StoredSnapshot[] {
    return this.#bySession.get(session) ?? []
  }
}

function isOfForm(snapshot: StoredSnapshot, form: Pick<SnapshotQuery, 'schema' | 'reducer'>): boolean {
  return snapshot.schema === form.schema && snapshot.reducer === form.reducer
}
