/** All that is answered over HTTP. */

import { Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { type AllowedAddresses, allowedAddresses } from '../access/allowed-addresses.js'
import { type Limits, usualLimits } from '../access/limits.js'
import { person, type Tokens } from '../access/tokens.js'
import { servePage } from '../live/page.js'
import { serveLive } from '../live/routes.js'
import { serveMcp } from '../mcp/mcp-over-http.js'
import type { LedgerService } from '../service/ledger-service.js'
import type { LogStanding } from '../service/upkeep.js'
import { faultFields, type Log } from '../telemetry/log.js'
import { Metrics } from '../telemetry/metrics.js'
import { byAddress, byRate, bySize, byToken, requestRates } from './admission.js'
import type { HttpEnv } from './http-env.js'
import { openApiDocument } from './openapi.js'
import { mount } from './operation.js'
import { Problem, problemAnswer, problemOf } from './problem.js'
import { isEventStream } from './server-sent-events.js'
import { sessionOperations } from './sessions.js'
import { workOperations } from './work.js'

export interface AppOptions {
  readonly service: LedgerService
  readonly tokens: Tokens
  /** By which names it may be reached; this machine's own when absent. */
  readonly allowed?: AllowedAddresses
  readonly limits?: Limits
  readonly metrics?: Metrics
  /** Where requests and faults are logged; nowhere when absent. */
  readonly log?: Log
  /** How the ledger's own log stands; not said when absent. */
  readonly standing?: () => LogStanding | undefined
}

export function createApp({
  service,
  tokens,
  allowed = allowedAddresses(),
  limits = usualLimits,
  metrics = new Metrics(),
  log = () => {},
  standing = () => undefined,
}: AppOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError((error) => problemAnswer(problemOf(error)))
  app.notFound(() => problemAnswer(new Problem(404, 'unknown-address', 'Nothing is at this address.')))
  app.use(observed(metrics, log))
  const rates = requestRates(limits)
  for (const open of ['/readyz', '/openapi.json']) app.use(open, byRate(rates))
  // A server whose log is behind still runs: ending it would mend nothing.
  app.get('/healthz', () => Response.json({ status: 'ok', log: standing() }))
  app.get('/readyz', async () => {
    if (service.isStopping) throw new Problem(503, 'stopping', 'The server is shutting down.')
    await service.mustBeReady()
    return Response.json({ status: 'ready' })
  })
  // What follows is for those who know the server by its name.
  app.use(byAddress(allowed), bySize(limits.body))
  for (const asked of ['/v1/*', '/mcp/*', '/metrics']) app.use(asked, byToken(tokens, rates), keptNowhere)
  const operations = [...sessionOperations(service), ...workOperations(service)]
  mount(app, operations)
  app.get('/metrics', async (context) => {
    // They are about all sessions.
    if (context.get('caller').prefix === person.prefix) return await metrics.answer()
    const detail =
      'The metrics cover all sessions. Make a token for them with `todo-ledger token NAME --all`.'
    throw new Problem(403, 'not-yours', detail)
  })
  const document = openApiDocument(operations)
  app.get('/openapi.json', () => Response.json(document))
  serveLive(app, service)
  serveMcp(app, service)
  servePage(app)
  return app
}

/** What a session holds is in no cache, and is what it says that it is. */
const keptNowhere: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next()
  context.res.headers.set('cache-control', 'no-store')
  context.res.headers.set('x-content-type-options', 'nosniff')
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

/**
 * Counts and logs each request once it is answered; of a stream, once it has begun. No address is logged: it may hold what a
 * client named a session after.
 */
function observed(metrics: Metrics, log: Log): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const start = performance.now()
    await next()
    const { status } = context.res
    const seconds = (performance.now() - start) / 1000
    // The address as it is declared.
    const route = matchedRoutes(context).findLast(({ path }) => !path.includes('*'))?.path ?? 'none'
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    if (!isEventStream(context.res)) metrics.answered({ method, route, status }, seconds)
    const problem = context.error === undefined ? null : problemOf(context.error)
    log({
      level: status >= 500 ? 'error' : 'info',
      message: 'request',
      ...{ method, route, status, ms: Math.round(seconds * 1e5) / 100 },
      token: context.get('caller')?.name,
      problem: problem?.code,
      ...(status >= 500 && problem !== null ? faultFields(problem.cause ?? problem) : {}),
    })
  }
}
