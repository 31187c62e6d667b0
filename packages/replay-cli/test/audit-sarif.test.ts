import { auditRules } from '@todo-ledger/audit'
import { describe, expect, it } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, lines, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('a b/untested.jsonl', untested)
place.write('a b/delegated.jsonl', delegated)

/** As much of the official schema as this program uses: what is required, and of which type each property is. */
interface Shape {
  readonly type?: 'object' | 'array' | 'string' | 'integer'
  readonly required?: readonly string[]
  readonly properties?: { readonly [name: string]: Shape }
  /** True: properties that are not named may stand here. */
  readonly open?: true
  readonly items?: Shape
  readonly oneOf?: readonly string[]
  readonly minimum?: number
  readonly atLeast?: number
}

const bag: Shape = { type: 'object', open: true }
const text: Shape = { type: 'string' }
const message: Shape = {
  type: 'object',
  required: ['text'],
  properties: { text, markdown: text, properties: bag },
}
const level: Shape = { type: 'string', oneOf: ['none', 'note', 'warning', 'error'] }
const location: Shape = {
  type: 'object',
  properties: {
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation'],
      properties: {
        artifactLocation: { type: 'object', properties: { uri: text } },
        region: { type: 'object', properties: { startLine: { type: 'integer', minimum: 1 } } },
      },
    },
    logicalLocations: {
      type: 'array',
      items: { type: 'object', properties: { name: text, fullyQualifiedName: text, kind: text } },
    },
    message,
  },
}
const log: Shape = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    $schema: text,
    version: { type: 'string', oneOf: ['2.1.0'] },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: text,
                  version: text,
                  rules: {
                    type: 'array',
                    items: {
                      type: 'object',
                      required: ['id'],
                      properties: {
                        id: text,
                        shortDescription: message,
                        fullDescription: message,
                        help: message,
                        defaultConfiguration: { type: 'object', properties: { level } },
                        properties: bag,
                      },
                    },
                  },
                },
              },
            },
          },
          columnKind: { type: 'string', oneOf: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              properties: {
                ruleId: text,
                ruleIndex: { type: 'integer', minimum: 0 },
                level,
                message,
                locations: { type: 'array', items: location },
                relatedLocations: { type: 'array', items: location },
                partialFingerprints: { type: 'object', open: true },
                properties: bag,
              },
            },
          },
          properties: bag,
        },
      },
    },
  },
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is wrong with a value by the shape. */
function wrongs(value: unknown, shape: Shape, at = '$'): readonly string[] {
  const { type, oneOf, minimum } = shape
  if (type === 'array') {
    if (!Array.isArray(value)) return [`${at} is no list`]
    const { items } = shape
    return items === undefined ? [] : value.flatMap((each, index) => wrongs(each, items, `${at}[${index}]`))
  }
  if (type === 'object') {
    if (!isRecord(value)) return [`${at} is no object`]
    const missing = (shape.required ?? []).filter((name) => !Object.hasOwn(value, name))
    const inside = Object.entries(value).flatMap(([name, each]) => {
      const known = shape.properties?.[name]
      if (known !== undefined) return wrongs(each, known, `${at}.${name}`)
      return shape.open === true ? [] : [`${at}.${name} is not in the schema`]
    })
    return [...missing.map((name) => `${at}.${name} is missing`), ...inside]
  }
  if (type === 'integer') {
    return typeof value === 'number' && Number.isInteger(value) && value >= (minimum ?? 0)
      ? []
      : [`${at} is no number`]
  }
  const isText = typeof value === 'string' && (oneOf === undefined || oneOf.includes(value))
  return isText ? [] : [`${at} is ${JSON.stringify(value)}`]
}

async function sarif(words: string): Promise<unknown> {
  return JSON.parse((await place.run(words)).stdout)
}

describe('--format sarif', () => {
  it('is what the schema asks for', async () => {
    expect(wrongs(await sarif('audit . --format sarif'), log)).toEqual([])
  })

  it('names file, line, level, rule and support', async () => {
    expect(await sarif('audit . --format sarif')).toMatchObject({
      runs: [
        {
          tool: { driver: { name: 'todo-replay', rules: auditRules.map(({ id }) => ({ id })) } },
          results: expect.arrayContaining([
            expect.objectContaining({
              ruleId: 'verify-item-without-check',
              ruleIndex: auditRules.findIndex(({ id }) => id === 'verify-item-without-check'),
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'a%20b/untested.jsonl' },
                    region: { startLine: 7 },
                  },
                  logicalLocations: [{ name: 'item 2', fullyQualifiedName: 'login-7/item 2', kind: 'item' }],
                },
              ],
              properties: expect.objectContaining({
                session: 'login-7',
                item: '2',
                text: 'Run the tests',
                turn: 5,
                support: expect.any(Number),
                verdict: 'unsupported',
              }),
            }),
          ]),
          properties: { summary: { sessions: 3 } },
        },
      ],
    })
  })

  it('helps with every rule, by an example', async () => {
    const found = await sarif('audit . --format sarif')
    const shape = {
      runs: [
        {
          tool: {
            driver: {
              rules: auditRules.map(({ meta: { severity } }) => ({
                help: {
                  text: expect.stringContaining('Example:'),
                  markdown: expect.stringContaining('Example:'),
                },
                defaultConfiguration: { level: severity === 'info' ? 'note' : severity },
              })),
            },
          },
        },
      ],
    }
    expect(found).toMatchObject(shape)
  })

  it('keeps its fingerprints when the session grows before the place', async () => {
    const fingerprints = async (input: string): Promise<readonly string[]> => {
      const { stdout } = await runInMemory(['audit', '-', '--format', 'sarif'], { input })
      return [...stdout.matchAll(/"todoLedger\/v1": "([0-9a-f]{32})"/g)].map(([, digits = '']) => digits)
    }
    const [head = '', input = '', ...rest] = untested.trimEnd().split('\n')
    const note = JSON.stringify({ input: 'And hurry', trigger: 'user' })
    const before = await fingerprints(untested)
    expect(new Set(before).size).toBe(3)
    expect(await fingerprints(`${[head, note, input, ...rest].join('\n')}\n`)).toEqual(before)
    expect(await fingerprints(untested.replaceAll('Run the tests', 'Run all the tests'))).not.toEqual(before)
  })

  it('makes neither a link nor a placeholder of a text', async () => {
    const name = 'see [here](https://evil.example) and {0}'
    const item = (status: string): object => ({ items: [{ id: '1', text: 'Run the tests', status }] })
    const input = lines(
      { recording: 'todo-ledger/1', session: 's', profile: 'todo-manager' },
      {
        turn: 1,
        calls: [{ id: 'c1', name: 'todo', input: item('in_progress'), ok: true, output: '' }],
      },
      {
        turn: 2,
        calls: [
          { id: 'c2', name: 'Edit', input: { file_path: name }, ok: true, output: '' },
          { id: 'c3', name: 'todo', input: item('completed'), ok: true, output: '' },
        ],
      },
    )
    const { stdout } = await runInMemory(['audit', '-', '--format', 'sarif'], { input })
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [
        {
          results: expect.arrayContaining([
            expect.objectContaining({
              message: { text: expect.stringContaining('[here] (https://evil.example) and {{0}}') },
            }),
          ]),
        },
      ],
    })
  })
})
