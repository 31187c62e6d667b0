/** One thread for all runs: what a test imports is loaded once, not for each of some thousand mutants. */

import { type PoolOptions, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node'

let thread: ThreadsPoolWorker | undefined
let config: unknown
let running: Promise<void> = Promise.resolve()
const listeners: (readonly [event: string, callback: (message: unknown) => void])[] = []

export class KeptThread extends ThreadsPoolWorker {
  override name = 'kept'
  readonly #first = thread === undefined

  constructor(options: PoolOptions) {
    super(options)
    thread ??= new ThreadsPoolWorker(options)
  }

  override on(event: string, callback: (message: unknown) => void): void {
    listeners.push([event, callback])
    thread?.on(event, callback)
  }

  override off(event: string, callback: (message: unknown) => void): void {
    thread?.off(event, callback)
  }

  override async start(): Promise<void> {
    if (this.#first) await thread?.start()
  }

  override async stop(): Promise<void> {
    for (const [event, callback] of listeners.splice(0)) thread?.off(event, callback)
  }

  override send(message: WorkerRequest): void {
    switch (message.type) {
      case 'start':
        config = message.context.config
        if (this.#first) thread?.send(message)
        else this.#answer('started')
        return
      case 'stop':
        void running.then(() => this.#answer('stopped'))
        return
      case 'run':
        running = this.#ended()
        // The filter by a test's name is new in every run.
        thread?.send({ ...message, context: { ...message.context, config } } as WorkerRequest)
        return
      default:
        thread?.send(message)
    }
  }

  #ended(): Promise<void> {
    return new Promise((resolve) => {
      const hear = (message: unknown): void => {
        if ((message as { type?: unknown } | null)?.type !== 'testfileFinished') return
        thread?.off('message', hear)
        resolve()
      }
      thread?.on('message', hear)
    })
  }

  #answer(type: 'started' | 'stopped'): void {
    setImmediate(() => {
      for (const [event, callback] of [...listeners])
        if (event === 'message') callback({ type, __vitest_worker_response__: true })
    })
  }
}
