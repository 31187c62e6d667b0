/** One thing that can be asked over HTTP, declared once: its requests are checked by it, and it is documented by it. */

import type { Context, Hono } from 'hono'
import {
  type GenericIssue,
  type GenericSchema,
  getDotPath,
  type InferInput,
  type InferOutput,
  safeParse,
  strictObject,
} from 'valibot'
import type { Caller } from '../access/tokens.js'
import type { HttpEnv } from './http-env.js'
import { type FieldProblem, Problem } from './problem.js'
import { clientId } from './schemas.js'

/** A request that was let in and checked. */
export interface OperationRequest<Query extends GenericSchema, Body extends GenericSchema> {
  readonly caller: Caller
  /** The session's id in the address; empty where there is none. */
  readonly id: string
  /** The number of the turn in the address; 0 where there is none. */
  readonly turn: number
  /** What stands behind the address's question mark. */
  readonly query: InferOutput<Query>
  readonly body: InferOutput<Body>
  /** The client's name for the request: the same again is the same request. */
  readonly key: string | undefined
  readonly headers: Headers
  /** Is aborted when the client is gone. */
  readonly signal: AbortSignal
}

/** What is given to be answered: nothing of it is changed. */
export type Given<T> = T extends readonly (infer Element)[]
  ? readonly Given<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: Given<T[Key]> }
    : T

/** One thing that can be asked. */
export interface Operation<
  Query extends GenericSchema = GenericSchema,
  Body extends GenericSchema = GenericSchema,
  Answer extends GenericSchema = GenericSchema,
> {
  readonly method: 'get' | 'post' | 'delete'
  /** Its address, with `{id}` and `{turn}` where they stand. */
  readonly path: string
  /** What it does, in one sentence. */
  readonly summary: string
  readonly query?: Query
  readonly body?: Body
  /** What it answers: the tests hold each answer against it. */
  readonly answer: Answer
  /** True where some answers are 201. */
  readonly creates?: true
  /** The media type of what it answers as a stream, to those who ask for it. */
  readonly stream?: string
  handle(request: OperationRequest<Query, Body>): Promise<Given<InferInput<Answer>> | Response>
}

/** What is not declared must be empty. */
const nothing = strictObject({})

/** Declares an operation. */
export function operation<
  Query extends GenericSchema = typeof nothing,
  Body extends GenericSchema = typeof nothing,
  Answer extends GenericSchema = typeof nothing,
>(declared: Operation<Query, Body, Answer>): Operation {
  return declared
}

/** Makes an app answer operations, and refuse other methods at their addresses. */
export function mount(app: Hono<HttpEnv>, operations: readonly Operation[]): void {
  for (const each of operations) {
    const { method, path, query = nothing, body = nothing } = each
    app.on(method.toUpperCase(), routeOf(path), async (context) => {
      // Nobody reads the stream of a HEAD, and nobody ends it.
      const isStream =
        each.stream !== undefined && context.req.header('accept')?.includes(each.stream) === true
      if (isStream && context.req.raw.method === 'HEAD') return context.body(null)
      const key = context.req.header('idempotency-key')
      const given = await each.handle({
        caller: context.get('caller'),
        id: context.req.param('id') ?? '',
        turn: turnIn(context),
        query: checked(query, context.req.query(), '?'),
        body: checked(body, each.body === undefined ? {} : await sentBody(context.req.raw), ''),
        key: key === undefined ? undefined : checked(clientId, key, 'Idempotency-Key'),
        headers: context.req.raw.headers,
        signal: context.req.raw.signal,
      })
      return given instanceof Response ? given : Response.json(given)
    })
  }
  for (const path of new Set(operations.map((each) => each.path))) {
    const methods = operations.filter((each) => each.path === path).map(({ method }) => method.toUpperCase())
    const allow = methods.includes('GET') ? ['HEAD', ...methods] : methods
    app.all(routeOf(path), () => {
      throw new Problem(405, 'method-not-allowed', `This address takes ${methods.join(', ')}.`, {
        headers: { allow: allow.join(', ') },
      })
    })
  }
}

/** An answer that is JSON already. */
export function jsonAnswer(json: Uint8Array<ArrayBuffer> | string | null): Response {
  return new Response(json, { headers: { 'content-type': 'application/json' } })
}

function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** What is no number of a turn is the number of no turn. */
function turnIn(context: Context): number {
  const text = context.req.param('turn')
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}

async function sentBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')
  const text = await request.text()
  if (text === '') return {}
  if (type === null || !/^application\/json *(;|$)/i.test(type)) {
    throw new Problem(415, 'unsupported-media-type', 'Send the body as content-type: application/json.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, 'bad-json', 'The body is no JSON.')
  }
}

/** What was given, in the schema's form. @throws Problem 422 */
function checked<Schema extends GenericSchema>(
  schema: Schema,
  given: unknown,
  place: string,
): InferOutput<Schema> {
  const result = safeParse(schema, given)
  if (result.success) return result.output
  const errors = result.issues.map((issue) => fieldProblem(issue, place))
  const detail = errors.slice(0, 1).map(({ pointer, detail }) => `${pointer}: ${detail}`)
  throw new Problem(422, 'bad-request', detail[0] ?? 'The request is invalid.', { errors })
}

function fieldProblem(issue: GenericIssue, place: string): FieldProblem {
  const path = getDotPath(issue)?.replaceAll('.', '/') ?? ''
  return { pointer: place === '' ? `/${path}` : `${place}${path}`, detail: issue.message }
}
