/** MCP over a connection that is one conversation, such as standard input and output. */

import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type TodoServerOptions, toldTo, watchLists } from './resources.js'
import { todoServer } from './todo-server.js'

/** Serves the client of a connection, of today's protocol or of the one before. */
export function serveMcpOver(
  transport: Transport,
  options: Omit<TodoServerOptions, 'told' | 'subscribed'>,
): ReturnType<typeof serveStdio> {
  const told = new Set<string>()
  let stop = () => {}
  const serve = ({ era }: { readonly era: string }) => {
    const subscribed = new Set<string>()
    const server = todoServer({ ...options, told, subscribed })
    const watch = () => {
      stop()
      stop = watchLists(options, toldTo(server, era === 'modern' ? null : subscribed), () => {})
    }
    if (era === 'modern') watch()
    else server.server.oninitialized = watch
    return server
  }
  const handle = serveStdio(serve, { transport })
  const closed = transport.onclose
  transport.onclose = () => {
    stop()
    closed?.()
  }
  return handle
}

/** An input that ends once what came by it is answered: the SDK drops calls that are under way when it ends. */
export function patientInput(input: Readable) {
  /** What is read in place of the input. Destroyed where nobody reads it any more: then nothing is waited for. */
  const stream = new PassThrough()
  const underWay = new Set<Promise<unknown>>()
  const end = async () => {
    // What has come is read, and begun, a few turns later; what is answered is written within one.
    for (let quiet = 0; quiet < 10 && !stream.destroyed; quiet += 1) {
      await nextTurn()
      if (stream.readableLength === 0 && underWay.size === 0) continue
      quiet = 0
      await Promise.allSettled(underWay)
    }
    stream.end()
  }
  input.pipe(stream, { end: false })
  for (const over of ['end', 'close']) input.once(over, () => void end())
  const waitFor = (call: Promise<unknown>) => {
    underWay.add(call)
    const over = () => underWay.delete(call)
    call.then(over, over)
  }
  return { stream, waitFor }
}
