// npm run trial -- failover: the primary of three servers is killed under load, a standby takes its place, and nothing that
// was acknowledged is lost or stored twice. Not part of the other runs: it starts three servers.

import { fork } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { verifyChain } from '@todo-ledger/core/store'
import { expect, test } from 'vitest'
import { postgresStore } from '../../packages/store-postgres/src/index.js'
import { PostgresServer, postgresPrograms } from '../../packages/store-postgres/test/postgres-server.js'

const isAsked = process.env['TODO_LEDGER_FAILOVER'] === 'run'
const writer = fileURLToPath(new URL('../../packages/store-postgres/test/writer.mjs', import.meta.url))
const writers = 4
const each = 500

test.skipIf(!isAsked)(
  'a primary is killed under load: nothing acknowledged is lost, nothing is there twice',
  async () => {
    const programs = postgresPrograms()
    if (programs === null) throw new Error('This needs PostgreSQL: apt-get install postgresql.')
    await using primary = await PostgresServer.start(programs, [
      'fsync=off',
      'synchronous_standby_names=ANY 1 (a, b)',
    ])
    await using a = await PostgresServer.standbyOf(primary, programs, 'a')
    await using b = await PostgresServer.standbyOf(primary, programs, 'b')
    // As a virtual address does: whoever connects comes to the server that is the primary now.
    await using gate = await Gate.open(primary.port)
    const address = `postgres://tester@127.0.0.1:${gate.port}/postgres`

    const acknowledged: string[] = []
    const writing = Array.from({ length: writers }, (_, number) =>
      write([address, `s${number % 2}`, String(each), String(number)]).then((ids) =>
        acknowledged.push(...ids),
      ),
    )
    while (Number(await primary.ask('SELECT count(*) FROM todo_ledger.events').catch(() => 0)) < each)
      await wait(50)

    await primary.kill()
    const received = 'SELECT pg_last_wal_receive_lsn()'
    const isAhead = (await b.ask(`SELECT '${await a.ask(received)}'::pg_lsn >= (${received})`)) === true
    const [next, other, otherName] = isAhead ? [a, b, 'b'] : [b, a, 'a']
    const before = Number(await next.ask('SELECT count(*) FROM todo_ledger.events'))
    next.promote()
    await next.ask(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${otherName})'`)
    await next.ask('SELECT pg_reload_conf()')
    const from = `host=127.0.0.1 port=${next.port} user=tester application_name=${otherName}`
    await other.ask(`ALTER SYSTEM SET primary_conninfo = '${from}'`)
    await other.ask('SELECT pg_reload_conf()')
    gate.leadTo(next.port)

    await Promise.all(writing)
    expect(acknowledged).toHaveLength(writers * each)
    const store = await postgresStore(address)
    const stored: string[] = []
    for await (const { event } of store.readAll()) stored.push(`${event.session} ${event.id}`)
    expect(stored.toSorted()).toEqual(acknowledged.toSorted())
    expect(await verifyChain(store)).toMatchObject({ ok: true, firstBad: null, events: writers * each })
    await store.close()
    const followed = await other.ask('SELECT count(*) FROM todo_ledger.events')
    console.log(
      `failover: ${before} events when the standby took over, ${stored.length} acknowledged at the end and ${followed} on the standby; 0 lost, 0 twice`,
    )
  },
)

function write(words: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(writer, words)
    child.once('message', (ids) => resolve(ids as readonly string[]))
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`The writer ended with ${code}.`))
    })
  })
}

/** One port that leads to another. */
class Gate {
  readonly port: number
  readonly #close: () => Promise<void>
  readonly #open = new Set<Socket>()
  #target: number

  constructor(port: number, target: number, open: Set<Socket>, close: () => Promise<void>) {
    this.port = port
    this.#target = target
    this.#open = open
    this.#close = close
  }

  static open(target: number): Promise<Gate> {
    const sockets = new Set<Socket>()
    return new Promise((resolve) => {
      const server = createServer((socket) => {
        const onward = connect(gate.target, '127.0.0.1')
        for (const [from, to] of [
          [socket, onward],
          [onward, socket],
        ] as const) {
          sockets.add(from)
          from.on('error', () => to.destroy())
          from.on('close', () => {
            sockets.delete(from)
            to.destroy()
          })
          from.pipe(to)
        }
      })
      let gate: Gate
      server.listen(0, '127.0.0.1', () => {
        const at = server.address()
        const port = typeof at === 'object' && at !== null ? at.port : 0
        gate = new Gate(port, target, sockets, () => new Promise((closed) => server.close(() => closed())))
        resolve(gate)
      })
    })
  }

  get target(): number {
    return this.#target
  }

  /** From now on it leads elsewhere; what is open breaks. */
  leadTo(target: number): void {
    this.#target = target
    for (const socket of this.#open) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await this.#close()
  }
}
