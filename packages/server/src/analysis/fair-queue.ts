/** Work that is done one at a time, in turns of those who asked for it: who asks for much waits for his own. */

import { HostError } from '@todo-ledger/core'

/** A queue for each who asks. */
export class FairQueue {
  readonly #mostWaiting: number
  /** The work of each in its order. Whose turn it is stands first, also while it is done. */
  readonly #queues = new Map<string, (() => Promise<void>)[]>()
  #isWorking = false

  /** @param mostWaiting how much of one may wait */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting
  }

  /**
   * Does some work when it is its turn.
   * @param signal takes it out of the queue as long as it waits: with the error that is its reason, or `client-gone`
   * @throws HostError `too-much-work`
   */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const queue = this.#queues.get(owner) ?? []
    if (queue.length >= this.#mostWaiting) {
      throw new HostError(
        'too-much-work',
        `${this.#mostWaiting} of your requests for audits and pages wait already. Wait for one of them, and try again.`,
      )
    }
    return await new Promise<T>((resolve, reject) => {
      const begin = async () => {
        signal?.removeEventListener('abort', leave)
        await work().then(resolve, reject)
      }
      const leave = () => {
        if (queue.includes(begin)) queue.splice(queue.indexOf(begin), 1)
        const { reason } = signal ?? {}
        const isTold = reason instanceof HostError
        reject(isTold ? reason : new HostError('client-gone', 'The client went away before its turn came.'))
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      queue.push(begin)
      this.#queues.set(owner, queue)
      if (!this.#isWorking) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    // What is put in meanwhile is come to as well.
    for (const [owner, queue] of this.#queues) {
      await queue.shift()?.()
      this.#queues.delete(owner)
      if (queue.length > 0) this.#queues.set(owner, queue)
    }
    this.#isWorking = false
  }
}
