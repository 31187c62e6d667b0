/** Clients of a server: each drives some sessions, asks again until it is answered, and notes what was acknowledged. */

import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Where the server is. */
export interface Address {
  readonly port: number
  readonly token: string
}

/** What clients found out. */
export interface Tally {
  /** From the first time that a request was sent to its answer, in milliseconds. */
  readonly latencies: number[]
  /** Requests that were made again: the server was gone, the connection was cut. */
  retries: number
  /** Answers that should not be. */
  readonly refusals: string[]
  /** Asked before each request: true once there is to be no other. */
  readonly isOver: () => boolean
  /** Given before each request: a number from 0 to 1. */
  readonly chance: () => number
}

/** One request in so many has its connection cut before it is answered. */
const cutOnceIn = 200
/** After so many milliseconds a request is made again. */
const pause = 50

/** A session as its client knows it: what the log must hold, in this order and nothing else. */
export class LoadedSession {
  /** Its id. */
  readonly id: string
  /** What was acknowledged: an event's type, and the client's name for it. */
  readonly acknowledged: string[] = []
  #steps = 0
  #turn = 0

  constructor(id: string) {
    this.id = id
  }

  /** The next request. */
  next(): { readonly path: string; readonly body: object; readonly key: string; readonly event: string } {
    const path = `/v1/sessions/${this.id}`
    const key = `${this.id}-${this.#steps}`
    if (this.#steps === 0)
      return { path: '/v1/sessions', body: { id: this.id, profile }, key, event: 'session.opened' }
    if (this.#steps === 1)
      return { path: `${path}/runs`, body: { text: 'Go on' }, key, event: `run.started ${key}` }
    const [round, step] = [Math.floor((this.#steps - 2) / 5), (this.#steps - 2) % 5]
    const turn = this.#turn
    const call = `${this.id}-call-${round}`
    if (step === 0) return { path: `${path}/turns`, body: {}, key, event: `turn.started ${key}` }
    if (step === 1) {
      const body = { name: 'write_todos', input: listOf(round), call: key, turn }
      return { path: `${path}/calls`, body, key, event: `todos.updated ${key}` }
    }
    if (step === 2) {
      const body = { name: 'write_file', input: { path: `src/step-${round}.ts`, content: work }, call, turn }
      return { path: `${path}/calls`, body, key, event: `tool.called ${call}` }
    }
    if (step === 3)
      return {
        path: `${path}/results`,
        body: { call, ok: true, output: work },
        key,
        event: `tool.returned ${call}`,
      }
    return { path: `${path}/turns/${turn}/end`, body: {}, key, event: `turn.ended ${key}` }
  }

  /** The server answered. */
  answered(event: string, answer: unknown): void {
    this.acknowledged.push(event)
    this.#steps += 1
    if (typeof answer === 'object' && answer !== null && 'turn' in answer) this.#turn = Number(answer.turn)
  }
}

const profile = 'todo-list-middleware'
const work = 'export const step = 1\n'.repeat(10)

/** A list of five items whose work goes on by one item a round. */
function listOf(round: number): object {
  const now = round % 5
  const content = (index: number) => `Step ${index + 1} of ${Math.floor(round / 5) + 1}`
  const status = (index: number) => (index < now ? 'completed' : index === now ? 'in_progress' : 'pending')
  return { todos: [0, 1, 2, 3, 4].map((index) => ({ content: content(index), status: status(index) })) }
}

/** Drives sessions, one after the other, until it is over. */
export async function drive(
  address: Address,
  sessions: readonly LoadedSession[],
  tally: Tally,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const going = [...sessions]
  for (let turn = 0; !tally.isOver() && going.length > 0; turn += 1) {
    const index = turn % going.length
    const session = going[index]
    if (session === undefined) break
    const { path, body, key, event } = session.next()
    const from = performance.now()
    const { status, text } = await asked(agent, { ...address, path, body, key }, tally)
    if (status >= 400) {
      // Nothing of this session is sure any more.
      tally.refusals.push(`${event}: ${status} ${text}`)
      going.splice(index, 1)
      continue
    }
    tally.latencies.push(performance.now() - from)
    session.answered(event, JSON.parse(text))
  }
  agent.destroy()
}

interface Asked extends Address {
  readonly path: string
  readonly body?: object
  readonly key?: string
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Asks until there is an answer that is not the server's trouble. */
async function asked(agent: Agent, what: Asked, tally: Pick<Tally, 'retries' | 'chance'>): Promise<Answer> {
  for (;;) {
    const cut = tally.chance() < 1 / cutOnceIn
    const answer = await askedOnce(agent, what, cut)
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer
    tally.retries += 1
    await wait(pause)
  }
}

/** Null where no answer came. @param cut breaks the connection while the request is under way */
function askedOnce(
  agent: Agent,
  { port, token, path, body, key }: Asked,
  cut: boolean,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const sent = request({
      ...{ agent, host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST' },
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    })
    sent.on('error', () => resolve(null))
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('close', () => resolve(null))
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body), () => {
      if (cut) setTimeout(() => sent.destroy(), 1)
    })
  })
}

/** What the server has of a session, in the words of what was acknowledged. */
export async function stored(address: Address, { id }: LoadedSession): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const found: string[] = []
  for (let after = 0, more = true; more; ) {
    const path = `/v1/sessions/${id}/events?after=${after}&limit=1000`
    const { text } = await asked(agent, { ...address, path }, { retries: 0, chance: () => 1 })
    const page: EventPage = JSON.parse(text)
    for (const { id: event, type, seq, data } of page.events) {
      if (seq !== found.length + 1) found.push(`a gap before ${seq}`)
      if (type === 'session.opened') found.push(type)
      else found.push(`${type} ${data.call ?? event.replace(`${id}=1:`, '')}`)
    }
    ;({ last: after, more } = page)
  }
  agent.destroy()
  return found
}

interface EventPage {
  readonly events: readonly {
    readonly id: string
    readonly seq: number
    readonly type: string
    readonly data: { readonly call?: string }
  }[]
  readonly last: number
  readonly more: boolean
}
