/** The program itself, as a client starts it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openLedger, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { afterEach } from 'vitest'
import { nameOfFolder } from '../../src/mcp/list-name.js'
import { type Age, clientOf } from './connect.js'

/** The program. */
export const program = fileURLToPath(new URL('../../bin/todo-ledger.js', import.meta.url))

/** A client with the process that it started. */
export interface Started {
  /** The client. */
  readonly client: Client
  /** The process. */
  readonly pid: number
}

/** Starts `todo-ledger mcp` in a folder. */
export async function started(
  age: Age,
  folder: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Started> {
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

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is there for the test alone. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'))
  made.push(folder)
  return folder
}

/** What the ledger holds of a folder's list, once nobody writes to it. */
export async function stored(
  file: string,
  folder: string,
): Promise<{ readonly state: SessionState; readonly events: readonly TodoEvent[] }> {
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
