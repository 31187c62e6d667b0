/** What every command prints under `--json`, and the files that the program reads and writes, are as the schemas say. */

import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv, type ValidateFunction } from 'ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { knownCommands } from '../src/known-commands.js'
import { schemaNamed, schemaNames } from '../src/schema/schema-files.js'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
symlinkSync(fileURLToPath(new URL('../../../fixtures', import.meta.url)), join(place.folder, 'fixtures'))
place.makeFolder('some')
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
// Those that bring out every part of what is printed, and few: each command reads them all.
for (const name of [
  'change-only-read',
  'codex-rollout',
  'compaction',
  'gemini-refused-edit',
  'hostile-text',
  'items-dropped',
  'nag-ignored',
  'parked-and-compacted',
  'refused-update',
  'subagent-inline',
  'task-tools',
]) {
  symlinkSync(join(place.folder, 'fixtures', name), join(place.folder, 'some', name))
}
process.chdir(place.folder)

const ajv = new Ajv({ strict: true, allowUnionTypes: true })
const validators = new Map<string, ValidateFunction>()

/** What is wrong with a value by a schema; none where nothing is. */
function wrongIn(name: string, value: unknown): readonly string[] {
  const validate = validators.get(name) ?? ajv.compile(schemaNamed(name))
  validators.set(name, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const earlier = new Map<string, Promise<unknown>>()

/** What a command line prints; it is run once. */
function printed(words: string): Promise<unknown> {
  const before = earlier.get(words)
  const value = before ?? runInMemory(words.split(' ')).then(({ stdout }): unknown => JSON.parse(stdout))
  earlier.set(words, value)
  return value
}

beforeAll(async () => {
  await runInMemory('import some --ledger todos.db'.split(' '))
  await runInMemory('import untested.jsonl --ledger erased.db'.split(' '))
  await runInMemory('prove todos.db --session ferry-times-1 --seq 4 --out proof.json'.split(' '))
  await runInMemory('anchor todos.db --out anchors.txt'.split(' '))
  await runInMemory('audit some --write-baseline accepted.json'.split(' '))
})

/** Each command with what brings out every part of its output; in this order. */
place.write(
  'answers.jsonl',
  (await place.run('pages untested.jsonl')).stdout
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const { id }: { readonly id: string } = JSON.parse(line)
      return JSON.stringify({
        id,
        verdict: 'not_done',
        p: 90,
        parts: [],
        line: null,
        quote: index === 0 ? '' : 'short',
      })
    })
    .join('\n'),
)

