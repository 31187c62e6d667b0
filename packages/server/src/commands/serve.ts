/** `todo-ledger serve`: the ledger over HTTP, until it is told to stop. */

import { once } from 'node:events'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { evidence } from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { agentTools } from '@todo-ledger/recordings/agents'
import { Command, InvalidArgumentError } from 'commander'
import { allowedAddresses } from '../access/allowed-addresses.js'
import { usualLimits } from '../access/limits.js'
import { person, Tokens, usualTokensFile } from '../access/tokens.js'
import { createApp } from '../http/app.js'
import { listen } from '../http/listen.js'
import { LedgerService } from '../service/ledger-service.js'
import { openStore, ownStore } from '../service/open-store.js'
import { forgetOld, hourly, logCheck } from '../service/upkeep.js'
import { jsonLog } from '../telemetry/log.js'
import { Metrics } from '../telemetry/metrics.js'
import { days } from './token.js'

/** The command's options. */
interface ServeOptions {
  readonly store?: string
  readonly port: number
  readonly listen: string
  readonly allowHost?: readonly string[]
  readonly tokens?: string
  readonly keep?: number
  readonly maxBody: number
  readonly maxRate: number
  readonly maxSessions: number
  readonly maxSeconds: number
}

/** The command. */
export function serveCommand(): Command {
  const { body, rate, sessions, analysisTime } = usualLimits
  return new Command('serve')
    .description('Serve a ledger over HTTP, and a page that shows it')
    .option(
      '--store <file or address>',
      'a SQLite file, :memory:, or postgres://user@host/name (default: your own file, which `mcp` uses, too)',
    )
    .option('--port <number>', 'the port; 0 takes a free one', port, 7410)
    .option('--listen <address>', 'the address of the network interface', '127.0.0.1')
    .option('--allow-host <name>', 'a name by which the server is reached; repeatable', host)
    .option('--tokens <file>', 'the file of tokens that `todo-ledger token` made')
    .option('--keep <days>', 'forget sessions in which nothing happened for so many days, such as 90d', days)
    .option('--max-body <bytes>', 'the largest request', whole, body)
    .option('--max-rate <number>', 'requests per second and token', whole, rate)
    .option('--max-sessions <number>', 'sessions per token', whole, sessions)
    .option('--max-seconds <number>', 'the time limit of an audit, in seconds', whole, analysisTime / 1000)
    .action(serve)
}

async function serve(options: ServeOptions): Promise<void> {
  const { allowHost = [], listen: address } = options
  if (!isLoopback(address) && allowHost.length === 0) {
    throw new HostError(
      'no-host',
      `Listening on ${address}, the server can be reached from other machines. Give its name with --allow-host todos.example, and put TLS in front of it: every request carries a token.`,
    )
  }
  const limits = {
    ...usualLimits,
    body: options.maxBody,
    rate: options.maxRate,
    sessions: options.maxSessions,
    analysisTime: options.maxSeconds * 1000,
  }
  // Whoever read the log or the address may go away: the server stays.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const log = jsonLog(process.stderr)
  const metrics = new Metrics().withProcess()
  const tokens = new Tokens(options.tokens ?? usualTokensFile(process.env))
  const place = options.store ?? ownStore(process.env)
  const store = await openStore(place)
  const isInMemory = place === ':memory:'
  const service = new LedgerService({
    store,
    ...(isInMemory ? {} : { place }),
    evidence: evidence({ tools: agentTools }),
    user: { home: homedir(), env: process.env, cwd: process.cwd() },
    limits,
    metrics,
  })
  const name = allowHost[0] ?? (isIP(address) === 6 ? `[${address}]` : address)
  const allowed = allowedAddresses([name, ...allowHost])
  const isStopping = () => service.isStopping
  const checking = isInMemory ? undefined : logCheck({ store, place, env: process.env, log, isStopping })
  const app = createApp({
    ...{ service, tokens, allowed, limits, metrics, log },
    ...(checking === undefined ? {} : { standing: checking.standing }),
  })
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  // Longer than an audit waits and takes.
  const idleTimeout = Math.max(120_000, 5 * limits.analysisTime)
  const server = await listen({ app, service, address, port: options.port, idleTimeout })
  const token = tokens.issue(person)
  process.stdout.write(`http://${name}:${server.port}/#token=${token}\n`)
  log({ level: 'info', message: 'listening', address, port: server.port })
  const { keep } = options
  const upkeep = [
    ...(checking === undefined ? [] : [hourly(checking.check)]),
    ...(keep === undefined ? [] : [hourly(() => forgetOld(service, keep, new Date(), log))]),
  ]
  await stopped
  for (const stop of upkeep) stop()
  log({ level: 'info', message: 'stopping' })
  await server.stop()
  log({ level: 'info', message: 'stopped' })
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127\./.test(address)
}

function whole(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

function port(text: string): number {
  const number = whole(text)
  if (number < 65536) return number
  throw new InvalidArgumentError('Give a port, 65535 at most.')
}

function host(value: string, before: readonly string[] = []): readonly string[] {
  if (URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value.toLowerCase())
    return [...before, value]
  throw new InvalidArgumentError('Give only a host name, such as todos.example or [::1].')
}
