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
import * as v from 'valibot'
import type { Caller } from '../access/tokens.js'
import type { HttpEnv } from '../http/http-env.js'
import { Problem } from '../http/problem.js'
import type { LedgerService } from '../service/ledger-service.js'
import { toldTo, watchLists } from './resources.js'
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
interface Clients {
  readonly conversations: Map<string, Conversation>
  /** The sessions whose open lists were told outside of conversations. */
  readonly told: Set<string>
}

interface Asked {
  readonly request: Request
  readonly service: LedgerService
  readonly caller: Caller
  readonly profile: Profile
}

/** Serves MCP clients, of today's protocol and of the one before, at `/mcp` and `/mcp/PROFILE`. */
export function serveMcp(app: Hono<HttpEnv>, service: LedgerService): void {
  const all = new Map<string, Clients>()
  app.all('/mcp/:profile?', async (context) => {
    const profile = profileNamed(context.req.param('profile') ?? usualProfile)
    if (profile === undefined) throw new Problem(404, 'unknown-profile', 'There is no profile of this name.')
    const caller = context.get('caller')
    const token = `${caller.name} ${caller.prefix}`
    const { conversations, told } = all.get(token) ?? { conversations: new Map(), told: new Set() }
    all.set(token, { conversations, told })
    const request = context.req.raw
    const asked = { request, service, caller, profile }
    const conversation = conversations.get(request.headers.get('mcp-session-id') ?? '')
    if (conversation?.profile === profile) return await goOn(conversation, asked, context.get('ended').signal)
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined)
    if (isInitializeRequest(body)) return await begin(conversations, asked)
    if (v.safeParse(discovery, body).success) told.clear()
    const bus = {
      publish: () => {},
      subscribe: (tell: Parameters<typeof watchLists>[1]) =>
        watchLists(asked, tell, () => void handler.close()),
    }
    const serve = () => todoServer({ ...asked, told, subscribed: new Set() })
    const handler = createMcpHandler(serve, { legacy: 'stateless', bus })
    return await handler.fetch(request)
  })
}

/** The first request of a client of today's protocol. */
const discovery = v.looseObject({ method: v.literal('server/discover') })

async function begin(conversations: Clients['conversations'], asked: Asked): Promise<Response> {
  const { request, profile } = asked
  const subscribed = new Set<string>()
  const server = todoServer({ ...asked, told: new Set(), subscribed })
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      conversations.set(id, { profile, server, transport, subscribed, stop: () => {} })
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
async function goOn(conversation: Conversation, asked: Asked, ended: AbortSignal): Promise<Response> {
  const { server, transport, subscribed } = conversation
  if (asked.request.method !== 'GET') return await transport.handleRequest(asked.request)
  let isOpen = false
  const stop = watchLists(asked, toldTo(server, subscribed), () => {
    if (isOpen) transport.closeStandaloneSSEStream()
  })
  ended.addEventListener('abort', stop)
  try {
    const answer = await transport.handleRequest(asked.request)
    isOpen = answer.ok
    if (isOpen) conversation.stop = stop
    return answer
  } finally {
    if (!isOpen) stop()
  }
}
