/** What a client can read of a list: the checklist, the log, the audit; and what changes. */

import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerEvent,
} from '@modelcontextprotocol/server'
import { encodeEvent, type Profile } from '@todo-ledger/core'
import type { Caller } from '../access/tokens.js'
import { problemOf } from '../http/problem.js'
import type { LedgerService } from '../service/ledger-service.js'
import { nameOfSession, sessionNamed } from './list-name.js'

/** What one server is made for. */
export interface TodoServerOptions {
  readonly service: LedgerService
  readonly caller: Caller
  /** Whose tools they are. */
  readonly profile: Profile
  /** The list that is meant where none is named. Absent: one must be named. */
  readonly usualList?: string
  /** What a conversation that begins anew is to read of the usual list; null where nothing of it is open. */
  readonly openList?: string | null
  /** The sessions whose open lists the conversation was told. */
  readonly told: Set<string>
  /** The addresses of the resources of whose changes the client is to be told. */
  readonly subscribed: Set<string>
  /** The folder in which the client works, where it is known. */
  readonly folder?: string
  /** Is told of each call that is under way. */
  readonly began?: (call: Promise<unknown>) => void
}

/** So many of the newest events a log shows. */
const longestLog = 500
const mostListed = 50
const mostSubscribed = 1_000

const addressOf = (name: string, part: string): string =>
  `todo-ledger://lists/${encodeURIComponent(name)}/${part}`

/** Offers the parts of every list that is the caller's. */
export function addResources(mcp: McpServer, options: TodoServerOptions): void {
  const { service, caller, usualList, subscribed } = options
  mcp.server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (subscribed.size >= mostSubscribed)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There are ${mostSubscribed} subscriptions, and no more are allowed. Unsubscribe from one first.`,
      )
    subscribed.add(uri)
    return {}
  })
  mcp.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri)
    return {}
  })
  const log = async (id: string) => {
    const { state } = await service.read(caller, id)
    const lines: string[] = []
    for await (const event of await service.events(caller, id, Math.max(0, state.seq - longestLog)))
      lines.push(encodeEvent(event))
    return lines.join('\n')
  }
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
      read: log,
    },
    audit: {
      title: 'Audit',
      description: 'Which items were completed without the work that they name',
      mimeType: 'application/json',
      read: async (id: string) => JSON.stringify(await service.audit(caller, id), null, 2),
    },
  }
  const listed = async (): Promise<readonly string[]> => {
    if (usualList !== undefined) {
      // It is there once it was written to.
      const isThere = service.read(caller, sessionNamed(caller, usualList)).then(
        () => true,
        () => false,
      )
      return (await isThere) ? [usualList] : []
    }
    const { sessions } = await service.sessions(caller, { limit: mostListed })
    // A forgotten one holds nothing.
    const held = sessions.filter(({ profile }) => profile !== null)
    return held.flatMap(({ session }) => nameOfSession(caller, session) ?? [])
  }
  for (const [part, { read, ...about }] of Object.entries(parts)) {
    const list = async () => {
      const names = await listed()
      const resources = names.map((name) => ({
        uri: addressOf(name, part),
        name: `${name} ${part}`,
        ...about,
      }))
      return { resources }
    }
    const template = new ResourceTemplate(`todo-ledger://lists/{list}/${part}`, { list })
    mcp.registerResource(part, template, about, async (uri, { list: name }) => {
      const text = await read(sessionNamed(caller, name)).catch((error: unknown) => {
        throw problemOf(error).status < 500 ? new ResourceNotFoundError(uri.href) : error
      })
      return { contents: [{ uri: uri.href, mimeType: about.mimeType, text }] }
    })
  }
}

/**
 * Watches the caller's lists, whoever changes them. A list that changes for the first time is told as a change of the list of
 * resources, too: it may be new there.
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
      for (const part of ['checklist', 'log', 'audit'])
        tell({ kind: 'resource_updated', uri: addressOf(name, part) })
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
    if (event.kind === 'resource_updated' && subscribed?.has(event.uri) !== false)
      await server.sendResourceUpdated({ uri: event.uri })
  }
  // Who is gone is told nothing.
  return (event) => void send(event).catch(() => {})
}
