/** The todo tools of a session as a server in the host's process, for the Claude Agent SDK. */

import { randomUUID } from 'node:crypto'
import {
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
  type SdkMcpToolDefinition,
  tool,
} from '@anthropic-ai/claude-agent-sdk'
import { HostError, type TodoTool } from '@todo-ledger/core'
import { z } from 'zod'
import type { LiveSession } from './live-session.js'

/** How the server is named among the program's. */
export const server = 'todos'
/** What the names of its tools begin with there. */
export const prefix: string = `mcp__${server}__`

/** The server. */
export function todoServer(live: LiveSession): McpSdkServerConfigWithInstance {
  const tools = live.session.tools().map((todoTool) => toolOf(live, todoTool))
  return createSdkMcpServer({ name: server, tools, alwaysLoad: true })
}

function toolOf(live: LiveSession, { name, description, inputSchema }: TodoTool): SdkMcpToolDefinition {
  const schema = z.fromJSONSchema({ ...inputSchema })
  if (!(schema instanceof z.ZodObject))
    throw new HostError(
      'bad-schema',
      `The input of ${name} is no object. The Claude Agent SDK takes no other.`,
    )
  return tool(name, description, schema.shape, async (input, extra) => {
    const reply = await live.callTodoTool(name, input, callOf(extra))
    return { content: [{ type: 'text', text: reply.text }], isError: !reply.ok }
  })
}

/** The model's id of a call, which the program gives beside the input. */
function callOf(extra: unknown): string {
  const found = z.object({ _meta: z.object({ 'claudecode/toolUseId': z.string() }) }).safeParse(extra)
  return found.success ? found.data._meta['claudecode/toolUseId'] : randomUUID()
}
