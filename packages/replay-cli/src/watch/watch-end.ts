/** When a watch ends: the person ends it, nothing has happened for long enough, or something went wrong. */

export type EndReason = 'asked' | 'idle'

export class WatchEnd {
  /** Is aborted at the end. */
  readonly stop: AbortSignal
  readonly #control = new AbortController()
  readonly #idleSeconds: number | null
  #timer: NodeJS.Timeout | undefined
  #reason: EndReason | null = null

  /** @param idleSeconds the watch ends when nothing has happened for so long; null: never */
  constructor(idleSeconds: number | null) {
    this.#idleSeconds = idleSeconds
    this.stop = this.#control.signal
    this.moved()
  }

  /** Why it ended; null while it has not. */
  get reason(): EndReason | null {
    return this.#reason
  }

  /** Something happened: the time without anything begins anew. */
  moved(): void {
    if (this.#idleSeconds === null || this.#reason !== null) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end('idle'), this.#idleSeconds * 1000)
  }

  end(reason: EndReason): void {
    clearTimeout(this.#timer)
    if (this.#reason !== null) return
    this.#reason = reason
    this.#control.abort()
  }

  /** Ends the watch when the process is asked to end. @returns undoes that */
  onSignals(): () => void {
    const ended = (): void => this.end('asked')
    for (const signal of signals) process.on(signal, ended)
    return () => {
      for (const signal of signals) process.off(signal, ended)
    }
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
