/** Analyses beside the rest of the service: in one thread, in turns of those who ask, and none for longer than it may take. */

import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type EventStore, HostError } from '@todo-ledger/core'
import type { Limits } from '../access/limits.js'
import type { Analysis } from './analyses.js'
import { FairQueue } from './fair-queue.js'
import { errorOf, thrownOf } from './thrown.js'
import type { EventsPiece, FromWorker, WorkerSettings } from './worker.js'

/** As it is built, also where this file runs from its source. */
const program = new URL('../../dist/analysis/worker.js', import.meta.url)

/** So many events are handed over between two looks at what else is asked. */
const eventsAtOnce = 64

interface ThreadOptions extends WorkerSettings {
  readonly store: EventStore
  readonly limits: Pick<Limits, 'analyses' | 'analysisTime'>
}

/** What an analysis gives, as JSON; null where there is no such thing. */
type Answer = Uint8Array<ArrayBuffer> | null

export class AnalysisThread {
  readonly #options: ThreadOptions
  readonly #queue: FairQueue
  /** Begun when it is needed, and anew where it ended. */
  #worker: Worker | null = null
  #current: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | null =
    null
  #isClosed = false

  constructor(options: ThreadOptions) {
    this.#options = options
    this.#queue = new FairQueue(options.limits.analyses)
  }

  /**
   * @param owner in whose turn it is done; @param signal takes it back as long as it waits
   * @throws HostError `too-much-work`, `waited-too-long`, `took-too-long`, `analysis-failed`, `client-gone`
   */
  async ask(owner: string, asked: Analysis, signal?: AbortSignal): Promise<Answer> {
    const waiting = new AbortController()
    const { analysisTime } = this.#options.limits
    const what = `Its turn did not come within ${analysisTime / 1000} s. Make the same request again.`
    const timer = setTimeout(() => waiting.abort(new HostError('waited-too-long', what)), analysisTime)
    const left = AbortSignal.any([waiting.signal, ...(signal === undefined ? [] : [signal])])
    const begin = () => {
      clearTimeout(timer)
      return this.#answer(asked)
    }
    return await this.#queue.run(owner, begin, left).finally(() => clearTimeout(timer))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  async #answer(asked: Analysis): Promise<Answer> {
    if (this.#isClosed) throw new HostError('analysis-failed', 'The server is about to stop.')
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { analysisTime } = this.#options.limits
    const timer = setTimeout(() => {
      const seconds = analysisTime / 1000
      const what = `It takes longer than the ${seconds} s that it may take. Ask for it with todo-replay, or give the server more with --max-seconds.`
      this.#end(worker, new HostError('took-too-long', what))
      void worker.terminate()
    }, analysisTime)
    worker.ref()
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#current = { resolve, reject }
        worker.postMessage(asked)
      })
    } finally {
      this.#current = null
      clearTimeout(timer)
      worker.unref()
    }
  }

  #start(): Worker {
    const { place, user } = this.#options
    const workerData: WorkerSettings = { place, user: user && { ...user, env: { ...user.env } } }
    const worker = new Worker(program, { workerData })
    worker.on('message', (told: FromWorker) => {
      // What a thread that took too long still says is for nobody: another one's request may be under way by now.
      if (this.#worker !== worker) return
      if (told.kind === 'read') void this.#read(told)
      else if (told.kind === 'answered') this.#current?.resolve(told.bytes)
      else this.#current?.reject(errorOf(told.thrown))
    })
    const ended = (cause?: unknown) => {
      const what = 'The thread that worked on it ended. Make the same request again.'
      this.#end(worker, new HostError('analysis-failed', what, { cause }))
    }
    worker.on('error', ended)
    worker.on('exit', () => ended())
    return worker
  }

  #end(worker: Worker, error: HostError): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#current?.reject(error)
  }

  /** Reads a store that is in the memory of this thread. */
  async #read({ session, range, port }: Extract<FromWorker, { kind: 'read' }>): Promise<void> {
    const give = (piece: EventsPiece) => port.postMessage(piece)
    let events = []
    try {
      for await (const event of this.#options.store.read(session, range)) {
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
}
