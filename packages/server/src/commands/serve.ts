/** `todo-ledger serve`: the ledger over HTTP, until it is told to stop. */

import { once } from 'node:events'
import { serve as listen } from '@hono/node-server'
import { evidence } from '@todo-ledger/audit'
import { Command } from 'commander'
import { person, Tokens } from '../access/tokens.js'
import { createApp } from '../http/app.js'
import { Recordings } from '../live/recordings.js'
import { LedgerService } from '../service/ledger-service.js'
import { openStore } from '../service/open-store.js'

/** The command. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve a ledger over HTTP')
    .option('--store <file or address>', 'a SQLite file, or postgres://…', 'todos.db')
    .option('--port <number>', 'the port; 0 takes a free one', '7410')
    .action(async (options: { readonly store: string; readonly port: string }) => {
      const tokens = new Tokens()
      const token = tokens.issue(person)
      const service = new LedgerService({ store: await openStore(options.store), evidence: evidence() })
      const recordings = new Recordings({ env: process.env, cwd: process.cwd() })
      const app = createApp({ service, tokens, recordings })
      const server = listen({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(options.port) })
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : options.port
      process.stdout.write(`http://127.0.0.1:${port}/#token=${token}\n`)
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
      server.close()
      await service.close()
    })
}
