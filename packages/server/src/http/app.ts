/** All that is answered over HTTP. */

import { Hono, type MiddlewareHandler } from 'hono'
import { AllowedAddresses } from '../access/allowed-addresses.js'
import { type Limits, usualLimits } from '../access/limits.js'
import type { Tokens } from '../access/tokens.js'
import { servePage } from '../live/page.js'
import { serveLive } from '../live/routes.js'
import { serveMcp } from '../mcp/mcp-over-http.js'
import type { LedgerService } from '../service/ledger-service.js'
import type { LogStanding } from '../service/log-check.js'
import type { Log } from '../telemetry/log.js'
import { Metrics } from '../telemetry/metrics.js'
import { byAddress, byRate, bySize, byToken, forPages, requestRates } from './admission.js'
import { editOperation } from './edits.js'
import { eventsOperation } from './events.js'
import { serveHealth, serveMetrics } from './health.js'
import type { HttpEnv } from './http-env.js'
import { observed } from './observed.js'
import { openApiDocument } from './openapi.js'
import { mount } from './operation.js'
import { Problem, problemAnswer, problemOf } from './problem.js'
import { sessionOperations } from './sessions.js'
import { workOperations } from './work.js'

export interface AppOptions {
  readonly service: LedgerService
  readonly tokens: Tokens
  /** By which names, and from which pages; this machine's own when absent. */
  readonly allowed?: AllowedAddresses
  readonly limits?: Limits
  /** What is counted; nobody reads it when absent. */
  readonly metrics?: Metrics
  /** Where requests and faults are logged; nowhere when absent. */
  readonly log?: Log
  /** How the ledger's own log stands; not said when absent. */
  readonly standing?: () => LogStanding | undefined
}

/** The app: `fetch` answers a request. */
export function createApp({
  service,
  tokens,
  allowed = new AllowedAddresses(),
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
  serveHealth(app, service, standing)
  // What follows is for those who know the server by its name.
  app.use(byAddress(allowed), forPages(allowed), bySize(limits.body))
  const known = byToken(tokens, rates)
  for (const asked of ['/v1/*', '/mcp/*', '/metrics']) app.use(asked, known, keptNowhere)
  const operations = [
    ...sessionOperations(service),
    ...workOperations(service),
    editOperation(service),
    eventsOperation(service),
  ]
  mount(app, operations)
  serveMetrics(app, metrics)
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
