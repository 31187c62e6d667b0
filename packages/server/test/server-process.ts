/** The program itself, as a process that can be killed and started again at the same port. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { addToken } from '../src/access/tokens.js'

const program = fileURLToPath(new URL('../bin/todo-ledger.js', import.meta.url))

/** A server in a process of its own. */
export class ServerProcess {
  /** Its ledger: a file, or the address of a database. */
  readonly store: string
  /** A token that outlives its restarts. */
  readonly token: string
  readonly #tokens: string
  #process: ChildProcess | null = null
  #port = 0

  /** @param folder where it keeps everything; @param name of its token; @param store a ledger elsewhere */
  constructor(folder: string, name = 'load', store = join(folder, 'todos.db')) {
    this.store = store
    this.#tokens = join(folder, 'tokens.json')
    this.token = addToken(this.#tokens, { name, all: false })
  }

  /** Its address. */
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Starts it. Gives the address that it prints. */
  async start(...words: string[]): Promise<string> {
    const options = ['--store', this.store, '--port', String(this.#port), '--tokens', this.#tokens]
    const child = spawn(process.execPath, [program, 'serve', ...options, ...words], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#process = child
    for await (const line of createInterface({ input: child.stdout })) {
      this.#port = Number(new URL(line).port)
      return line
    }
    throw new Error('The server ended before it listened.')
  }

  /** Ends it in some way. Gives its exit code; null where the signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#process
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
}
