/** The JSON Schema of the neutral recording says what its reader says. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { neutral } from '../src/formats/neutral/format.js'
import { RecordingError } from '../src/recording-error.js'
import { readFormat } from './read-format.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const schema: object = JSON.parse(
  readFileSync(`${root}/packages/recordings/schemas/neutral-recording.schema.json`, 'utf8'),
)
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema)

const header = { recording: 'todo-ledger/1', session: 's1', profile: 'todo-manager' }

/** What the reader says of these lines: null where it takes them. */
async function refusal(...lines: readonly object[]): Promise<string | null> {
  try {
    await readFormat(neutral, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'r.jsonl')
    return null
  } catch (error) {
    if (error instanceof RecordingError) return error.message
    throw error
  }
}

/** The first line that the schema refuses, or null. */
function firstInvalid(lines: readonly string[]): string | null {
  return lines.find((line) => !validate(JSON.parse(line))) ?? null
}

describe('the schema takes', () => {
  const recordings = readdirSync(`${root}/fixtures`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(`${root}/fixtures/${name}`).map((file) => `${name}/${file}`))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => [file, readFileSync(`${root}/fixtures/${file}`, 'utf8').trimEnd().split('\n')] as const)
    .filter(([, [first]]) => first?.includes('"recording":"todo-ledger/1"'))

  test('there are such fixtures', () => expect(recordings.length).toBeGreaterThan(5))

  test.each(recordings)('%s', (_file, lines) => expect(firstInvalid(lines)).toBeNull())
})

/** Values of every kind, right and wrong ones for each field. */
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 's', 0, 1, 1.5, -1, [], {}, 'user', 'nobody', 'waiting'),
  fc.constantFrom<unknown>(
    '2026-01-05',
    '2026-01-05T10:00:00Z',
    '2026-02-31T10:00:00+01:00',
    '2026-13-01',
    'x',
  ),
)
const callFields = fc.record(
  { id: value, name: value, ok: value, output: value, input: value },
  { requiredKeys: [] },
)
const goodCall = fc.record(
  {
    id: fc.string({ minLength: 1 }),
    name: fc.constant('todo'),
    input: value,
    ok: fc.constantFrom(true, null),
  },
  { requiredKeys: ['id', 'name'] },
)
const calls = fc.oneof(value, fc.array(fc.oneof(goodCall, goodCall, callFields, value), { maxLength: 3 }))
const anyField = {
  at: fc.oneof(fc.constant('2026-01-05T10:00:00.5Z'), value),
  turn: fc.oneof(fc.constantFrom(1, 7), value),
  input: value,
  subagent: value,
  nag: value,
  compacted: value,
  yield: fc.oneof(fc.constantFrom('idle', 'dormant'), value),
  end: fc.oneof(fc.constant(true), value),
  text: value,
  trigger: value,
  calls,
  complete: value,
  usage: fc.oneof(value, fc.record({ input: value, cacheRead: value, cost: value }, { requiredKeys: [] })),
  summary: value,
  call: value,
  other: value,
}
const entry = fc
  .record(anyField, { requiredKeys: [], noNullPrototype: true })
  .chain((fields) =>
    fc.subarray(Object.entries(fields), { maxLength: 4 }).map((some) => Object.fromEntries(some)),
  )

describe('the schema and the reader agree', () => {
  test('on any line', async () => {
    const seen = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(entry, async (line) => {
        // A turn stands before it, so that a line may say where control went.
        const said = await refusal(header, { turn: 1 }, line)
        seen[said === null ? 'taken' : 'refused'] += 1
        expect({ line, taken: validate(line), said }).toEqual({ line, taken: said === null, said })
      }),
      { numRuns: runs(3000) },
    )
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(runs(300))
  })

  const rule = fc.record(
    { id: value, mode: fc.oneof(fc.constantFrom('reject', 'flag'), value), options: value },
    { requiredKeys: [] },
  )
  const names = fc.array(fc.constantFrom('todo', 'add'), { maxLength: 2 })
  const declaration = fc.record(
    {
      source: fc.oneof(fc.constant('here'), value),
      tools: fc.oneof(names, fc.array(value, { maxLength: 2 }), value),
      rules: fc.oneof(fc.constant([{ id: 'r', mode: 'flag' }]), fc.array(rule, { maxLength: 2 }), value),
    },
    { requiredKeys: [] },
  )
  const headerFields = fc.record(
    {
      recording: fc.oneof(fc.constant('todo-ledger/1'), value),
      session: value,
      profile: value,
      declares: fc.oneof(declaration, value),
      parent: value,
      goal: value,
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  test('on any first line', async () => {
    await fc.assert(
      fc.asyncProperty(headerFields, async (line) => {
        const said = await refusal(line)
        // The reader is told by its first line that it is one; the schema tells lines apart by "recording".
        const taken = 'recording' in line && validate(line)
        expect({ line, taken, said }).toEqual({ line, taken: said === null, said })
      }),
      { numRuns: runs(2000) },
    )
  })
})
