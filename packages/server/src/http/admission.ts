/** Who is let in, in the order in which it is asked: by which name, from which page, with which token, how often. */

import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { AllowedAddresses } from '../access/allowed-addresses.js'
import type { Limits } from '../access/limits.js'
import { type Caller, personElsewhere, type Tokens } from '../access/tokens.js'
import { isFromHere } from './from-here.js'
import type { HttpEnv } from './http-env.js'
import { Problem } from './problem.js'

/** Refuses names that are not the server's, and pages from elsewhere. */
export function byAddress(allowed: AllowedAddresses): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const host = hostOf(context)
    if (host === undefined || !allowed.isHost(host)) {
      throw new Problem(
        421,
        'unknown-host',
        'This Host is not a name of the server. Allow it with `todo-ledger serve --allow-host`.',
      )
    }
    const origin = context.req.header('origin')
    if (origin !== undefined && !allowed.isOrigin(origin, host)) {
      throw new Problem(
        403,
        'unknown-origin',
        'Pages of this origin may not send requests. Allow it with `todo-ledger serve --allow-origin`.',
      )
    }
    await next()
  }
}

/** Tells browsers that pages of the origins on the list may read the answers. */
export function forPages(allowed: AllowedAddresses): MiddlewareHandler<HttpEnv> {
  return cors({
    origin: (origin) => (allowed.isListed(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id'],
    maxAge: 600,
  })
}

/** Asks for a token, and counts the requests of each; those without one that is known, by the address that they come from. */
export function byToken(tokens: Tokens, { known, strangers }: RequestRates): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const caller = callerOf(context, tokens)
    if (caller === null) {
      await mayAsk(strangers, addressOf(context))
      throw new Problem(
        401,
        'token-required',
        'Send a token of this server, as Authorization: Bearer TOKEN. `todo-ledger serve` prints one, `todo-ledger token NAME` makes one.',
        { headers: { 'www-authenticate': 'Bearer' } },
      )
    }
    await mayAsk(known, caller.name)
    if (caller.isReadOnly && !['GET', 'HEAD'].includes(context.req.method)) {
      throw new Problem(403, 'read-only', 'This token changes nothing. Use one without --read-only.')
    }
    // What agents recorded is their owner's, at this machine.
    context.set('caller', caller.isOwner && !isFromHere(context) ? personElsewhere : caller)
    await next()
  }
}

/** Counts requests that need no token. */
export function byRate({ strangers }: RequestRates): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await mayAsk(strangers, addressOf(context))
    await next()
  }
}

/** Requests a second, by token and by address. */
export interface RequestRates {
  readonly known: RateLimiterMemory
  readonly strangers: RateLimiterMemory
}

export function requestRates({ rate, strangers }: Limits): RequestRates {
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

/** Refuses bodies that are too large. */
export function bySize(maxSize: number): MiddlewareHandler<HttpEnv> {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new Problem(413, 'too-large', `A request's body may have ${maxSize} bytes.`)
    },
  })
}

function callerOf(context: Context<HttpEnv>, tokens: Tokens): Caller | null {
  const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  return token === undefined ? null : tokens.callerOf(token)
}

function hostOf(context: Context<HttpEnv>): string | undefined {
  // Asked without a server around it, the app has no header that a client sent.
  return context.env?.incoming === undefined ? new URL(context.req.url).host : context.req.header('host')
}

function addressOf(context: Context<HttpEnv>): string {
  if (context.env?.incoming === undefined) return 'unknown'
  return getConnInfo(context).remote.address ?? 'unknown'
}
