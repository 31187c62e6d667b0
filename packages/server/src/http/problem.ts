/** Errors as clients read them. Source: RFC 9457, "Problem Details for HTTP APIs". */

import { STATUS_CODES } from 'node:http'
import type { LedgerError } from '@todo-ledger/core'

interface ProblemOptions extends ErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** What is wrong with fields of the request; `pointer`: a JSON pointer into the body, or which parameter of the address. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

/** Something that went wrong with a request, for its client. */
export class Problem extends Error {
  override readonly name = 'Problem'

  /** @param code a stable name of the kind of problem, for programs; @param detail what happened, and what to do */
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly more: ProblemOptions = {},
  ) {
    super(detail, more)
  }
}

export function problemAnswer({ status, code, message, more: { headers, errors } }: Problem): Response {
  const type = `urn:todo-ledger:problem:${code}`
  const title = STATUS_CODES[status] ?? 'Error'
  return new Response(JSON.stringify({ type, title, status, code, detail: message, errors }), {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })
}

/** What was thrown, as a problem. What nobody foresaw says nothing of the inside. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const told = (status: number, { code, message }: LedgerError, detail = message) => {
    const headers = status === 429 || status === 503 ? { 'retry-after': '1' } : {}
    return new Problem(status, code, detail, { cause: error, headers })
  }
  if (isOfLedger(error, 'HostError'))
    return told(statuses[error.code] ?? 409, error, inWordsOfHttp[error.code])
  // The message shows parts of both bodies: they are the session's own, and so the caller's.
  if (isOfLedger(error, 'IdConflictError')) return told(422, error)
  if (isOfLedger(error, 'ConcurrencyError')) return told(409, error)
  if (isOfLedger(error, 'StoreError') && error.code === 'forgotten') return told(410, error)
  if (isOfLedger(error, 'StoreError') && badEvents.has(error.code)) return told(422, error)
  if (isOfLedger(error, 'StoreError') || isOfLedger(error, 'DamagedLogError')) {
    const detail =
      "The ledger could not be read or written. Repeat the request with the same Idempotency-Key; the server's log says what is wrong."
    return told(503, error, detail)
  }
  return new Problem(500, 'fault', "An internal error. The server's log says more.", { cause: error })
}

/** By its name: what the page is shown comes from the program's bundle, which holds a core, and so error classes, of its own. */
function isOfLedger(error: unknown, name: string): error is LedgerError {
  return error instanceof Error && error.name === name && 'code' in error && typeof error.code === 'string'
}

/** Of the ledger's errors those that are no conflict with what the session is. */
const statuses: Readonly<Record<string, number>> = {
  'unknown-session': 404,
  'not-yours': 403,
  'too-many-sessions': 429,
  'too-many-streams': 429,
  'too-much-work': 429,
  'client-gone': 499,
  'analysis-failed': 503,
  'waited-too-long': 503,
  'took-too-long': 504,
  'unknown-profile': 422,
  'profile-required': 422,
  'bad-session-id': 422,
  'unknown-tool': 422,
  'bad-append': 422,
  'bad-query': 422,
  'key-conflict': 422,
  'no-outsider': 422,
  'bad-tokens': 503,
}

/** What the ledger says to a program that embeds it, said to one that asks over HTTP. */
const inWordsOfHttp: Readonly<Record<string, string>> = {
  'no-run': 'No run is under way. Begin one with POST /v1/sessions/{id}/runs.',
  'turn-open':
    'A turn is under way: GET /v1/sessions/{id}/state gives its number. End it first, with POST /v1/sessions/{id}/turns/{turn}/end.',
  'turn-over': 'The turn is not under way. Begin one with POST /v1/sessions/{id}/turns and give its number.',
  'no-outsider':
    'An edit is for a person or a program. An agent changes the list with its tools: POST /v1/sessions/{id}/calls.',
  'unknown-profile': 'There is no profile of this name.',
  'bad-tokens':
    "The server can't read its tokens; its log says why. The token that it printed still opens it.",
  'session-closed': 'The session was closed meanwhile. Make the same request again.',
}

/** What a client gave can't be stored. */
const badEvents = new Set(['bad-event', 'not-encodable', 'too-deep', 'too-large'])
