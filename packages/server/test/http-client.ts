/** A client for tests: each answer that it gets is held against the document that the server gives of itself. */

import { evidence } from '@todo-ledger/audit'
import { type EventStore, memoryStore } from '@todo-ledger/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import { type Caller, person, Tokens } from '../src/access/tokens.js'
import { type AppOptions, createApp } from '../src/http/app.js'
import type { HttpEnv } from '../src/http/http-env.js'
import { LedgerService, type ServiceOptions } from '../src/service/ledger-service.js'

/** An answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each is checked against its schema, and the tests say what they expect
  readonly body: any
}

/** What is asked. */
export type Asking = (method: string, path: string, given?: object, headers?: object) => Promise<Answer>

export const ada: Caller = { name: 'ada', prefix: 'ada.' }
export const bob: Caller = { name: 'bob', prefix: 'bob.' }

/** A server in this process, and ways to ask it. */
export function testServer(
  store: EventStore = memoryStore(),
  options: Partial<AppOptions> & Pick<ServiceOptions, 'clock' | 'ids' | 'place'> = {},
): {
  readonly app: Hono<HttpEnv>
  readonly service: LedgerService
  readonly tokens: Tokens
  readonly as: (caller: Caller) => Asking
  readonly ask: Asking
} {
  const { limits, metrics, clock, ids, place } = options
  const service = new LedgerService({
    store,
    evidence: evidence(),
    ...(limits === undefined ? {} : { limits }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
    ...(place === undefined ? {} : { place }),
  })
  const tokens = new Tokens()
  const app = createApp({ service, tokens, ...options })
  const as = (caller: Caller) =>
    asking((request) => Promise.resolve(app.fetch(request)), tokens.issue(caller))
  return { app, service, tokens, as, ask: as(person) }
}

/** The code of a problem. */
export async function codeOf(answer: Response): Promise<unknown> {
  const problem = await answer.json()
  return typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined
}

/** Asks with a token, and checks each answer. */
function asking(
  send: (request: Request) => Promise<Response>,
  token: string,
  origin = 'http://localhost',
): Asking {
  return async (method, path, given, headers = {}) => {
    const request = new Request(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(given === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    })
    const answer = await send(request)
    const checks = await checksOf(send, origin)
    const body = await answer.json()
    checks(method, new URL(request.url).pathname, answer, body)
    return { status: answer.status, headers: answer.headers, body }
  }
}

type Check = (method: string, path: string, answer: Response, body: unknown) => void

/** By the function that sends, and by the document, which is mostly the same. */
const checks = new Map<unknown, Promise<Check>>()
const checksByDocument = new Map<string, Check>()

/** How the answers of a server are checked: by its own document, which is read once. */
function checksOf(send: (request: Request) => Promise<Response>, origin: string): Promise<Check> {
  const known = checks.get(send)
  if (known !== undefined) return known
  const made = send(new Request(`${origin}/openapi.json`)).then(async (answer) => {
    const document = await answer.text()
    const check = checksByDocument.get(document) ?? checkBy(JSON.parse(document))
    checksByDocument.set(document, check)
    return check
  })
  checks.set(send, made)
  return made
}

interface ApiDocument {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly responses: {
          readonly [status: string]: { readonly content: { readonly [type: string]: unknown } }
        }
      }
    }
  }
}

function checkBy(document: ApiDocument): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...document })
  return (method, path, answer, body) => {
    const declared = Object.keys(document.paths).find((each) =>
      new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    const type = answer.headers.get('content-type') ?? ''
    const operation = declared === undefined ? undefined : document.paths[declared]?.[method.toLowerCase()]
    if (declared === undefined || operation === undefined) {
      if (answer.ok) return
      expect(ajv.validate('api#/components/schemas/Problem', body), ajv.errorsText()).toBe(true)
      return
    }
    const { status } = answer
    expect(operation.responses[status]?.content, `${method} ${declared} answers ${status}`).toHaveProperty([
      type,
    ])
    const place = [
      'paths',
      declared,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    ]
    const pointer = place
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const isValid = ajv.validate(`api#/${pointer}`, body)
    expect(isValid, `${method} ${declared} ${status}: ${ajv.errorsText()}`).toBe(true)
  }
}
