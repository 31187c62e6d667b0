/** The document of all that can be asked over HTTP, made of the schemas that check it. */

import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { packageVersion } from '../package-version.js'
import { type Operation, placeOf } from './operation.js'
import { event, item, problem, state, violation } from './schemas.js'
import { session } from './sessions.js'

/** Schemas with a name of their own. */
const components: Readonly<Record<string, v.GenericSchema>> = {
  Event: event,
  Item: item,
  Problem: problem,
  Session: session,
  State: state,
  Violation: violation,
}

const problems = {
  400: 'The request can not be read.',
  401: 'No token, or none that is known.',
  403: 'Not allowed.',
  404: 'There is no such session, or it is not yours.',
  405: 'This address takes other methods.',
  409: 'Not now: the session is not in a state for it.',
  410: 'The contents of the session were erased.',
  413: 'Too large.',
  415: 'Not JSON.',
  421: 'The server is not reached by this name.',
  422: 'The request is not as it must be, or its key is that of another one.',
  429: 'Too much at once: wait as many seconds as `retry-after` says.',
  500: 'A fault of the server.',
  503: 'Not now: make the same request again.',
  504: 'It takes longer than the server lets an audit take.',
}

/** The document. Source: OpenAPI 3.1.1. */
export function openApiDocument(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const each of operations) {
    const { method, path } = placeOf(each)
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(each) }
  }
  const schemas = Object.entries(components).map(([name, schema]) => [name, schemaOf(schema, name)])
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'todo-ledger', version: packageVersion(), license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(schemas),
    },
  }
}

function described(operation: Operation): object {
  const { summary, query, body, answer, creates, stream } = operation
  const { method, path } = placeOf(operation)
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter('path', name, name === 'turn')),
    ...queryEntries(query).map(([name, entry]) => parameter('query', name, isNumber(entry))),
    ...(method === 'POST' ? [keyParameter] : []),
    ...(stream === undefined ? [] : [parameter('header', 'Last-Event-ID', false)]),
  ]
  const requestBody = body && {
    // What is not sent is read as an empty object.
    required: !v.safeParse(body, {}).success,
    content: { 'application/json': { schema: schemaOf(body, null, 'input') } },
  }
  const problemContent = { 'application/problem+json': { schema: { $ref: ref('Problem') } } }
  const refused = Object.entries(problems).map(([code, description]) => {
    return [code, { description, content: problemContent }]
  })
  return {
    operationId: operationId(method.toLowerCase(), path),
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      200: answered('Done.', answer, stream),
      ...(creates ? { 201: answered('It was created.', answer, stream) } : {}),
      ...Object.fromEntries(refused),
    },
  }
}

function answered(description: string, answer: v.GenericSchema, stream: string | undefined): object {
  const content = {
    'application/json': { schema: schemaOf(answer, null) },
    ...(stream === undefined ? {} : { [stream]: { schema: { type: 'string' } } }),
  }
  return { description, content }
}

const keyParameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    "The client's name for the request, unique in the session: the same again does nothing twice and gets the same answer, also after a restart.",
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parameter(place: string, name: string, isWhole: boolean): object {
  return { in: place, name, required: place === 'path', schema: { type: isWhole ? 'integer' : 'string' } }
}

function queryEntries(query: v.GenericSchema | undefined): readonly (readonly [string, v.GenericSchema])[] {
  return query !== undefined && 'entries' in query
    ? Object.entries(query.entries as Readonly<Record<string, v.GenericSchema>>)
    : []
}

/** True where the text of a number is read as one. */
function isNumber(entry: v.GenericSchema): boolean {
  return typeof v.safeParse(entry, '1').output === 'number'
}

function schemaOf(
  schema: v.GenericSchema,
  own: string | null,
  typeMode: 'input' | 'output' = 'output',
): object {
  const definitions = Object.fromEntries(Object.entries(components).filter(([name]) => name !== own))
  const {
    $schema: _,
    $defs: __,
    ...made
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    definitions,
    overrideRef: ({ referenceId }) => ref(referenceId),
  })
  return made
}

function ref(name: string): string {
  return `#/components/schemas/${name}`
}

/** `POST /v1/sessions/{id}/runs/end` is `postSessionsRunsEnd`. */
function operationId(method: string, path: string): string {
  const words = path.split('/').filter((word) => word !== '' && word !== 'v1')
  return words.reduce(
    (id, word) => (word.startsWith('{') ? `${id}One` : `${id}${word[0]?.toUpperCase()}${word.slice(1)}`),
    method,
  )
}
