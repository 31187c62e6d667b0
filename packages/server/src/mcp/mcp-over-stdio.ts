/** MCP over a connection that is one conversation, such as standard input and output. */

import type { Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { toldTo, watchLists } from './changes.js'
import { todoServer } from './todo-server.js'
import type { TodoServerOptions } from './todo-server-options.js'

/** Serves the client of a connection, of today's protocol or of the one before. */
export function serveMcpOver(
  transport: Transport,
  options: Omit<TodoServerOptions, 'told' | 'subscribed'>,
): ReturnType<typeof serveStdio> {
  const told = new Set<string>()
  let stop = () => {}
  const handle = serveStdio(
    ({ era }) => {
      const subscribed = new Set<string>()
      const server = todoServer({ ...options, told, subscribed })
      const watch = () => {
        stop()
        stop = watchLists(options, toldTo(server, era === 'modern' ? null : subscribed), () => {})
      }
      if (era === 'modern') watch()
      else server.server.oninitialized = watch
      return server
    },
    { transport },
  )
  const closed = transport.onclose
  transport.onclose = () => {
    stop()
    closed?.()
  }
  return handle
}
