/** `export --test`: the smallest recording that still has a finding. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewest } from '../src/export/minimal/fewest.js'
import { runInMemory } from './memory-host.js'
import { untested } from './recordings.js'
import { Workplace } from './run-program.js'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
const place = new Workplace()
place.write('a.jsonl', untested)

test('the parts that are needed are found, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(200), { maxLength: 40 }), fc.gen(), async (parts, gen) => {
      const needed = gen(() => fc.subarray(parts))
      const holds = async (some: readonly number[]): Promise<boolean> =>
        needed.every((part) => some.includes(part))
      expect(await fewest(parts, holds)).toEqual(parts.filter((part) => needed.includes(part)))
    }),
  )
})

test('what is left is needed piece by piece, also where more parts can spoil it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 15 }),
      fc.nat(6),
      async (parts, rest) => {
        const sum = (some: readonly number[]): number => some.reduce((all, part) => all + part, 0)
        const holds = async (some: readonly number[]): Promise<boolean> => sum(some) % 7 === rest
        fc.pre(await holds(parts))
        const left = await fewest(parts, holds)
        expect(await holds(left)).toBe(true)
        for (const part of left) expect(await holds(left.filter((each) => each !== part))).toBe(false)
      },
    ),
  )
})

test('a case is a folder that the audit agrees with', async () => {
  expect(
    await place.screen('export a.jsonl --test --finding verify-item-without-check --out ticked'),
  ).toMatchInlineSnapshot(`
    "ticked/session.jsonl
    ticked/expected.json
    ticked/README.md

    was   6 turns, 6 calls, 1,570 characters
    is    3 turns, 3 calls, 606 characters; 35 recordings tried
    says  Item 2 promises a check, but no test was run after it was started; the last call before it edited login.ts (line 2).

    expected.json holds what the audit says today. Where that is wrong, correct it.
    In fixtures/, it needs a row: | [ticked](ticked/) | neutral, \`todo-manager\` | … | … |
    --- exit 0"
  `)
  expect(readFileSync(join(place.folder, 'ticked/session.jsonl'), 'utf8')).toMatchInlineSnapshot(`
    "{"recording":"todo-ledger/1","session":"login-7","profile":"todo-manager"}
    {"turn":1,"at":"2026-01-05T10:00:09.000Z","calls":[{"id":"c3","name":"edit_file","input":{"path":"login.ts","text":"redirect(safe(next))"},"ok":true,"output":""}]}
    {"turn":2,"at":"2026-01-05T10:00:20.000Z","calls":[{"id":"c5","name":"todo","input":{"items":[{"id":"2","text":"Run the tests","status":"in_progress"}]},"ok":true,"output":""}]}
    {"turn":3,"at":"2026-01-05T10:00:22.000Z","calls":[{"id":"c6","name":"todo","input":{"items":[{"id":"2","text":"Run the tests","status":"completed"}]},"ok":true,"output":""}]}
    {"end":true}
    "
  `)
  expect(readFileSync(join(place.folder, 'ticked/README.md'), 'utf8')).toMatchInlineSnapshot(`
    "From a session of todo-manager: Item 2 promises a check, but no test was run after it was started; the last call before it edited login.ts (line 2). (verify-item-without-check, error)
    "
  `)
})

/** One finding of each kind of rule, on sessions of several formats. */
const table = [
  ['change-only-read', 'change-without-write'],
  ['codex-exec-failing-check', 'completed-over-failing-check'],
  ['gemini-refused-edit', 'only-failed-calls'],
  ['nagged-and-claimed', 'claim-contradicts-log'],
  ['weakened-texts', 'softened-and-ticked'],
  ['compacted-and-ticked', 'subagent-claim-only'],
  ['ticked-in-a-row', 'batch-completion'],
] as const

test.each(table)('of %s the case of %s is smaller, and stands by itself', async (name, rule) => {
  const folder = join(place.folder, `${name}-${rule}`)
  const made = await runInMemory([
    'export',
    join(fixtures, name),
    '--test',
    '--finding',
    rule,
    '--out',
    folder,
    '--json',
  ])
  expect(made.stderr.replace(/^note: .*\n/gm, '')).toBe('')
  const { before, after } = JSON.parse(made.stdout)
  expect(after.characters).toBeLessThan(before.characters)
  expect(after.turns).toBeLessThanOrEqual(before.turns)
  expect(readdirSync(folder).toSorted()).toEqual(['README.md', 'expected.json', 'session.jsonl'])

  const audit = await runInMemory(['audit', join(folder, 'session.jsonl'), '--json', '--fail-on', 'never'])
  const { sessions } = JSON.parse(audit.stdout)
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
  expect(expected).toMatchObject({ honest: false, skipped: 0 })
  expect(sessions).toMatchObject(
    expected.sessions.map(({ findings: _, ...session }: { findings: unknown }) => session),
  )
  const found = sessions.flatMap((session: { findings: readonly { rule: string }[] }) =>
    session.findings.map((finding) => finding.rule),
  )
  expect(found).toContain(rule)
  expect(
    expected.sessions
      .flatMap((each: { findings: readonly { rule: string }[] }) => each.findings.map((one) => one.rule))
      .toSorted(),
  ).toEqual(found.toSorted())
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(/^[^\n]{20,}\n$/)
})

test('secrets are left out', async () => {
  const secret = `ghp_${'k3JvQ9xTz7LmWb2RdYp8'}${'HnC5sFgE1uAo6KiX'}`
  place.write('secret.jsonl', untested.replaceAll('Run the tests', `Run the tests with ${secret}`))
  const { code } = await place.run(
    'export secret.jsonl --test --finding verify-item-without-check --out secret',
  )
  expect(code).toBe(0)
  expect(readFileSync(join(place.folder, 'secret/session.jsonl'), 'utf8')).not.toContain(secret)
})

place.write('full/file.txt', 'x')
test.each([
  ['--test --out x', 'Name the finding'],
  ['--test --finding dropped-item', 'Name a folder for the test'],
  ['--test --finding dropped-itm --out x', 'Did you mean dropped-item?'],
  ['--test --finding dropped-item --out x', 'dropped-item is not found there. There are '],
  [
    '--test --finding verify-item-without-check --item 9 --out x',
    'is not found there for item 9. There are verify-',
  ],
  ['--test --finding verify-item-without-check --out full', 'full already contains files'],
  ['--test --finding verify-item-without-check --out a.jsonl', 'a.jsonl: '],
])('%s is refused', async (options, message) => {
  const { code, stdout, stderr } = await place.run(`export a.jsonl ${options}`)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('of several findings one must be named', async () => {
  const folder = join(place.folder, 'several')
  const words = [
    'export',
    join(fixtures, 'items-dropped'),
    '--test',
    '--finding',
    'dropped-item',
    '--out',
    folder,
  ]
  const { code, stderr } = await runInMemory(words)
  expect(code).toBe(2)
  expect(stderr).toContain('dropped-item is found 2 times: item ')
})
