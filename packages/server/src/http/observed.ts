/** What is counted and logged of each request. No address is: it may hold what a client named a session after. */

import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { faultFields, type Log } from '../telemetry/log.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { HttpEnv } from './http-env.js'
import { problemOf } from './problem.js'

/** Counts and logs each request once it is answered; of a stream, once it has begun. */
export function observed(metrics: Metrics, log: Log): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const start = performance.now()
    await next()
    const { status } = context.res
    const seconds = (performance.now() - start) / 1000
    // The address as it is declared.
    const route = matchedRoutes(context).findLast(({ path }) => !path.includes('*'))?.path ?? 'none'
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    const isStream = context.res.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!isStream) metrics.answered({ method, route, status }, seconds)
    const problem = context.error === undefined ? null : problemOf(context.error)
    log({
      level: status >= 500 ? 'error' : 'info',
      message: 'request',
      method,
      route,
      status,
      ms: Math.round(seconds * 1e5) / 100,
      token: context.get('caller')?.name,
      problem: problem?.code,
      ...(status >= 500 && problem !== null ? faultFields(problem.cause ?? problem) : {}),
    })
  }
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
