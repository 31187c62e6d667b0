/** Analyses beside the rest of the service: in one thread, in turns of those who ask, and none for longer than it may take. */

import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type EventStore, HostError } from '@todo-ledger/core'
import type { Limits } from '../access/limits.js'
import type { Analysis, Asking } from './analyses.js'
import { fairQueue } from './fair-queue.js'
import { errorOf, thrownOf } from './thrown.js'
import type { EventsPiece, FromWorker, WorkerSettings } from './worker.js'

/** As it is built, also where this file runs from its source. */
const program = new URL('../../dist/analysis/worker.js', import.meta.url)

/** So many events are handed over between two looks at what else is asked. */
const eventsAtOnce = 64

/** One waits as long as so many others may take. */
const othersBefore = 3

interface ThreadOptions extends WorkerSettings {
  readonly store: EventStore
  readonly limits: Pick<Limits, 'analyses' | 'analysisTime'>
}

/** What an analysis gives, as JSON; null where there is no such thing. */
type Answer = Uint8Array<ArrayBuffer> | null

export function analysisThread({ store, place, user, limits }: ThreadOptions) {
  const queue = fairQueue(limits.analyses)
  const { analysisTime } = limits
  /** Begun when it is needed, and anew where it ended. */
  let running: Worker | null = null
  let current: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  let isClosed = false

  const end = (worker: Worker, error: HostError) => {
    if (running !== worker) return
    running = null
    current?.reject(error)
  }

  /** Reads a store that is in the memory of this thread. */
  const read = async ({ session, range, port }: Extract<FromWorker, { kind: 'read' }>) => {
    const give = (piece: EventsPiece) => port.postMessage(piece)
    let events = []
    try {
      for await (const event of store.read(session, range)) {
        if (events.push(event) < eventsAtOnce) continue
        give({ events, isLast: false })
        events = []
        await setImmediate()
      }
      give({ events, isLast: true })
    } catch (error) {
      give({ events: [], isLast: true, thrown: thrownOf(error) })
    }
  }

  const start = (): Worker => {
    const workerData: WorkerSettings = { place, user: user && { ...user, env: { ...user.env } } }
    const worker = new Worker(program, { workerData })
    worker.on('message', (told: FromWorker) => {
      // What a thread that took too long still says is for nobody: another one's request may be under way by now.
      if (running !== worker) return
      if (told.kind === 'read') void read(told)
      else if (told.kind === 'answered') current?.resolve(told.bytes)
      else current?.reject(errorOf(told.thrown))
    })
    const ended = (cause?: unknown) => {
      const what = 'The thread that worked on it ended. Make the same request again.'
      end(worker, new HostError('analysis-failed', what, { cause }))
    }
    worker.on('error', ended)
    worker.on('exit', () => ended())
    return worker
  }

  const answered = async (asked: Analysis & Asking): Promise<Answer> => {
    if (isClosed) throw new HostError('analysis-failed', 'The server is shutting down.')
    running ??= start()
    const worker = running
    const timer = setTimeout(() => {
      const what = `It takes longer than the ${analysisTime / 1000} s that it may take. Ask for it with todo-replay, or give the server more with --max-seconds.`
      end(worker, new HostError('took-too-long', what))
      void worker.terminate()
    }, analysisTime)
    worker.ref()
    try {
      return await new Promise<Answer>((resolve, reject) => {
        current = { resolve, reject }
        worker.postMessage(asked)
      })
    } finally {
      current = null
      clearTimeout(timer)
      worker.unref()
    }
  }

  /**
   * @param owner in whose turn it is done; @param signal takes it back as long as it waits
   * @throws HostError `too-much-work`, `waited-too-long`, `took-too-long`, `analysis-failed`, `client-gone`
   */
  const ask = async (owner: string, asked: Analysis & Asking, signal?: AbortSignal): Promise<Answer> => {
    const waiting = new AbortController()
    const patience = othersBefore * analysisTime
    const what = `Its turn did not come within ${patience / 1000} s: others have theirs first. Make the same request again: it keeps its place.`
    const timer = setTimeout(() => waiting.abort(new HostError('waited-too-long', what)), patience)
    const left = signal === undefined ? waiting.signal : AbortSignal.any([waiting.signal, signal])
    const begin = () => {
      clearTimeout(timer)
      return answered(asked)
    }
    return await queue.run(owner, begin, left).finally(() => clearTimeout(timer))
  }

  const close = async () => {
    isClosed = true
    await running?.terminate()
  }
  return { ask, close }
}
