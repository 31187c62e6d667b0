// What the commands print as JSON, of the JSON Schemas of packages/replay-cli/schemas.
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { code, page, table } from './markdown.mjs'

const folder = new URL('../../packages/replay-cli/schemas/', import.meta.url)

export function json() {
  const schemas = readdirSync(folder)
    .sort()
    .map((file) => ({
      name: basename(file, '.schema.json'),
      ...JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    }))
  const types = new Map(schemas.flatMap(({ definitions = {} }) => Object.entries(definitions)))
  // What only says that there may be several sessions is told once, in the text.
  const named = [...types]
    .filter(([name]) => !name.startsWith('SeveralSessions<'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return page(
    'JSON outputs',
    [
      'What each command prints with `--json`. The JSON Schemas are [packages/replay-cli/schemas](../../packages/replay-cli/schemas), and `todo-replay schema COMMAND` prints one. Of a source with several sessions most commands print `{ "sessions": [ … ] }`, each session as it would be alone. A failure prints `{ "error": { "code", "message" } }`. A field marked with `?` may be absent.',
      table(
        ['schema', 'is', 'holds'],
        schemas.map(({ name, title, ...schema }) => [
          code(name),
          title,
          schema.properties === undefined
            ? typeOf(schema)
            : Object.keys(schema.properties).map(code).join(', '),
        ]),
      ),
      ...named.flatMap(([name, schema]) => [`## ${plain(name)}`, schema.description ?? '', fieldsOf(schema)]),
    ].filter((part) => part !== ''),
  )
}

/** A type with a parameter, as a heading can have it. @param {string} name */
function plain(name) {
  return name.replace(/[<>]/g, '')
}

/** The properties of an object, or what a name stands for. */
export function fieldsOf(schema) {
  const { properties, required = [] } = schema
  if (properties === undefined || Object.keys(properties).length === 0) return typeOf(schema)
  const rows = Object.entries(properties).map(([name, part]) => [
    code(required.includes(name) ? name : `${name}?`),
    typeOf(part),
    part.description ?? part.title ?? '',
  ])
  return table(['field', 'type', 'means'], rows)
}

/** What a schema allows, in a line. */
export function typeOf(schema) {
  const { $ref, type, items, anyOf, allOf, oneOf, properties, additionalProperties } = schema
  if ($ref !== undefined) {
    const name = decodeURIComponent(basename($ref))
    const several = /^SeveralSessions<(.*)>$/.exec(name)
    return several === null
      ? `[${plain(name)}](#${plain(name).toLowerCase()})`
      : `sessions of ${typeOf({ $ref: `#/${several[1]}` })}`
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return schema.enum.map((each) => code(JSON.stringify(each))).join(', ')
  const choices = anyOf ?? oneOf ?? allOf
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' or ')
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeOf(items)}`
  if (type === 'object' && properties !== undefined)
    return `{ ${Object.entries(properties)
      .map(([name, part]) => `${name}: ${typeOf(part)}`)
      .join(', ')} }`
  if (type === 'object' && typeof additionalProperties === 'object')
    return `object of ${typeOf(additionalProperties)}`
  return type === undefined ? 'anything' : [type].flat().join(' or ')
}
