/** What agents recorded on this machine. It is the owner's alone: whoever asks must hold the owner's token and be on this machine. */

import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context } from 'hono'
import { type AgentSession, type Machine, machineReplay, machineSessions } from 'todo-replay/reading'
import type { SessionReplay } from 'todo-replay/session-view'
import { type Caller, person } from '../access/tokens.js'
import type { HttpEnv } from '../http/http-env.js'
import { Problem } from '../http/problem.js'

/** A recording in the list. */
export interface ListedRecording {
  /** What it is asked for by. It says nothing of where its file is. */
  readonly key: string
  /** What is known of it. */
  readonly session: AgentSession
}

/** For so many milliseconds the list is not made anew: each looks at every file's date. */
const listLasts = 3000

/** The recordings of this machine. */
export class Recordings {
  readonly #machine: Machine
  readonly #clock: () => number
  #list: Promise<readonly ListedRecording[]> | null = null
  #until = 0

  /** @param machine whose; @param clock the time in milliseconds */
  constructor(machine: Machine, clock: () => number = Date.now) {
    this.#machine = machine
    this.#clock = clock
  }

  /** All of them, newest first. */
  list(): Promise<readonly ListedRecording[]> {
    if (this.#list !== null && this.#clock() < this.#until) return this.#list
    this.#until = Number.POSITIVE_INFINITY // until it is there
    const list = this.#listed()
    this.#list = list
    list.then(
      () => {
        this.#until = this.#clock() + listLasts
      },
      () => {
        this.#until = 0
      },
    )
    return list
  }

  /** One of the list; null where there is none of that key. No key leads to a file that is not in the list. */
  async replay(key: string): Promise<SessionReplay | null> {
    const found = (await this.list()).find((each) => each.key === key)?.session
    return found?.file == null ? null : machineReplay(this.#machine, { ...found, file: found.file })
  }

  async #listed(): Promise<readonly ListedRecording[]> {
    const sessions = await machineSessions(this.#machine)
    return sessions.map((session) => ({ key: keyOf(session), session }))
  }
}

function keyOf({ file, session }: AgentSession): string {
  return createHash('sha256').update(`${file}\n${session}`).digest('base64url').slice(0, 22)
}

/** True for the owner of this machine, at this machine. */
export function isOwnerHere(context: Context<HttpEnv>, caller: Caller): boolean {
  return caller === person && isFromHere(context)
}

/** Says no to whoever is not the owner of this machine, at this machine. @throws Problem 403 */
export function mustBeOwnerHere(context: Context<HttpEnv>, caller: Caller): void {
  if (isOwnerHere(context, caller)) return
  throw new Problem(
    403,
    'recordings-are-local',
    'Recordings on this machine are shown only with the token that `todo-ledger serve` printed, in a browser on this machine.',
  )
}

/** True where the request came over loopback, and no proxy handed it on for somebody else. */
function isFromHere(context: Context<HttpEnv>): boolean {
  const remote = context.env?.incoming?.socket.remoteAddress
  if (remote === undefined || !isLoopback(remote)) return false
  if (
    ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
      (name) => context.req.header(name) !== undefined,
    )
  )
    return false
  const host = (context.req.header('host') ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host)
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1'
}
