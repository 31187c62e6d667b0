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
  /** Where it listens. */
  readonly port: number
  readonly #programs: string
  readonly #folder: string
  readonly #settings: readonly string[]
  #process: ChildProcess | null = null

  constructor(programs: string, folder: string, port: number, settings: readonly string[]) {
    this.#programs = programs
    this.#folder = folder
    this.port = port
    this.#settings = settings
    this.address = `postgres://tester@127.0.0.1:${port}/postgres`
  }

  /** Makes a server and starts it. @param settings lines for its configuration, such as `fsync=off` */
  static async start(programs: string, settings: readonly string[] = []): Promise<PostgresServer> {
    const folder = ownFolder()
    const words = ['-D', join(folder, 'data'), '-U', 'tester', '--auth=trust', '--no-locale', '-E', 'UTF8']
    runProgram(join(programs, 'initdb'), [...words, '--no-sync'], folder)
    const server = new PostgresServer(programs, folder, await freePort(), settings)
    await server.startAgain()
    return server
  }

  /** Makes a standby of a server and starts it. @param name what the other one knows it by */
  static async standbyOf(primary: PostgresServer, programs: string, name: string): Promise<PostgresServer> {
    const folder = ownFolder()
    const from = `host=127.0.0.1 port=${primary.port} user=tester application_name=${name}`
    const words = ['-D', join(folder, 'data'), '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
    runProgram(join(programs, 'pg_basebackup'), words, folder)
    const server = new PostgresServer(programs, folder, await freePort(), ['fsync=off'])
    await server.startAgain()
    return server
  }

  /** Makes a standby the primary. */
  promote(): void {
    runProgram(
      join(this.#programs, 'pg_ctl'),
      ['promote', '-w', '-D', join(this.#folder, 'data')],
      this.#folder,
    )
  }

  /** Asks it something. */
  async ask(statement: string): Promise<unknown> {
    const client = new Client(this.address)
    await client.connect()
    try {
      const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
      return rows[0]?.[0]
    } finally {
      await client.end()
    }
  }

  /** Starts it once more, after `kill`. */
  async startAgain(): Promise<void> {
    const words = ['-D', join(this.#folder, 'data'), '-p', String(this.port), '-h', '127.0.0.1']
    words.push('-k', '', ...this.#settings.flatMap((setting) => ['-c', setting]))
    // What is left of a server that was killed may be in the way for a moment.
    for (let attempt = 0; attempt < 100; attempt += 1) {
      this.#process = spawn(join(this.#programs, 'postgres'), words, {
        ...serverUser(),
        cwd: this.#folder,
        stdio: 'ignore',
      })
      if (await this.#isReady()) return
      await wait(100)
    }
    throw new Error('The server of the test does not start.')
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

  /** True once it answers; false where it has ended before. */
  async #isReady(): Promise<boolean> {
    while (this.#process?.exitCode === null) {
      const client = new Client(this.address)
      try {
        await client.connect()
        return true
      } catch {
        await wait(50)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
    return false
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-postgres-'))
  const user = serverUser()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

function runProgram(program: string, words: readonly string[], folder: string): void {
  execFileSync(program, words, { ...serverUser(), cwd: folder, stdio: 'pipe' })
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
