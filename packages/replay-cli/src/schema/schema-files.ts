/** The JSON Schemas that ship with the program. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Failure } from '../failure.js'
import { packageFolder } from '../package-folder.js'
import { didYouMean } from '../text/did-you-mean.js'
import type { SchemaList } from './printed-json.js'

const folder = new URL('schemas/', packageFolder)
const extension = '.schema.json'

/** The names of the schemas, sorted. */
export function schemaNames(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .toSorted()
}

/**
 * A schema.
 * @throws Failure `unknown-schema`
 */
export function schemaNamed(name: string): object {
  const names = schemaNames()
  if (!names.includes(name)) {
    throw new Failure(
      'unknown-schema',
      `There is no schema ${JSON.stringify(name)}.${didYouMean(name, names)} There are ${names.join(', ')}.`,
    )
  }
  const schema: unknown = JSON.parse(readFileSync(fileOf(name), 'utf8'))
  return typeof schema === 'object' && schema !== null ? schema : {}
}

/** All schemas. */
export function schemaList(): SchemaList {
  const schemas = schemaNames().map((name) => {
    const schema = schemaNamed(name)
    const describes = 'title' in schema ? String(schema.title) : ''
    return { name, describes, file: fileURLToPath(fileOf(name)) }
  })
  return { schemas }
}

function fileOf(name: string): URL {
  return new URL(`${name}${extension}`, folder)
}
