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

export interface ListenOptions {
  readonly app: Hono<HttpEnv>
  readonly service: LedgerService
  /** Of the network interface. */
  readonly address: string
  /** 0 takes a free one. */
  readonly port: number
  /** Whoever has not ended after so many milliseconds is cut off. */
  readonly patience?: number
  /** A connection over which nothing moved for so many milliseconds is closed, its streams with it. */
  readonly idleTimeout?: number
  readonly maxConnections?: number
}

export type Listening = Awaited<ReturnType<typeof listen>>

/** Listens. @throws HostError `port-taken` */
export async function listen({
  app,
  service,
  address,
  port,
  patience = 10_000,
  idleTimeout = 120_000,
  maxConnections = 1_000,
}: ListenOptions) {
  const underWay = new Set<Promise<unknown>>()
  // What the app never sees, because no request can be made of it.
  const errorHandler = () =>
    problemAnswer(new Problem(400, 'bad-head', "The head of the request can't be read."))
  const answer = getRequestListener(
    (request, env) => {
      const answered = Promise.resolve(app.fetch(request, env))
      underWay.add(answered)
      const done = () => underWay.delete(answered)
      answered.then(done, done)
      return answered
    },
    { errorHandler },
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
    const what = `Another program listens on port ${port} of ${address}. Give another with --port, or 0 for a free one.`
    throw new HostError('port-taken', what, { cause: error })
  })
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('The server has no port.')
  /** Takes no more connections, ends the streams with a hint to come back, waits for what is under way, closes the service. */
  const stop = async () => {
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
  }
  return { port: at.port, stop }
}
