/** The ids of a session's last events, so that most questions about an id need no look into the store. */

/** So many ids are held: some 1.5 MB. */
const mostIds = 10_000

/** The seqs of a session's last events by their ids; of a short session, all. */
export class KnownIds {
  readonly #seqs = new Map<string, number>()
  #complete = true

  /** True while it holds every id of the session. */
  get isComplete(): boolean {
    return this.#complete
  }

  /** The seq of an id, or undefined where it is not held. */
  seqOf(id: string): number | undefined {
    return this.#seqs.get(id)
  }

  /** Takes in the session's next event. The oldest goes where there are too many. */
  add(id: string, seq: number): void {
    this.#seqs.set(id, seq)
    if (this.#seqs.size <= mostIds) return
    for (const oldest of this.#seqs.keys()) {
      this.#seqs.delete(oldest)
      break
    }
    this.#complete = false
  }

  /** The session has events before those that were taken in. */
  lackTheFirst(): void {
    this.#complete = false
  }
}
