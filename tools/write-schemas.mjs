// npm run schemas: writes the JSON Schemas of what todo-replay prints and reads, made of its types and their doc
// sentences. With --check it writes nothing and says which are not as they would be written. The packages are built.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { auditRules } from '@todo-ledger/audit'
import { toJsonSchema } from '@valibot/to-json-schema'
import { createGenerator } from 'ts-json-schema-generator'
import { configDefinitions, configSchema } from '../packages/replay-cli/dist/config/config-file.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const replayCli = join(root, 'packages', 'replay-cli')
const folder = join(replayCli, 'schemas')
const files = Object.entries(schemas()).map(([name, schema]) => ({
  file: `${name}.schema.json`,
  content: `${JSON.stringify(schema, null, 2)}\n`,
}))

if (process.argv.includes('--check')) check()
else write()

function write() {
  mkdirSync(folder, { recursive: true })
  for (const file of leftOver()) rmSync(join(folder, file))
  for (const { file, content } of files) writeFileSync(join(folder, file), content)
}

function check() {
  const stale = files.filter(({ file, content }) => contentOf(file) !== content).map(({ file }) => file)
  for (const file of [...stale, ...leftOver()]) process.stdout.write(`${file} is stale: npm run schemas\n`)
  process.exitCode = stale.length > 0 || leftOver().length > 0 ? 1 : 0
}

function contentOf(file) {
  const path = join(folder, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function leftOver() {
  const known = new Set(files.map(({ file }) => file))
  return existsSync(folder) ? readdirSync(folder).filter((file) => !known.has(file)) : []
}

/** Each property of the type PrintedJson is a schema. */
function schemas() {
  const whole = createGenerator({
    path: join(replayCli, 'src', 'schema', 'printed-json.ts'),
    tsconfig: join(replayCli, 'tsconfig.json'),
    type: 'PrintedJson',
    expose: 'export',
    topRef: false,
    skipTypeCheck: true, // the compiler of the build does that
  }).createSchema('PrintedJson')
  const printed = Object.fromEntries(
    Object.entries(whole.properties).map(([name, part]) => {
      const schema = ofItsOwn(part, whole.definitions)
      const { description, $ref, ...rest } = schema
      const rule = $ref === undefined ? rest : { allOf: [{ $ref }], ...rest } // nothing may stand beside a $ref
      return [
        name,
        { $schema: whole.$schema, $id: `urn:todo-ledger:todo-replay:${name}`, title: description, ...rule },
      ]
    }),
  )
  return { ...printed, config: configJsonSchema() }
}

/** The settings file: made of the declaration that reads it. */
function configJsonSchema() {
  const schema = toJsonSchema(configSchema, {
    definitions: configDefinitions,
    errorMode: 'ignore',
    typeMode: 'output',
  })
  const { $schema, ...rest } = schema
  const title =
    'The settings of an audit: todo-replay.config.json or .yaml, or the file that `--config` names.'
  const { rules } = rest.properties
  // An editor offers the rules and says what each means; own rules can have any other name.
  rules.properties = Object.fromEntries(
    auditRules.map(({ id, meta }) => [id, { ...rules.additionalProperties, description: meta.docs }]),
  )
  return { $schema, $id: 'urn:todo-ledger:todo-replay:config', title, ...rest }
}

/** A part of a schema with the definitions that it needs, and no others. */
function ofItsOwn(part, definitions) {
  const needed = new Set()
  const look = (value) => {
    if (typeof value !== 'object' || value === null) return
    if (typeof value.$ref === 'string') {
      const name = decodeURIComponent(value.$ref.replace('#/definitions/', ''))
      if (needed.has(name)) return
      needed.add(name)
      look(definitions[name])
    }
    for (const each of Object.values(value)) look(each)
  }
  look(part)
  const names = [...needed].sort()
  const own = Object.fromEntries(names.map((name) => [name, definitions[name]]))
  return names.length === 0 ? part : { ...part, definitions: own }
}
