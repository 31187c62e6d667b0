/** Asks the server. The token goes in a header, never in an address. */

import type { Violation } from '@todo-ledger/core'
import { EventSource } from 'eventsource'

/** What the server says went wrong. */
export class ApiProblem extends Error {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  /** The kind of problem. */
  readonly code: string
  /** The rules that refused, where rules did. */
  readonly violations: readonly Violation[]

  constructor(status: number, code: string, message: string, violations: readonly Violation[] = []) {
    super(message)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.violations = violations
  }
}

/** What a stream is refused with for good. */
const final: ReadonlySet<number> = new Set([401, 403, 404, 410])
/** What is refused for now is asked for again after so many milliseconds. */
const retryAfter = 3000
/** A tab that is hidden for so many milliseconds lets go of its stream. */
const hiddenFor = 60_000

/** What listens to a stream. */
export interface StreamListener {
  /** The stream is open: now, or again. */
  readonly opened: () => void
  /** Something came. */
  readonly came: (data: string) => void
  /** It broke. @param problem what the server said; null where it is tried again by itself */
  readonly broke: (problem: ApiProblem | null) => void
}

/** A way to ask one server with one token. */
export class Api {
  readonly #token: string
  readonly #refused: () => void

  /** @param token the token; @param refused is called when the server does not know it */
  constructor(token: string, refused: () => void) {
    this.#token = token
    this.#refused = refused
  }

  /** Asks for JSON. @throws ApiProblem */
  async get<T>(address: string, signal?: AbortSignal): Promise<T> {
    const answer: T = await this.#json(address, signal === undefined ? {} : { signal })
    return answer
  }

  /** Sends JSON. The same key again is the same request. @throws ApiProblem */
  async post<T>(address: string, body: unknown, key: string): Promise<T> {
    const answer: T = await this.#json(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return answer
  }

  /**
   * Follows a stream of events. Where it breaks, it is taken up behind the last one that came; so it is after a tab was
   * hidden for long, which lets go of its connection: a browser has six for a server.
   * @param name of the events that are listened to
   * @returns what ends it
   */
  follow(address: string, name: string, listener: StreamListener): () => void {
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
      own.addEventListener(name, ({ data, lastEventId }) => {
        lastId = lastEventId
        if (typeof data === 'string') listener.came(data)
      })
      own.addEventListener('error', () => {
        if (own !== source) return
        const isFinal = own.readyState === EventSource.CLOSED && final.has(status)
        if (isFinal) close()
        else if (own.readyState === EventSource.CLOSED) timer = setTimeout(open, retryAfter)
        if (status === 401) this.#refused()
        listener.broke(isFinal ? new ApiProblem(status, 'refused', 'The server refuses this session.') : null)
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
      throw new ApiProblem(0, 'unreachable', 'The server does not answer. Is `todo-ledger serve` running?')
    })
    if (response.ok) return await response.json()
    const said: { code?: string; detail?: string; violations?: readonly Violation[] } = await response
      .json()
      .catch(() => ({}))
    if (response.status === 401) this.#refused()
    throw new ApiProblem(
      response.status,
      said.code ?? 'problem',
      said.detail ?? `The server answered ${response.status}.`,
      said.violations,
    )
  }
}

/** The words of a problem. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.'
}
