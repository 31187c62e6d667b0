/** What is asked by those who look after the server. */

import type { Hono } from 'hono'
import { person } from '../access/tokens.js'
import type { LedgerService } from '../service/ledger-service.js'
import type { LogStanding } from '../service/log-check.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { HttpEnv } from './http-env.js'
import { Problem } from './problem.js'

/** Whether the server is there, and whether it can work: for anybody, since nothing else is told. */
export function serveHealth(
  app: Hono<HttpEnv>,
  service: LedgerService,
  standing: () => LogStanding | undefined,
): void {
  // A server whose log is behind still runs: ending it would mend nothing.
  app.get('/healthz', () => Response.json({ status: 'ok', log: standing() }))
  app.get('/readyz', async () => {
    if (service.isStopping) throw new Problem(503, 'stopping', 'The server is about to stop.')
    await service.mustBeReady()
    return Response.json({ status: 'ready' })
  })
}

/** What Prometheus reads, behind the check of the token. It is about all sessions, so it is for those who see all. */
export function serveMetrics(app: Hono<HttpEnv>, metrics: Metrics): void {
  app.get('/metrics', async (context) => {
    if (context.get('caller').prefix !== person.prefix) {
      throw new Problem(
        403,
        'not-yours',
        'The metrics cover all sessions. Make a token for them with `todo-ledger token NAME --all`.',
      )
    }
    const { registry } = metrics
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
  })
}
