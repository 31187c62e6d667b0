/** All that is answered over HTTP. */

import { type Context, Hono } from 'hono'
import type { Caller, Tokens } from '../access/tokens.js'
import { servePage } from '../live/page.js'
import type { Recordings } from '../live/recordings.js'
import { serveLive } from '../live/routes.js'
import { serveMcp } from '../mcp/mcp-over-http.js'
import type { LedgerService } from '../service/ledger-service.js'
import type { HttpEnv } from './http-env.js'
import { Problem, problemAnswer, problemOf } from './problem.js'

/** What the ways in over HTTP are made of. */
export interface AppOptions {
  /** What can be asked. */
  readonly service: LedgerService
  /** Who may ask. */
  readonly tokens: Tokens
  /** What agents recorded on this machine, for its owner; nobody is shown it when absent. */
  readonly recordings?: Recordings
}

/** The app: `fetch` answers a request. */
export function createApp({ service, tokens, recordings }: AppOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError((error) => problemAnswer(problemOf(error)))
  app.notFound(() => problemAnswer(new Problem(404, 'unknown-address', 'Nothing is at this address.')))
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  for (const asked of ['/v1/*', '/mcp/*']) {
    app.use(asked, async (context, next) => {
      context.set('caller', callerOf(context, tokens))
      await next()
    })
  }
  app.get('/v1/sessions', async (context) =>
    context.json({ sessions: await service.sessions(context.get('caller')) }),
  )
  serveLive(app, { service, recordings: recordings ?? null })
  serveMcp(app, service)
  servePage(app)
  return app
}

/** Who asks, by the token of the request. @throws Problem 401 */
function callerOf(context: Context, tokens: Tokens): Caller {
  const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  const caller = token === undefined ? null : tokens.callerOf(token)
  if (caller !== null) return caller
  throw new Problem(
    401,
    'token-required',
    'Send a token of this server: Authorization: Bearer TOKEN. `todo-ledger serve` prints one, `todo-ledger token NAME` makes one.',
    { headers: { 'www-authenticate': 'Bearer' } },
  )
}
