/** MCP over streamable HTTP. Who asks was settled before: the token is that of every other way in. */

import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Profile } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import type { Hono } from 'hono'
import { literal, looseObject, safeParse } from 'valibot'
import type { Caller } from '../access/tokens.js'
import type { HttpEnv } from '../http/http-env.js'
import { Problem } from '../http/problem.js'
import type { LedgerService } from '../service/ledger-service.js'
import { toldTo, watchLists } from './changes.js'
import { todoServer } from './todo-server.js'

/** What a client gets that names no profile. */
export const usualProfile = 'recommended'

/** So many conversations of a token are known; the oldest are told of no changes any more. */
const mostConversations = 100

/** A conversation by the protocol before today's, which gave it an id. */
interface Conversation {
  readonly profile: Profile
  readonly server: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly subscribed: ReadonlySet<string>
  /** Lets go of what its stream listens to, however it ends. */
  stop: () => void
}

/** What is known of a token's clients. It may be lost: then they are told of open lists again, and of changes no more. */
class Clients {
  readonly conversations = new Map<string, Conversation>()
  /** The sessions whose open lists were told outside of conversations. */
  told = new Set<string>()
}

/** Serves MCP clients, of today's protocol and of the one before, at `/mcp` and `/mcp/PROFILE`. */
export function serveMcp(app: Hono<HttpEnv>, service: LedgerService): void {
  const all = new Map<string, Clients>()
  app.all('/mcp/:profile?', async (context) => {
    const profile = profileNamed(context.req.param('profile') ?? usualProfile)
    if (profile === undefined) throw new Problem(404, 'unknown-profile', 'There is no profile of this name.')
    const caller = context.get('caller')
    const token = `${caller.name} ${caller.prefix}`
    const clients = all.get(token) ?? new Clients()
    all.set(token, clients)
    const { signal } = context.get('ended')
    const request = context.req.raw
    const conversation = clients.conversations.get(request.headers.get('mcp-session-id') ?? '')
    if (conversation?.profile === profile)
      return await goOn(conversation, request, { service, caller }, signal)
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined)
    if (isInitializeRequest(body)) return await begin(clients, request, { service, caller, profile })
    if (safeParse(discovery, body).success) clients.told = new Set()
    const { told } = clients
    const handler = createMcpHandler(
      () => todoServer({ service, caller, profile, told, subscribed: new Set() }),
      {
        legacy: 'stateless',
        bus: {
          publish: () => {},
          subscribe: (tell) => watchLists({ service, caller }, tell, () => void handler.close()),
        },
      },
    )
    return await handler.fetch(request)
  })
}

/** The first request of a client of today's protocol. */
const discovery = looseObject({ method: literal('server/discover') })

async function begin(
  { conversations }: Clients,
  request: Request,
  options: { readonly service: LedgerService; readonly caller: Caller; readonly profile: Profile },
): Promise<Response> {
  const subscribed = new Set<string>()
  const server = todoServer({ ...options, told: new Set(), subscribed })
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      conversations.set(id, { profile: options.profile, server, transport, subscribed, stop: () => {} })
      for (const [oldest, { transport, stop }] of conversations) {
        if (conversations.size <= mostConversations) break
        conversations.delete(oldest)
        transport.closeStandaloneSSEStream()
        stop()
      }
    },
    onsessionclosed: (id) => {
      conversations.get(id)?.stop()
      conversations.delete(id)
    },
  })
  await server.connect(transport)
  return await transport.handleRequest(request)
}

/** A request of a conversation. One that asks for a stream is told there of what changes. */
async function goOn(
  conversation: Conversation,
  request: Request,
  options: Parameters<typeof watchLists>[0],
  ended: AbortSignal,
): Promise<Response> {
  const { server, transport, subscribed } = conversation
  if (request.method !== 'GET') return await transport.handleRequest(request)
  let isOpen = false
  const stop = watchLists(options, toldTo(server, subscribed), () => {
    if (isOpen) transport.closeStandaloneSSEStream()
  })
  ended.addEventListener('abort', stop)
  try {
    const answer = await transport.handleRequest(request)
    isOpen = answer.ok
    if (isOpen) conversation.stop = stop
    return answer
  } finally {
    if (!isOpen) stop()
  }
}
