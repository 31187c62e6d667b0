/** A client for tests: each answer that it gets is held against the document that the server gives of itself. */

import { evidence } from '@todo-ledger/audit'
import { type EventStore, memoryStore } from '@todo-ledger/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { type Caller, person, Tokens } from '../src/access/tokens.js'
import { type AppOptions, createApp } from '../src/http/app.js'
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
) {
  const service = new LedgerService({ ...options, store, evidence: evidence() })
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

type Send = (request: Request) => Promise<Response>

/** Asks with a token, and checks each answer. */
function asking(send: Send, token: string): Asking {
  return async (method, path, given, headers = {}) => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(given === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    })
    const answer = await send(request)
    const check = await checkOf(send)
    const body = await answer.json()
    check(method, new URL(request.url).pathname, answer, body)
    return { status: answer.status, headers: answer.headers, body }
  }
}

type Check = (method: string, path: string, answer: Response, body: unknown) => void

/** By the function that sends, and by the document, which is mostly the same. */
const checks = new Map<Send, Promise<Check>>()
const checksByDocument = new Map<string, Check>()

/** How the answers of a server are checked: by its own document, which is read once. */
function checkOf(send: Send): Promise<Check> {
  const made = async () => {
    const document = await (await send(new Request('http://localhost/openapi.json'))).text()
    const check = checksByDocument.get(document) ?? checkBy(JSON.parse(document))
    checksByDocument.set(document, check)
    return check
  }
  const check = checks.get(send) ?? made()
  checks.set(send, check)
  return check
}

interface ApiDocument {
  readonly paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
}

function checkBy(document: ApiDocument): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...document })
  const mustBe = (place: readonly string[], body: unknown, what: string) => {
    const parts = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    expect(ajv.validate(`api#/${parts.join('/')}`, body), `${what}: ${ajv.errorsText()}`).toBe(true)
  }
  return (method, path, answer, body) => {
    const isAt = (each: string) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
    const declared = Object.keys(document.paths).find(isAt) ?? ''
    const verb = method.toLowerCase()
    const responses = document.paths[declared]?.[verb]?.responses
    if (responses === undefined) {
      if (!answer.ok) mustBe(['components', 'schemas', 'Problem'], body, path)
      return
    }
    const status = String(answer.status)
    const type = answer.headers.get('content-type') ?? ''
    expect(responses[status]?.content, `${method} ${declared} answers ${status}`).toHaveProperty([type])
    const place = ['paths', declared, verb, 'responses', status, 'content', type, 'schema']
    mustBe(place, body, `${method} ${declared} ${status}`)
  }
}
