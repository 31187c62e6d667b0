/** Connects the SDK's own client to the server, without a process or a network. */

import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { serveMcpOver } from '../../src/mcp/mcp-over-stdio.js'

/** Today's protocol, which knows no sessions, and the one before, which shakes hands. */
export const ages = { '2026-07-28': { pin: '2026-07-28' }, '2025-11-25': 'legacy' } as const

/** One of the two. */
export type Age = keyof typeof ages

/** A client of a protocol. */
export function clientOf(age: Age, name = 'test'): Client {
  return new Client({ name, version: '1' }, { versionNegotiation: { mode: ages[age] } })
}

/** A client that is connected as over standard input and output. */
export async function connected(
  age: Age,
  options: Parameters<typeof serveMcpOver>[1],
  name?: string,
): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  serveMcpOver(theirs, options)
  const client = clientOf(age, name)
  await client.connect(ours)
  return client
}

/** A client that is connected over HTTP to what answers requests. */
export async function connectedOverHttp(
  age: Age,
  answer: (request: Request) => Response | Promise<Response>,
  { token, path = '/mcp' }: { readonly token: string; readonly path?: string },
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1${path}`), {
    fetch: async (url, init) => await answer(new Request(url, init)),
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const client = clientOf(age)
  await client.connect(transport)
  return client
}

/** What a tool answered: its texts, and whether it went wrong. */
export async function said(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<{ readonly texts: readonly string[]; readonly ok: boolean }> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: input })
  const texts = content.map((each) => (each.type === 'text' ? each.text : each.type))
  const ok = isError !== true
  // Who reads this alone misses nothing.
  expect(structuredContent).toMatchObject({ ok, text: texts.at(-1), reminders: texts.slice(0, -1) })
  return { texts, ok }
}

/** What a client is told of changes from now on: the address of each resource, and `list` for the list of them. */
export async function toldChanges(client: Client, age: Age, uris: string[]): Promise<ReadonlySet<string>> {
  const told = new Set<string>()
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.add(params.uri))
  client.setNotificationHandler('notifications/resources/list_changed', () => void told.add('list'))
  if (age === '2026-07-28') await client.listen({ resourcesListChanged: true, resourceSubscriptions: uris })
  else for (const uri of uris) await client.subscribeResource({ uri })
  return told
}

/** The text of a resource. */
export async function textOf(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri })
  return contents.map((each) => ('text' in each ? each.text : '')).join('')
}
