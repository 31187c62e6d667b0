/** `todo-ledger mcp`: the ledger as an MCP server over standard input and output. */

import { homedir } from 'node:os'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { evidence } from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { Command } from 'commander'
import { nameOfFolder, sessionNamed } from '../mcp/list-name.js'
import { usualProfile } from '../mcp/mcp-over-http.js'
import { patientInput, serveMcpOver } from '../mcp/mcp-over-stdio.js'
import { LedgerService } from '../service/ledger-service.js'
import { openStore, ownStore } from '../service/open-store.js'

/** A client at this machine: no token can be named so, and no session of a token begins so. */
const client = Object.freeze({ name: 'mcp', prefix: 'mcp:', isOwner: true })

/** The command. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Serve a ledger to an MCP client over standard input and output')
    .option('--store <file or address>', 'a SQLite file, or postgres://… (default: a file of your own)')
    .option('--profile <name>', 'the todo system whose tools are offered', usualProfile)
    .action(async (options: { readonly store?: string; readonly profile: string }) => {
      const profile = profileNamed(options.profile)
      if (profile === undefined)
        throw new HostError('unknown-profile', `There is no profile ${JSON.stringify(options.profile)}.`)
      const place = options.store ?? ownStore(process.env)
      const folder = process.cwd()
      const service = new LedgerService({
        store: await openStore(place),
        ...(place === ':memory:' ? {} : { place }),
        evidence: evidence({ tools: agentTools }),
        user: { home: homedir(), env: process.env, cwd: folder },
      })
      const usualList = nameOfFolder(folder)
      const openList = await service.openList(client, sessionNamed(client, usualList))
      const input = patientInput(process.stdin)
      const transport = new StdioServerTransport(input.stream)
      const over = new Promise<void>((resolve) => {
        const server = serveMcpOver(transport, {
          service,
          caller: client,
          profile,
          usualList,
          openList,
          folder,
          began: input.waitFor,
        })
        const closed = transport.onclose
        transport.onclose = () => {
          closed?.()
          input.stream.destroy()
          resolve()
        }
        for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close())
      })
      await over
      await service.close()
    })
}
