/** Work that is done one at a time, in turns of those who asked for it: who asks for much waits for his own. */

import { HostError } from '@todo-ledger/core'

/**
 * A queue for each who asks. Whose last turn is longest ago comes first, also if he gave up meanwhile and asks again: nobody
 * has a second turn before him.
 * @param mostWaiting how much of one may wait
 */
export function fairQueue(mostWaiting: number) {
  /** What of each waits, in its order; those that have had a turn stand in the order of their last ones. */
  const queues = new Map<string, (() => Promise<void>)[]>()
  const served = new Set<string>()
  let isWorking = false

  const next = () => {
    const waiting = [...queues].filter(([, queue]) => queue.length > 0).map(([owner]) => owner)
    return waiting.find((owner) => !served.has(owner)) ?? [...served].find((owner) => waiting.includes(owner))
  }

  const work = async () => {
    isWorking = true
    for (let owner = next(); owner !== undefined; owner = next()) {
      served.delete(owner)
      served.add(owner)
      await queues.get(owner)?.shift()?.()
    }
    isWorking = false
  }

  /**
   * Does some work when it is its turn.
   * @param signal takes it out of the queue as long as it waits: with the error that is its reason, or `client-gone`
   * @throws HostError `too-much-work`
   */
  const run = async <T>(owner: string, asked: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const queue = queues.get(owner) ?? []
    queues.set(owner, queue)
    if (queue.length >= mostWaiting) {
      const what = `${mostWaiting} of your requests for audits and pages wait already. Wait for one of them, and try again.`
      throw new HostError('too-much-work', what)
    }
    return await new Promise<T>((resolve, reject) => {
      const begin = async () => {
        signal?.removeEventListener('abort', leave)
        await asked().then(resolve, reject)
      }
      const leave = () => {
        if (queue.includes(begin)) queue.splice(queue.indexOf(begin), 1)
        const { reason } = signal ?? {}
        const gone = new HostError('client-gone', 'The client went away before its turn came.')
        reject(reason instanceof HostError ? reason : gone)
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      queue.push(begin)
      if (!isWorking) void work()
    })
  }
  return { run }
}
