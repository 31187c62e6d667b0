// What the server answers, of its own OpenAPI document.
import { memoryStore } from '@todo-ledger/core'
import { Tokens } from '../../packages/server/dist/access/tokens.js'
import { createApp, LedgerService } from '../../packages/server/dist/index.js'
import { fieldsOf, typeOf } from './json.mjs'
import { page, table } from './markdown.mjs'

export async function http() {
  const app = createApp({ service: new LedgerService({ store: memoryStore() }), tokens: new Tokens() })
  const answer = await app.request('http://127.0.0.1/openapi.json', { headers: { host: '127.0.0.1' } })
  const { paths, components } = await answer.json()
  const parts = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => [
      `## ${method.toUpperCase()} ${path}`,
      operation.summary,
      ...asked(operation),
      `Answers ${Object.keys(operation.responses)
        .filter((status) => status < '300')
        .join(' or ')}:`,
      ...Object.entries(operation.responses['200'].content).map(([kind, { schema }]) =>
        kind === 'application/json' ? fieldsOf(schema) : `or a stream, \`${kind}\`, to those who accept it.`,
      ),
    ]),
  )
  const [operation] = Object.values(paths).flatMap(Object.values)
  const problems = Object.entries(operation.responses)
    .filter(([status]) => status >= '400')
    .map(([status, { description }]) => [status, description])
  return page('HTTP', [
    'What `todo-ledger serve` answers; the server gives the same as OpenAPI 3.1 at `/openapi.json`. Every request below `/v1` carries `Authorization: Bearer TOKEN`. [As a service](../guides/server.md) walks through a session.',
    ...parts,
    '## Problems',
    'What is refused is answered with `application/problem+json`:',
    table(['status', 'means'], problems),
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      `## ${name}`,
      ...(schema.description === undefined ? [] : [schema.description]),
      fieldsOf(schema),
    ]),
  ])
}

function asked({ parameters = [], requestBody }) {
  const rows = parameters.map(({ in: place, name, required, schema, description = '' }) => [
    `\`${name}${required ? '' : '?'}\``,
    place,
    typeOf(schema),
    description,
  ])
  return [
    ...(rows.length === 0 ? [] : [table(['parameter', 'in', 'type', 'means'], rows)]),
    ...(requestBody === undefined
      ? []
      : ['Takes:', fieldsOf(requestBody.content['application/json'].schema)]),
  ]
}
