/** The program itself, as a client starts it. */

import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openLedger, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { nameOfFolder } from '../../src/mcp/list-name.js'
import { type Age, clientOf } from './connect.js'

/** The program. */
export const program = fileURLToPath(new URL('../../bin/todo-ledger.js', import.meta.url))

/** Starts `todo-ledger mcp` in a folder. */
export async function started(
  age: Age,
  folder: string,
  words: readonly string[],
  env: Record<string, string> = {},
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...words],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
  })
  const client = clientOf(age)
  await client.connect(transport)
  const { pid } = transport
  if (pid === null) throw new Error('no process was started')
  return { client, pid }
}

/** What the ledger holds of a folder's list, once nobody writes to it. */
export async function stored(file: string, folder: string) {
  const ledger = openLedger({ store: sqliteStore(file) })
  try {
    const reading = await ledger.read(`mcp:${nameOfFolder(folder)}`)
    const events: TodoEvent[] = []
    for await (const event of reading.events()) events.push(event)
    return { state: reading.state, events }
  } finally {
    await ledger.close()
  }
}