const samples: readonly [schema: string, words: string][] = [
  ['audit', 'audit some --json'],
  ['audit', 'audit todos.db --json'],
  ['audit', 'audit untested.jsonl --json --baseline accepted.json'],
  ['audit', 'audit --explain instant-flip --json'],
  ['show', 'show untested.jsonl --json'],
  ['show', 'show some --json'],
  ['log', 'log untested.jsonl --json'],
  ['log', 'log some --json'],
  ['diff', 'diff untested.jsonl --json'],
  ['diff', 'diff some --json'],
  ['diff', 'diff fixtures/items-dropped/session.jsonl --dropped --json'],
  ['blame', 'blame untested.jsonl --json'],
  ['blame', 'blame some --all --json'],
  ['bisect', 'bisect untested.jsonl --rule single-in-progress --json'],
  ['bisect', 'bisect some --rule max-items --option max=3 --json'],
  ['bisect', 'bisect fixtures/two-in-progress/session.jsonl --expression turn<3 --json'],
  ['plan', 'plan untested.jsonl --turn 3 --json'],
  ['plan', 'plan some --turn 1 --json'],
  ['plan', 'plan some --backtest --json'],
  ['stats', 'stats untested.jsonl --json'],
  ['stats', 'stats some --json'],
  ['pages', 'pages some --out pages.jsonl --json'],
  ['audit', 'audit untested.jsonl --answers answers.jsonl --json --fail-on never'],
  ['report', 'report untested.jsonl --out page.html --json'],
  ['what-if', 'what-if untested.jsonl --profile todo-manager --json'],
  ['what-if', 'what-if some --profile wake-loop --json'],
  ['sessions', 'sessions some --json'],
  ['import', 'import some --ledger todos.db --json'],
  ['import', 'import delegated.jsonl --ledger new.db --json'],
  ['commits', 'commits untested.jsonl --repo fixtures --json'],
  ['commits', 'commits some --repo fixtures --json'],
  ['sync', 'sync untested.jsonl --with jsonl:list.jsonl --json'],
  ['sync', 'sync untested.jsonl --with jsonl:list.jsonl --apply --json'],
  ['export', 'export some --out events.jsonl --json'],
  ['export', 'export untested.jsonl --format ics --out todos.ics --json'],
  ['export', 'export untested.jsonl --until 4 --as fork --out fork.jsonl --json'],
  [
    'export',
    'export fixtures/items-dropped/session.jsonl --test --finding dropped-item --item 3 --out case --json',
  ],
  ['verify', 'verify some --json'],
  ['verify', 'verify todos.db --anchor @anchors.txt --json'],
  ['verify', 'verify --proof proof.json --anchor @anchors.txt --json'],
  ['anchor', 'anchor todos.db --json'],
  ['backup', 'backup todos.db copy.db --json'],
  ['copy', 'copy todos.db copied.db --json'],
  ['prove', 'prove todos.db --session ferry-times-1 --seq 4'],
  ['prove', 'prove todos.db --session ferry-times-1 --seq 5 --out again.json --json'],
  ['redact', 'redact erased.db --pattern redirect --dry-run --json'],
  ['redact', 'redact erased.db --pattern redirect --json'],
  ['verify', 'verify erased.db --json'],
  ['audit', 'audit erased.db --json'],
  ['forget', 'forget erased.db --session login-7 --json'],
  ['verify', 'verify erased.db --json'],
  ['profiles', 'profiles --json'],
  ['schema', 'schema --json'],
  ['completion', 'completion bash --json'],
  ['failure', 'audit missing.jsonl --json'],
  ['failure', 'nope --json'],
]

describe('what is printed', () => {
  test.each(samples)('%s: %s', async (schema, words) => {
    expect(wrongIn(schema, await printed(words))).toEqual([])
  })

  test('watch: each line that it prints', async () => {
    const kinds = new Set<unknown>()
    for (const source of [
      'untested.jsonl',
      'fixtures/nag-ignored/session.jsonl',
      'fixtures/compaction/session.jsonl',
    ]) {
      const { stdout } = await runInMemory(['watch', source, '--once', '--json'])
      for (const line of stdout.split('\n').slice(0, -1)) {
        const event: { readonly kind?: unknown } = JSON.parse(line)
        expect({ line, wrong: wrongIn('watch', event) }).toEqual({ line, wrong: [] })
        expect(wrongIn('watch', { ...event, other: 1 })).not.toEqual([])
        expect(wrongIn('watch', { ...event, kind: 'other' })).not.toEqual([])
        kinds.add(event.kind)
      }
    }
    expect([...kinds].sort()).toMatchInlineSnapshot(`
      [
        "caught-up",
        "compaction",
        "completion",
        "finding",
        "input",
        "nag",
        "rejection",
        "session",
        "update",
        "yield",
      ]
    `)
  })

  test('every schema has a sample, and every command a schema', () => {
    const elsewhere = ['config', 'baseline', 'watch']
    expect([...new Set(samples.map(([schema]) => schema)), ...elsewhere].toSorted()).toEqual(schemaNames())
    const without = knownCommands.map(({ name }) => name).filter((name) => !schemaNames().includes(name))
    // A screen, and settings of another program.
    expect(without).toEqual(['label', 'debug', 'hook'])
  })
})

/** Keys that need not be there. */
const optional: ReadonlySet<string> = new Set(['$schema', 'baseline', 'ruleFailures'])

