/** MCP over streamable HTTP. Who asks was settled before: the token is that of every other way in. */

import { createMcpHandler } from '@modelcontextprotocol/server'
import { profileNamed } from '@todo-ledger/recordings'
import type { Hono } from 'hono'
import type { HttpEnv } from '../http/http-env.js'
import { Problem } from '../http/problem.js'
import type { LedgerService } from '../service/ledger-service.js'
import { todoServer } from './todo-server.js'

/** What a client gets that names no profile. */
export const usualProfile = 'recommended'

/** Serves MCP clients, of today's protocol and of the one before, at `/mcp` and `/mcp/PROFILE`. */
export function serveMcp(app: Hono<HttpEnv>, service: LedgerService): void {
  app.all('/mcp/:profile?', async (context) => {
    const profile = profileNamed(context.req.param('profile') ?? usualProfile)
    if (profile === undefined) throw new Problem(404, 'unknown-profile', 'There is no profile of this name.')
    const caller = context.get('caller')
    const handler = createMcpHandler(() => todoServer({ service, caller, profile }), { legacy: 'stateless' })
    return await handler.fetch(context.req.raw)
  })
}
