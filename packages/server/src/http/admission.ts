/** Who is let in, in the order in which it is asked: by which name, from which page, with which token, how often. */

import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { AllowedAddresses } from '../access/allowed-addresses.js'
import type { Limits } from '../access/limits.js'
import { personElsewhere, type Tokens } from '../access/tokens.js'
import type { HttpEnv } from './http-env.js'
import { Problem } from './problem.js'
import { isEventStream } from './server-sent-events.js'

type Admission = MiddlewareHandler<HttpEnv>

/** So often the token of a silent stream is looked up again, in milliseconds. */
const lookAgain = 500

/** Refuses names that are not the server's, and pages from elsewhere. */
export function byAddress(allowed: AllowedAddresses): Admission {
  return async (context, next) => {
    const { req, env } = context
    // Asked without a server around it, the app has no header that a client sent.
    const host = env?.incoming === undefined ? new URL(req.url).host : req.header('host')
    if (host === undefined || !allowed.isHost(host)) {
      const detail = 'This Host is not a name of the server. Allow it with `todo-ledger serve --allow-host`.'
      throw new Problem(421, 'unknown-host', detail)
    }
    const origin = req.header('origin')
    if (origin !== undefined && !allowed.isOrigin(origin, host)) {
      throw new Problem(403, 'unknown-origin', 'Only pages of this server itself may send requests.')
    }
    await next()
  }
}

/** Asks for a token, and counts the requests of each; those without one that is known, by the address that they come from. */
export function byToken(tokens: Tokens, { known, strangers }: RequestRates): Admission {
  return async (context, next) => {
    const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
    const caller = tokens.callerOf(token)
    if (caller === null) {
      await mayAsk(strangers, addressOf(context))
      const detail =
        'Send a token of this server, as Authorization: Bearer TOKEN. `todo-ledger serve` prints one, `todo-ledger token NAME` makes one.'
      throw new Problem(401, 'token-required', detail, { headers: { 'www-authenticate': 'Bearer' } })
    }
    await mayAsk(known, caller.name)
    if (caller.isReadOnly && !['GET', 'HEAD'].includes(context.req.method))
      throw new Problem(403, 'read-only', 'This token changes nothing. Use one without --read-only.')
    // What agents recorded is their owner's, at this machine.
    context.set('caller', caller.isOwner && !isFromHere(context) ? personElsewhere : caller)
    context.set('ended', new AbortController())
    await next()
    if (isEventStream(context.res)) context.res = whileOpen(context, () => tokens.isOpen(token))
  }
}

/** The stream of an answer. It ends, with nothing further delivered, once its token opens nothing any more. */
function whileOpen({ req, res, get }: Context<HttpEnv>, isOpen: () => boolean): Response {
  const ended: AbortController = get('ended')
  const { signal: gone } = req.raw
  const reader = res.body?.getReader()
  let isCancelled = false
  const begin = (stream: ReadableStreamDefaultController) => {
    const look = setInterval(() => !isOpen() && ended.abort(), lookAgain).unref()
    const end = () => ended.abort()
    const close = () => {
      clearInterval(look)
      gone.removeEventListener('abort', end)
      void reader?.cancel().catch(() => {})
      if (!isCancelled) stream.close()
    }
    ended.signal.addEventListener('abort', close)
    gone.addEventListener('abort', end)
    if (gone.aborted || reader === undefined) end()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: begin,
      async pull(stream) {
        const next = await reader?.read().catch(() => undefined)
        if (ended.signal.aborted) return
        if (next?.value !== undefined && isOpen()) stream.enqueue(next.value)
        else ended.abort()
      },
      cancel() {
        isCancelled = true
        ended.abort()
      },
    },
    // Nothing is taken before somebody reads it: by then it may be for nobody.
    { highWaterMark: 0 },
  )
  return new Response(body, res)
}

/** Counts requests that need no token. */
export function byRate({ strangers }: RequestRates): Admission {
  return async (context, next) => {
    await mayAsk(strangers, addressOf(context))
    await next()
  }
}

type RequestRates = ReturnType<typeof requestRates>

/** Requests a second, by token and by address. */
export function requestRates({ rate, strangers }: Limits) {
  const perSecond = (points: number) => new RateLimiterMemory({ points, duration: 1 })
  return { known: perSecond(rate), strangers: perSecond(strangers) }
}

/** @throws Problem 429 */
async function mayAsk(limiter: RateLimiterMemory, name: string): Promise<void> {
  try {
    await limiter.consume(name)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new Problem(429, 'too-many-requests', 'Too many requests. Wait and try again.', {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))) },
    })
  }
}

export function bySize(maxSize: number): Admission {
  const onError = () => {
    // What is unread of it stands in the connection: who sent it is not to send the next request behind it.
    const headers = { connection: 'close' }
    throw new Problem(413, 'too-large', `A request's body may have ${maxSize} bytes.`, { headers })
  }
  const counted = bodyLimit({ maxSize, onError })
  return (context, next) => {
    // To count what comes makes a stream of it, which costs more than all else that is asked here.
    const length = context.req.header('content-length')
    if (length === undefined || context.req.header('transfer-encoding') !== undefined)
      return counted(context, next)
    return Number(length) > maxSize ? onError() : next()
  }
}

function addressOf(context: Context<HttpEnv>): string {
  if (context.env?.incoming === undefined) return 'unknown'
  return getConnInfo(context).remote.address ?? 'unknown'
}

const ofProxies = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** True where the request came over loopback, and no proxy handed it on for somebody else. */
function isFromHere({ env, req }: Context<HttpEnv>): boolean {
  const remote = env?.incoming?.socket.remoteAddress
  if (remote === undefined || !isLoopback(remote)) return false
  if (ofProxies.some((name) => req.header(name) !== undefined)) return false
  const host = (req.header('host') ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host)
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1'
}
