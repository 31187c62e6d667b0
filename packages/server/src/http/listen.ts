/** A server that listens, and stops without losing anything. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { HostError } from '@todo-ledger/core'
import type { Hono } from 'hono'
import type { LedgerService } from '../service/ledger-service.js'
import type { HttpEnv } from './http-env.js'
import { Problem, problemAnswer } from './problem.js'

/** Where to listen. */
export interface ListenOptions {
  readonly app: Hono<HttpEnv>
  readonly service: LedgerService
  /** The address of the network interface. */
  readonly address: string
  /** The port; 0 takes a free one. */
  readonly port: number
  /** Whoever has not ended after so many milliseconds is cut off; 10,000 when absent. */
  readonly patience?: number
  /** A connection over which nothing moved for so many milliseconds is closed, its streams with it; 120,000 when absent. */
  readonly idleTimeout?: number
  /** The most connections at the same time; 1,000 when absent. */
  readonly maxConnections?: number
}

export interface Listening {
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
  idleTimeout = 120_000,
  maxConnections = 1_000,
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
        problemAnswer(new Problem(400, 'bad-head', "The head of the request can't be read.")),
    },
  )
  /** Node.js counts connections that never asked anything among the busy ones, and browsers open such. */
  const unasked = new Set<Socket>()
  const server = createServer((request, response) => {
    if (service.isStopping) response.setHeader('connection', 'close')
    unasked.delete(request.socket)
    void answer(request, response)
  })
  // Streams send something more often: this is for those who ask nothing, and for those who do not read.
  server.timeout = idleTimeout
  server.maxConnections = maxConnections
  server.on('connection', (socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
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
      const isClosed = once(server, 'close')
      server.close()
      for (const socket of unasked) socket.destroy()
      const cut = setTimeout(() => server.closeAllConnections(), patience)
      // Those whose answers end meanwhile.
      const look = setInterval(() => server.closeIdleConnections(), 20)
      await isClosed
      clearTimeout(cut)
      clearInterval(look)
      // Whoever is gone may have left work behind that is not over.
      await Promise.allSettled(underWay)
      await service.close()
    },
  }
}
