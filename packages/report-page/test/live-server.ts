/** A server for the tests of the live page, and agents that work while somebody looks on. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidence } from '@todo-ledger/audit'
import { openLedger, type Session, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { profileNamed } from '../../recordings/src/index.js'
import { person, Tokens } from '../../server/src/access/tokens.js'
import { createApp } from '../../server/src/http/app.js'
import { type Listening, listen } from '../../server/src/http/listen.js'
import { LedgerService } from '../../server/src/service/ledger-service.js'
import type { LogEntry } from '../../server/src/telemetry/log.js'

/** A server that is up. */
export interface LiveServer {
  /** Its address. */
  readonly address: string
  /** What the page is opened with behind its address: the owner's token. */
  readonly hash: string
  /** A session of an agent, which works in a process of its own: in another ledger over the same file. */
  agent(id: string, request: string, profile?: string): Promise<LiveAgent>
  /** The stored events of a session. */
  events(id: string): AsyncIterable<TodoEvent>
  /** A token of somebody who is not the owner, as the address carries it. */
  hashOf(name: string): string
  /** Stops listening, and listens again at the same port: streams break. */
  restart(): Promise<void>
  /** Ends it. */
  stop(): Promise<void>
}

/** Starts one. */
export async function liveServer(): Promise<LiveServer> {
  const home = mkdtempSync(join(tmpdir(), 'todo-ledger-live-'))
  const file = join(home, 'todos.db')
  const tokens = new Tokens()
  const token = tokens.issue(person)
  const user = { home, env: { HOME: home, XDG_CACHE_HOME: join(home, '.cache') }, cwd: home }
  const begin = (port: number): Promise<Listening> => {
    const service = new LedgerService({ store: sqliteStore(file), place: file, evidence: evidence(), user })
    return listen({
      app: createApp({ service, tokens, log: faults }),
      service,
      address: '127.0.0.1',
      port,
      patience: 200,
    })
  }
  let server = await begin(0)
  const ledger = openLedger({ store: sqliteStore(file), evidence: evidence(), profileNamed })
  return {
    address: `http://127.0.0.1:${server.port}/`,
    hash: `#token=${token}`,
    events: (id) => ledger.events(id),
    hashOf: (name) => `#token=${tokens.issue({ name, prefix: `${name}.` })}`,
    agent: async (id, request, profile = 'claude-code') => {
      const session = await ledger.session(id, { profile })
      await session.startRun({ trigger: 'user', text: request })
      return new LiveAgent(session)
    },
    restart: async () => {
      const { port } = server
      await server.stop()
      server = await begin(port)
    },
    stop: async () => {
      await server.stop()
      await ledger.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Faults of the server are told, so that a page that waits in vain says why. */
function faults(entry: LogEntry): void {
  if (entry.level === 'error') process.stderr.write(`${JSON.stringify(entry)}\n`)
}

/** An agent at work. */
export class LiveAgent {
  /** Its session. */
  readonly session: Session
  /** What its requests carried beside the conversation. */
  readonly told: string[] = []
  #calls = 0

  constructor(session: Session) {
    this.session = session
  }

  /** Writes the whole list in a turn of its own: `x` completed, `>` in progress, else pending. @returns what it is answered */
  async list(...items: readonly string[]): Promise<string> {
    const isGemini = this.session.profile.name === 'gemini'
    const todos = items.map((item) => {
      const text = item.slice(2)
      const status = item.startsWith('x') ? 'completed' : item.startsWith('>') ? 'in_progress' : 'pending'
      return isGemini ? { description: text, status } : { content: text, status, activeForm: text }
    })
    const turn = await this.session.startTurn()
    this.told.push(...turn.reminders)
    const { text } = await turn.callTodoTool(isGemini ? 'write_todos' : 'TodoWrite', { todos })
    await turn.end()
    return text
  }

  /** Calls another tool in a turn of its own. */
  async work(name: string, input: object, output = 'ok', ok = true): Promise<void> {
    this.#calls += 1
    const call = `w${this.#calls}`
    const turn = await this.session.startTurn()
    await turn.recordCall({ call, name, input })
    await this.session.recordResult({ call, ok, output })
    await turn.end()
  }
}