describe('the schemas are strict', () => {
  test.each(samples)('%s: %s', async (schema, words) => {
    const sample = await printed(words)
    if (typeof sample !== 'object' || sample === null) throw new Error('no object')
    expect(wrongIn(schema, { ...sample, other: 1 })).not.toEqual([])
    for (const key of Object.keys(sample)) {
      const { [key]: value, ...others } = Object.fromEntries(Object.entries(sample))
      if (!optional.has(key)) expect({ key, wrong: wrongIn(schema, others) }).not.toEqual({ key, wrong: [] })
      const changed = value === null ? 7 : typeof value === 'object' ? 'text' : { value }
      expect({ key, wrong: wrongIn(schema, { ...others, [key]: changed }) }).not.toEqual({ key, wrong: [] })
    }
  })

  test('deep inside, too', async () => {
    const text = JSON.stringify(await printed('audit fixtures --json'))
    for (const [from, to] of [
      ['"verdict":"supported"', '"verdict":"fine"'],
      ['"severity":"error"', '"severity":"fatal"'],
      ['"missing":[]', '"missing":null'],
      ['"weight":', '"weigth":'],
    ] as const) {
      expect(text).toContain(from)
      expect(wrongIn('audit', JSON.parse(text.replace(from, to)))).not.toEqual([])
    }
  })
})

describe('the settings', () => {
  test.each([
    ['{}', true],
    ['{"$schema":"./x.json","rules":{"instant-flip":"off","my-rule":["warning"]}}', true],
    ['{"rules":{"instant-flip":["error",{"spare":["a"]}]},"ownRules":["./r.mjs"],"baseline":"b.json"}', true],
    ['{"itemClasses":{"verify":["abnehmen"]},"checks":[{"command":"make acceptance","kind":"test"}]}', true],
    ['{"rulez":{}}', false],
    ['{"rules":{"instant-flip":"fatal"}}', false],
    ['{"rules":{"instant-flip":["error",{},1]}}', false],
    ['{"itemClasses":{"nope":[]}}', false],
    ['{"itemClasses":{"verify":"abnehmen"}}', false],
    ['{"checks":[{"command":"make"}]}', false],
    ['{"baseline":1}', false],
  ])('%s', (text, isRight) => {
    expect(wrongIn('config', JSON.parse(text)).length === 0).toBe(isRight)
  })

  test('what the schema lets pass, the program reads, and the key $schema is passed over', async () => {
    place.write(
      'todo.json',
      '{"$schema":"./x.json","rules":{"instant-flip":"off"},"baseline":"accepted.json"}',
    )
    place.write('bad.json', '{"rulez":{}}')
    expect(
      (await runInMemory('audit untested.jsonl --config todo.json --fail-on never --json'.split(' '))).code,
    ).toBe(0)
    expect((await runInMemory('audit untested.jsonl --config bad.json --json'.split(' '))).code).toBe(2)
  })

  test('each rule is there with its meaning', async () => {
    const config = JSON.stringify(schemaNamed('config'))
    expect(config).toContain('"instant-flip":{"$ref":"#/$defs/RuleSetting","description":"The item was')
  })
})

test('a baseline that was written', () => {
  const written: unknown = JSON.parse(readFileSync(join(place.folder, 'accepted.json'), 'utf8'))
  expect(wrongIn('baseline', written)).toEqual([])
  expect(wrongIn('baseline', { baseline: 'todo-ledger/2', findings: [] })).not.toEqual([])
})

describe('the command schema', () => {
  test('prints one, or lists them', async () => {
    expect(await printed('schema audit')).toEqual(schemaNamed('audit'))
    const { stdout } = await runInMemory(['schema'])
    expect(stdout.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(schemaNames().length)
  })

  test.each(['adit', '../package', '', '__proto__'])('there is no %j', async (name) => {
    const { code, stderr } = await runInMemory(['schema', name])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^todo-replay: There is no schema "/),
    })
  })
})
