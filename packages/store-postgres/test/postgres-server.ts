/** A PostgreSQL server for tests: Debian's, on loopback, in a folder of its own. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

const debian = '/usr/lib/postgresql'

/** Where the server's programs are, or null; where they are required, a missing one is an error. */
export function postgresPrograms(): string | null {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const found = versions
    .map((version) => join(debian, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  if (found !== undefined) return found
  const missing = 'PostgreSQL is missing (apt-get install postgresql), so no test runs on a real server'
  if (process.env['TODO_LEDGER_POSTGRES'] === 'required') throw new Error(missing)
  console.warn(`SKIPPED: ${missing}`)
  return null
}

/** A server that runs. */
export class PostgresServer {
  /** What to open a store with. */
  readonly address: string
  readonly #programs: string
  readonly #folder: string
  readonly #port: number
  readonly #settings: readonly string[]
  #process: ChildProcess | null = null

  constructor(programs: string, folder: string, port: number, settings: readonly string[]) {
    this.#programs = programs
    this.#folder = folder
    this.#port = port
    this.#settings = settings
    this.address = `postgres://tester@127.0.0.1:${port}/postgres`
  }

  /** Makes a server and starts it. @param settings lines for its configuration, such as `fsync=off` */
  static async start(programs: string, settings: readonly string[] = []): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-postgres-'))
    const user = serverUser()
    if (user !== undefined) chownSync(folder, user.uid, user.gid)
    const data = join(folder, 'data')
    const words = ['-D', data, '-U', 'tester', '--auth=trust', '--no-locale', '-E', 'UTF8', '--no-sync']
    execFileSync(join(programs, 'initdb'), words, { ...user, cwd: folder, stdio: 'pipe' })
    const server = new PostgresServer(programs, folder, await freePort(), settings)
    await server.startAgain()
    return server
  }

  /** Starts it once more, after `kill`. */
  async startAgain(): Promise<void> {
    const words = ['-D', join(this.#folder, 'data'), '-p', String(this.#port), '-h', '127.0.0.1']
    words.push('-k', '', ...this.#settings.flatMap((setting) => ['-c', setting]))
    this.#process = spawn(join(this.#programs, 'postgres'), words, {
      ...serverUser(),
      cwd: this.#folder,
      stdio: 'ignore',
    })
    await this.#untilReady()
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Ends it and removes its folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end('SIGINT')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process
    this.#process = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }

  async #untilReady(): Promise<void> {
    for (;;) {
      if (this.#process?.exitCode !== null) throw new Error('The server of the test has ended at its start.')
      const client = new Client(this.address)
      try {
        await client.connect()
        return
      } catch {
        await wait(50)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
