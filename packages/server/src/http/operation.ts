/** One thing that can be asked over HTTP, declared once: its requests are checked by it, and it is documented by it. */

import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Caller } from '../access/tokens.js'
import type { HttpEnv } from './http-env.js'
import { Problem } from './problem.js'
import { clientId, type Given } from './schemas.js'

/** A request that was let in and checked. */
interface OperationRequest<Query extends v.GenericSchema, Body extends v.GenericSchema> {
  readonly caller: Caller
  /** The session's id in the address; empty where there is none. */
  readonly id: string
  /** The number of the turn in the address; 0 where there is none. */
  readonly turn: number
  readonly query: v.InferOutput<Query>
  readonly body: v.InferOutput<Body>
  /** The client's name for the request: the same again is the same request. */
  readonly key: string | undefined
  readonly context: Context<HttpEnv>
}

export interface Operation<
  Query extends v.GenericSchema = v.GenericSchema,
  Body extends v.GenericSchema = v.GenericSchema,
  Answer extends v.GenericSchema = v.GenericSchema,
> {
  /** Its method and its address, with `{id}` and `{turn}` where they stand. */
  readonly at: `${'GET' | 'POST' | 'DELETE'} ${string}`
  /** In one sentence. */
  readonly summary: string
  readonly query?: Query
  readonly body?: Body
  /** The tests hold each answer against it. */
  readonly answer: Answer
  /** True where some answers are 201. */
  readonly creates?: true
  /** The media type of what it answers as a stream, to those who ask for it. */
  readonly stream?: string
  handle(request: OperationRequest<Query, Body>): Promise<Given<v.InferInput<Answer>> | Response>
}

/** What is not declared must be empty. */
const nothing = v.strictObject({})

/** Declares an operation. */
export function operation<
  Query extends v.GenericSchema = typeof nothing,
  Body extends v.GenericSchema = typeof nothing,
  Answer extends v.GenericSchema = typeof nothing,
>(declared: Operation<Query, Body, Answer>): Operation {
  return declared
}

export function placeOf({ at }: Pick<Operation, 'at'>) {
  const [method = '', path = ''] = at.split(' ')
  return { method, path }
}

/** Makes an app answer operations, and refuse other methods at their addresses. */
export function mount(app: Hono<HttpEnv>, operations: readonly Operation[]): void {
  const methodsAt = new Map<string, string[]>()
  for (const each of operations) {
    const { method, path } = placeOf(each)
    const { stream, query = nothing, body = nothing } = each
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    methodsAt.set(route, [...(methodsAt.get(route) ?? []), method])
    app.on(method, route, async (context) => {
      const { req } = context
      // Nobody reads the stream of a HEAD, and nobody ends it.
      if (stream !== undefined && req.raw.method === 'HEAD' && req.header('accept')?.includes(stream))
        return context.body(null)
      const key = req.header('idempotency-key')
      const turn = req.param('turn') ?? ''
      const given = await each.handle({
        caller: context.get('caller'),
        id: req.param('id') ?? '',
        // What is no number of a turn is the number of no turn.
        turn: /^[1-9]\d{0,14}$/.test(turn) ? Number(turn) : 0,
        query: checked(query, req.query(), '?'),
        body: checked(body, each.body === undefined ? {} : await sentBody(req.raw), ''),
        key: key === undefined ? undefined : checked(clientId, key, 'Idempotency-Key'),
        context,
      })
      return given instanceof Response ? given : jsonAnswer(JSON.stringify(given))
    })
  }
  for (const [route, methods] of methodsAt) {
    const allow = (methods.includes('GET') ? ['HEAD', ...methods] : methods).join(', ')
    app.all(route, () => {
      const detail = `This address takes ${methods.join(', ')}.`
      throw new Problem(405, 'method-not-allowed', detail, { headers: { allow } })
    })
  }
}

/** An answer that is JSON already. `Response.json` makes one that the server can't write in one piece. */
export function jsonAnswer(json: Uint8Array<ArrayBuffer> | string | null): Response {
  return new Response(json, { headers: { 'content-type': 'application/json' } })
}

async function sentBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')
  const text = await request.text()
  if (text === '') return {}
  if (type === null || !/^application\/json *(;|$)/i.test(type))
    throw new Problem(415, 'unsupported-media-type', 'Send the body as content-type: application/json.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, 'bad-json', 'The body is no JSON.')
  }
}

/** What was given, in the schema's form. @throws Problem 422 */
function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  given: unknown,
  place: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  const pointerOf = (issue: v.GenericIssue) =>
    `${place || '/'}${v.getDotPath(issue)?.replaceAll('.', '/') ?? ''}`
  const errors = result.issues.map((issue) => ({ pointer: pointerOf(issue), detail: issue.message }))
  const [{ pointer, detail } = { pointer: place, detail: 'invalid' }] = errors
  throw new Problem(422, 'bad-request', `${pointer}: ${detail}`, { errors })
}
