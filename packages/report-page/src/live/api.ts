/** Asks the server. The token goes in a header, never in an address. */

import type { Violation } from '@todo-ledger/core'
import { EventSource } from 'eventsource'

/** What the server says went wrong. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'

  /** @param status the HTTP status, 0 where no answer came; @param violations of the rules that refused */
  constructor(
    readonly status: number,
    message: string,
    readonly violations: readonly Violation[] = [],
  ) {
    super(message)
  }
}

export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  return new ApiProblem(0, error instanceof Error ? error.message : 'Something went wrong.')
}

/** What a stream is refused with for good. */
const final: ReadonlySet<number> = new Set([401, 403, 404, 410])
/** What is refused for now is asked for again after so many milliseconds. */
const retryAfter = 3000
/** A tab that is hidden for so many milliseconds lets go of its stream: a browser has six connections for a server. */
const hiddenFor = 60_000

export interface StreamListener {
  /** The stream is open: now, or again. */
  readonly opened: () => void
  readonly came: (data: string) => void
  /** It broke. @param problem what the server said; null where it is tried again by itself */
  readonly broke: (problem: ApiProblem | null) => void
}

/** A way to ask one server with one token. @param onRefused is called when the server does not know it */
export class Api {
  readonly #token: string
  readonly #onRefused: () => void

  constructor(token: string, onRefused: () => void) {
    this.#token = token
    this.#onRefused = onRefused
  }

  /** Asks for JSON. @throws ApiProblem */
  async get<T>(address: string, signal?: AbortSignal): Promise<T> {
    const answer: T = await this.#json(address, signal === undefined ? {} : { signal })
    return answer
  }

  /** Sends JSON. @throws ApiProblem */
  async post<T>(address: string, body: unknown): Promise<T> {
    const answer: T = await this.#json(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
    return answer
  }

  /** Follows a stream of events. Where it breaks, it is taken up behind the last one that came. @returns what ends it */
  follow(address: string, listener: StreamListener): () => void {
    let source: EventSource | null = null
    let lastId = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = (): void => {
      clearTimeout(timer)
      source?.close()
      source = null
    }
    const open = (): void => {
      close()
      let status = 0
      const own = new EventSource(address, {
        fetch: async (input, init) => {
          const headers = { ...init.headers, authorization: `Bearer ${this.#token}` }
          const resumed = lastId === '' ? headers : { ...headers, 'last-event-id': lastId }
          const response = await fetch(input, { ...init, headers: resumed })
          status = response.status
          return response
        },
      })
      source = own
      own.addEventListener('open', listener.opened)
      own.addEventListener('message', ({ data, lastEventId }) => {
        lastId = lastEventId
        if (typeof data === 'string') listener.came(data)
      })
      own.addEventListener('error', () => {
        if (own !== source) return
        const isClosed = own.readyState === EventSource.CLOSED
        const isFinal = isClosed && final.has(status)
        if (isFinal) close()
        else if (isClosed) timer = setTimeout(open, retryAfter)
        if (status === 401) this.#onRefused()
        listener.broke(isFinal ? new ApiProblem(status, 'The server refuses this session.') : null)
      })
    }
    const seen = (): void => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') timer = setTimeout(close, hiddenFor)
      else if (source === null || source.readyState === EventSource.CLOSED) open()
    }
    document.addEventListener('visibilitychange', seen)
    open()
    return () => {
      document.removeEventListener('visibilitychange', seen)
      close()
    }
  }

  async #json(address: string, init: RequestInit) {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.#token}`)
    headers.set('accept', 'application/json')
    const response = await fetch(address, { ...init, headers }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new ApiProblem(0, 'The server does not answer. Is `todo-ledger serve` running?')
    })
    if (response.ok) return await response.json()
    const said: { detail?: string; violations?: readonly Violation[] } = await response
      .json()
      .catch(() => ({}))
    if (response.status === 401) this.#onRefused()
    const message = said.detail ?? `The server answered ${response.status}.`
    throw new ApiProblem(response.status, message, said.violations)
  }
}
