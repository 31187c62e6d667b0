/**
 * Time that passes only when nothing else can happen. While it is installed, timers fire in their order as soon as
 * everybody waits for one, so that a busy wait of five seconds takes none, and a promise that nobody will ever settle
 * is found at once.
 */

interface Timer {
  readonly due: number
  readonly order: number
  readonly fire: () => void
}

/** How something that was waited for ended. */
export type Settled<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'hangs' }

/** Rounds of the event loop in which nothing may happen before a promise counts as one that hangs. */
const patience = 20

/** The most timers that one wait may fire: more is a loop without end. */
const mostTimers = 20_000

/** A clock and timers of our own in place of the process's. */
export class VirtualTime {
  #now = Date.UTC(2026, 0, 5, 10)
  #order = 0
  #timers: Timer[] = []
  readonly #real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setImmediate: globalThis.setImmediate,
    dateNow: Date.now,
    performanceNow: performance.now.bind(performance),
    random: Math.random,
  }

  /** Takes the place of the process's timers, clocks and random numbers. */
  install(random: () => number): void {
    Reflect.set(
      globalThis,
      'setTimeout',
      (run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
        this.#start(() => run(...values), Number(delay)),
    )
    Reflect.set(globalThis, 'clearTimeout', (timer: unknown) => this.#stop(timer))
    Date.now = () => Math.floor(this.#now)
    performance.now = () => this.#now
    Math.random = random
  }

  /** Gives the process its own back. */
  restore(): void {
    globalThis.setTimeout = this.#real.setTimeout
    globalThis.clearTimeout = this.#real.clearTimeout
    Date.now = this.#real.dateNow
    performance.now = this.#real.performanceNow
    Math.random = this.#real.random
    this.#timers = []
  }

  /** Waits for a promise; lets time pass where only a timer can bring it on. */
  async settle<Value>(promise: Promise<Value>): Promise<Settled<Value>> {
    let settled: Settled<Value> = { kind: 'hangs' }
    promise.then(
      (value) => {
        settled = { kind: 'done', value }
      },
      (error: unknown) => {
        settled = { kind: 'failed', error }
      },
    )
    const isOpen = () => settled.kind === 'hangs'
    await this.idle()
    for (let fired = 0; isOpen() && fired < mostTimers; fired += 1) {
      for (let round = 0; isOpen() && this.#timers.length === 0 && round < patience; round += 1)
        await this.idle()
      if (!isOpen()) break
      if (this.#fireNext()) await this.idle()
      else if (!(await this.#waited(isOpen))) break
    }
    return settled
  }

  /** One round of the event loop: everything that can happen without waiting has happened. */
  idle(): Promise<void> {
    return new Promise((resolve) => this.#real.setImmediate(resolve))
  }

  /** Waits for a timer that is not ours, such as those of `node:timers/promises`. True when something came of it. */
  async #waited(isOpen: () => boolean): Promise<boolean> {
    for (let wait = 0; isOpen() && this.#timers.length === 0 && wait < 50; wait += 1)
      await new Promise((resolve) => this.#real.setTimeout(resolve, 10))
    return isOpen() && this.#timers.length > 0
  }

  #start(fire: () => void, delay: number): object {
    this.#order += 1
    const timer = { due: this.#now + Math.max(1, delay), order: this.#order, fire }
    this.#timers.push(timer)
    const handle = { timer, ref: () => handle, unref: () => handle, hasRef: () => true }
    return handle
  }

  #stop(handle: unknown): void {
    const timer: unknown =
      typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'timer') : undefined
    this.#timers = this.#timers.filter((each) => each !== timer)
  }

  #fireNext(): boolean {
    const [next] = this.#timers.toSorted((a, b) => a.due - b.due || a.order - b.order)
    if (next === undefined) return false
    this.#timers = this.#timers.filter((each) => each !== next)
    this.#now = Math.max(this.#now, next.due)
    next.fire()
    return true
  }
}
