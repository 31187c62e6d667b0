import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, lines, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
place.write(
  'hostile.jsonl',
  lines(
    { recording: 'todo-ledger/1', session: 's\u001b[2J1', profile: 'todo-manager' },
    { input: 'Go', trigger: 'user' },
    {
      turn: 1,
      calls: [
        {
          id: 'c1',
          name: 'todo',
          input: { items: [{ id: '1\u001b[31m', text: 'a\nb\u202e', status: 'blocked' }] },
        },
      ],
    },
    { turn: 2, text: 'ok' },
  ),
)
place.write(
  'loki.jsonl',
  lines(
    { recording: 'todo-ledger/1', session: 'l1', profile: 'loki' },
    { input: 'Go', trigger: 'user' },
    { turn: 1, calls: [{ id: 'c1', name: 'todo__add', input: { task: 'Sow' } }] },
    { turn: 2, text: 'Later.' },
    { input: 'Go on', trigger: 'continuation' },
    { turn: 3, calls: [{ id: 'c2', name: 'todo__done', input: { id: 1 } }] },
    { turn: 4, text: 'Done.' },
  ),
)
const core = pathToFileURL(fileURLToPath(import.meta.resolve('@todo-ledger/core'))).href
const ownProfile = (name: string, profile: string): void =>
  place.write(name, `import { profiles } from '${core}'\nexport default profiles.${profile}\n`)
ownProfile('loki.mjs', 'loki.with({ auto_continue: true, max_auto_continues: 2 })')
ownProfile('few.mjs', 'todoManager.with({ maxItems: 1 })')

test('another profile, for people', async () => {
  expect(await place.screen('what-if untested.jsonl --profile claude-code')).toMatchInlineSnapshot(`
    "login-7
    todo-manager → claude-code, first divergence: turn 3, event 14

    Todo calls
      turn 3    todo rejected → accepted
    3 calls as recorded

    1 yield
      turn 6    dormant: no open todos

    The list at the end
    [x] #1: Fix the redirect in login.ts
    [x] #2: Run the tests
    --- exit 0"
  `)
})

test('one that has other tools', async () => {
  expect(await place.screen('what-if untested.jsonl --profile wake-loop')).toMatchInlineSnapshot(`
    "login-7
    todo-manager → wake-loop, first divergence: none

    Todo calls
      turn 3    todo rejected → not expressible: wake-loop has no status
                in_progress: item "2" ("Run the tests") stays pending
    3 calls as recorded

    1 yield
      turn 6    dormant: no open todos

    Not expressible
      turn 1    wake-loop has no status in_progress: item "1" ("Fix the redirect in
                login.ts") stays pending
      turn 3    wake-loop has no status in_progress: item "2" ("Run the tests")
                stays pending (2 times)

    The list at the end
    [x] #1: Fix the redirect in login.ts
    [x] #2: Run the tests
    --- exit 0"
  `)
})

test('a ledger is driven as the recording that it was read from', async () => {
  await place.run('import untested.jsonl --ledger todos.db')
  const [fromFile, fromLedger] = await Promise.all(
    ['untested.jsonl', 'todos.db'].map((source) => place.json(`what-if ${source} --profile codex --json`)),
  )
  expect(fromLedger).toEqual(fromFile)
})

test('no control character of a recording is printed', async () => {
  const { stdout, code } = await place.run('what-if hostile.jsonl --profile loki')
  expect(code).toBe(0)
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
})

test('a profile from a file', async () => {
  const without = await place.json('what-if loki.jsonl --profile loki --json')
  expect(without).toMatchObject({ continuations: [], attempts: [{}, { beyond: true }] })
  const result = await place.json('what-if loki.jsonl --profile loki.mjs --json')
  expect(result).toMatchObject({ continuations: [{ turn: 2, cause: 'todos-open' }], firstDivergence: null })
  expect(JSON.stringify(result)).not.toContain('beyond')
  expect(await place.json('what-if untested.jsonl --profile few.mjs --json')).toMatchObject({
    firstDivergence: { turn: 1 },
    final: { items: [] },
  })
})
