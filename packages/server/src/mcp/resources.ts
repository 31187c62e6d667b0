/** What a client can read of a list: the checklist, the log, the audit. */

import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { encodeEvent } from '@todo-ledger/core'
import { problemOf } from '../http/problem.js'
import { nameOfSession, sessionNamed } from './list-name.js'
import type { TodoServerOptions } from './todo-server-options.js'

/** So many of the newest events a log shows. */
const longestLog = 500

/** So many lists are named. */
const mostListed = 50

/** A client may subscribe to so many resources. */
const mostSubscribed = 1_000

/** The address of a part of a list. */
function addressOf(name: string, part: string): string {
  return `todo-ledger://lists/${encodeURIComponent(name)}/${part}`
}

/** The addresses of all parts of a list. */
export function addressesOf(name: string): readonly string[] {
  return ['checklist', 'log', 'audit'].map((part) => addressOf(name, part))
}

/** Offers the parts of every list that is the caller's. */
export function addResources(
  server: McpServer,
  {
    service,
    caller,
    usualList,
    subscribed,
  }: Pick<TodoServerOptions, 'service' | 'caller' | 'usualList' | 'subscribed'>,
): void {
  server.server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (subscribed.size >= mostSubscribed)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There are ${mostSubscribed} subscriptions, and no more are allowed. Unsubscribe from one first.`,
      )
    subscribed.add(uri)
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri)
    return {}
  })
  const parts = {
    checklist: {
      title: 'Checklist',
      description: 'The list as it stands',
      mimeType: 'text/plain',
      read: async (id: string) => (await service.read(caller, id)).rendered() ?? '',
    },
    log: {
      title: 'Log',
      description: `Who changed what: the newest ${longestLog} events, one a line`,
      mimeType: 'application/jsonl',
      read: async (id: string) => {
        const { state } = await service.read(caller, id)
        const lines: string[] = []
        for await (const event of await service.events(caller, id, Math.max(0, state.seq - longestLog)))
          lines.push(encodeEvent(event))
        return lines.join('\n')
      },
    },
    audit: {
      title: 'Audit',
      description: 'Which items were completed without the work that they name',
      mimeType: 'application/json',
      read: async (id: string) => JSON.stringify(await service.audit(caller, id), null, 2),
    },
  }
  const newest = async () => {
    const { sessions } = await service.sessions(caller, { limit: mostListed })
    // A forgotten one holds nothing.
    return sessions.flatMap(({ session, profile }) =>
      profile === null ? [] : (nameOfSession(caller, session) ?? []),
    )
  }
  // It is there once it was written to.
  const usual = (name: string) =>
    service.read(caller, sessionNamed(caller, name)).then(
      () => [name],
      () => [],
    )
  for (const [part, { read, ...about }] of Object.entries(parts)) {
    const list = async () => {
      const names = usualList === undefined ? await newest() : await usual(usualList)
      return {
        resources: names.map((name) => ({ uri: addressOf(name, part), name: `${name} ${part}`, ...about })),
      }
    }
    server.registerResource(
      part,
      new ResourceTemplate(`todo-ledger://lists/{list}/${part}`, { list }),
      about,
      async (uri, { list: name }) => {
        const text = await read(sessionNamed(caller, name)).catch((error: unknown) => {
          throw problemOf(error).status < 500 ? new ResourceNotFoundError(uri.href) : error
        })
        return { contents: [{ uri: uri.href, mimeType: about.mimeType, text }] }
      },
    )
  }
}
