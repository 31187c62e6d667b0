/** A server that listens, and stops without losing anything. */

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { HostError } from '@todo-ledger/core'
import type { Hono } from 'hono'
import type { LedgerService } from '../service/ledger-service.js'
import type { HttpEnv } from './http-env.js'
import { Problem, problemAnswer } from './problem.js'

/** Where to listen. */
export interface ListenOptions {
  /** The app. */
  readonly app: Hono<HttpEnv>
  /** What it asks. */
  readonly service: LedgerService
  /** The address of the network interface. */
  readonly address: string
  /** The port; 0 takes a free one. */
  readonly port: number
  /** Whoever has not ended after so many milliseconds is cut off; 10,000 when absent. */
  readonly patience?: number
}

/** A server that listens. */
export interface Listening {
  /** Its port. */
  readonly port: number
  /**
   * Takes no more connections, ends the streams with a hint to come back, waits for what is under way, and closes the
   * service.
   */
  stop(): Promise<void>
}

/** Listens. @throws HostError `port-taken` */
export async function listen({
  app,
  service,
  address,
  port,
  patience = 10_000,
}: ListenOptions): Promise<Listening> {
  const underWay = new Set<Promise<unknown>>()
  const answer = getRequestListener(
    (request, env) => {
      const answered = Promise.resolve(app.fetch(request, env))
      underWay.add(answered)
      const done = () => underWay.delete(answered)
      answered.then(done, done)
      return answered
    },
    // What the app never sees, because no request can be made of it.
    {
      errorHandler: () =>
        problemAnswer(new Problem(400, 'bad-head', 'The head of the request can not be read.')),
    },
  )
  const server = createServer((request, response) => {
    if (service.isStopping) response.setHeader('connection', 'close')
    void answer(request, response)
  })
  server.listen(port, address)
  await once(server, 'listening').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new HostError(
      'port-taken',
      `Another program listens on port ${port} of ${address}. Give another with --port, or 0 for a free one.`,
      { cause: error },
    )
  })
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('The server has no port.')
  return {
    port: at.port,
    stop: async () => {
      service.stop()
      await closed(server, patience)
      // Whoever is gone may have left work behind that is not over.
      await Promise.allSettled(underWay)
      await service.close()
    },
  }
}

async function closed(server: Server, patience: number): Promise<void> {
  const isClosed = once(server, 'close')
  server.close()
  // A connection that was busy is idle later.
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const cut = setTimeout(() => server.closeAllConnections(), patience)
  await isClosed
  clearInterval(idle)
  clearTimeout(cut)
}
