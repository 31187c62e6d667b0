/** Errors as clients read them. Source: RFC 9457, "Problem Details for HTTP APIs". */

import { ConcurrencyError, DamagedLogError, HostError, IdConflictError, StoreError } from '@todo-ledger/core'

/** The media type of a problem. */
const problemType = 'application/problem+json'

/** Something that went wrong with a request, for its client. */
export class Problem extends Error {
  /** The HTTP status. */
  readonly status: number
  /** A stable name of the kind of problem, for programs. */
  readonly code: string
  /** Header lines that go with it. */
  readonly headers: Readonly<Record<string, string>>

  /** @param status the HTTP status; @param code a stable name; @param detail what happened, and what to do */
  constructor(
    status: number,
    code: string,
    detail: string,
    { headers = {}, ...options }: ErrorOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail, options)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** The answer that tells a problem. */
export function problemAnswer(problem: Problem): Response {
  const { status, code, message: detail } = problem
  const body = {
    type: `urn:todo-ledger:problem:${code}`,
    title: titles[status] ?? 'Error',
    status,
    code,
    detail,
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...problem.headers, 'content-type': problemType },
  })
}

/** What was thrown, as a problem. What nobody foresaw says nothing of the inside. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof HostError) {
    return new Problem(statuses[error.code] ?? 409, error.code, error.message, { cause: error })
  }
  if (error instanceof IdConflictError) {
    // The message of the error shows texts of both bodies: they are the session's own, and so the caller's.
    return new Problem(422, error.code, error.message, { cause: error })
  }
  if (error instanceof ConcurrencyError) {
    return new Problem(409, error.code, error.message, { cause: error })
  }
  if (error instanceof StoreError && error.code === 'forgotten') {
    return new Problem(410, error.code, error.message, { cause: error })
  }
  if (error instanceof StoreError || error instanceof DamagedLogError) {
    const detail =
      'The ledger could not be read or written. Make the same request again; the log of the server says what is wrong.'
    return new Problem(503, error.code, detail, { cause: error, headers: { 'retry-after': '1' } })
  }
  return new Problem(500, 'fault', 'A fault of the server. Its log says what is wrong.', { cause: error })
}

/** Of the ledger's errors those that are no conflict with what the session is. */
const statuses: Readonly<Record<string, number>> = {
  'unknown-session': 404,
  'not-yours': 403,
  'unknown-profile': 422,
  'profile-required': 422,
  'bad-session-id': 422,
  'unknown-tool': 422,
  'no-evidence': 422,
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
