/**
 * Stores what a pipe gives soon after it came, so that others can watch the ledger while the host is at work: at the end
 * of a turn, and after a moment without input. A pipe that gives faster is stored in large pieces, as a file is.
 */

/** What has come and is to be stored. */
export interface Storable {
  /** True once a turn or a run has ended since the last time. */
  readonly isTurnOver: boolean
  /** Stores what has come; one time after the other, where it is called while it is at work. */
  store(): Promise<void>
}

/** A moment, in milliseconds. Each storing waits for the disk, so they come no closer than this. */
const moment = 100

/** Says when to store what comes from a pipe. */
export class PromptStoring {
  readonly #imports: Iterable<Storable>
  #timer: NodeJS.Timeout | null = null
  #last = 0

  /** @param imports the sessions that are under way; asked anew each time */
  constructor(imports: Iterable<Storable>) {
    this.#imports = imports
  }

  /** An event was taken. */
  async stepped(): Promise<void> {
    this.stop()
    const isDue = performance.now() - this.#last >= moment && [...this.#imports].some((one) => one.isTurnOver)
    if (isDue) await this.#store()
    // What can't be stored now is reported when it is tried again, with the next event or at the end.
    else this.#timer = setTimeout(() => void this.#store().catch(() => undefined), moment)
  }

  /** Nothing more comes. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #store(): Promise<void> {
    for (const one of [...this.#imports]) await one.store()
    this.#last = performance.now()
  }
}
