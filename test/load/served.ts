/** `todo-ledger serve` as a process of its own, which is killed and started again at the same address. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../packages/server/bin/todo-ledger.js', import.meta.url))

/** A server under load. */
export class ServedLedger {
  /** Where it listens. */
  readonly port: number
  /** A token that sees all sessions. */
  readonly token: string
  readonly #words: readonly string[]
  #process: ChildProcess | null = null

  constructor(port: number, token: string, words: readonly string[]) {
    this.port = port
    this.token = token
    this.#words = words
  }

  /** Starts one. @param store a file or an address; @param folder where its tokens are kept */
  static async start(store: string, folder: string): Promise<ServedLedger> {
    const token = ServedLedger.token(folder, 'load', '--all')
    const port = await freePort()
    const limits = ['--max-rate', '1000000', '--max-sessions', '1000000']
    const served = new ServedLedger(port, token, [
      ...[program, 'serve', '--store', store, '--port', `${port}`],
      ...['--tokens', join(folder, 'tokens.json')],
      ...limits,
    ])
    await served.startAgain()
    return served
  }

  /** A token of the server whose tokens are kept in a folder. */
  static token(folder: string, name: string, ...options: readonly string[]): string {
    const words = [program, 'token', name, ...options, '--tokens', join(folder, 'tokens.json')]
    return execFileSync(process.execPath, words, { encoding: 'utf8' }).trim()
  }

  /** Starts it once more; resolves when it listens. */
  async startAgain(): Promise<void> {
    const child = spawn(process.execPath, this.#words, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#process = child
    const said = once(child.stdout, 'data').then(() => true)
    const ended = once(child, 'exit').then(() => false)
    if (!(await Promise.race([said, ended]))) throw new Error(`todo-ledger ended with ${child.exitCode}.`)
  }

  /** Ends it: by SIGKILL as a crash does, by SIGTERM as it should be. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.#process
    this.#process = null
    if (running === null || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill(signal)
    await ended
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
