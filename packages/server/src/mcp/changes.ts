/** Tells clients of what changes in their lists, whoever changes it. */

import type { McpServer, ServerEvent } from '@modelcontextprotocol/server'
import { nameOfSession } from './list-name.js'
import { addressesOf } from './resources.js'
import type { TodoServerOptions } from './todo-server-options.js'

/**
 * Watches the caller's lists. A list that changes for the first time is told as a change of the list of resources, too: it
 * may be new there.
 * @param over is called when nothing more will be told
 * @returns stops it
 * @throws HostError `too-many-streams`
 */
export function watchLists(
  { service, caller }: Pick<TodoServerOptions, 'service' | 'caller'>,
  tell: (event: ServerEvent) => void,
  over: () => void,
): () => void {
  const stopped = new AbortController()
  const changes = service.changes(caller, stopped.signal)
  const pass = async () => {
    const seen = new Set<string>()
    for await (const session of changes) {
      const name = nameOfSession(caller, session)
      if (name === null) continue
      if (!seen.has(session)) tell({ kind: 'resources_list_changed' })
      seen.add(session)
      for (const uri of addressesOf(name)) tell({ kind: 'resource_updated', uri })
    }
  }
  void pass()
    .catch(() => {})
    .finally(over)
  return () => stopped.abort()
}

/** Tells a connection. @param subscribed of which resources; null where the SDK knows */
export function toldTo(
  { server }: McpServer,
  subscribed: ReadonlySet<string> | null,
): (event: ServerEvent) => void {
  const send = async (event: ServerEvent) => {
    if (event.kind === 'resources_list_changed') await server.sendResourceListChanged()
    if (event.kind === 'resource_updated' && (subscribed === null || subscribed.has(event.uri)))
      await server.sendResourceUpdated({ uri: event.uri })
  }
  // Who is gone is told nothing.
  return (event) => void send(event).catch(() => {})
}
