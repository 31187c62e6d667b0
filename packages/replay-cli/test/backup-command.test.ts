import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
const recording = [
  { recording: 'todo-ledger/1', session: 'ferry', profile: 'todo-manager' },
  { input: 'When does it go?', trigger: 'user', at: '2026-01-05T10:00:00Z' },
  { turn: 1, at: '2026-01-05T10:00:03Z', text: 'At six.' },
]

beforeAll(async () => {
  writeFileSync(
    join(place.folder, 'ferry.jsonl'),
    recording.map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
  await place.run('import ferry.jsonl --ledger todos.db')
})

test('copies a ledger, checks the copy, and never takes the place of a file', async () => {
  expect(await place.run('backup todos.db copy.db')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "copy.db: 6 events of 1 session, and every hash holds
    ",
    }
  `)
  expect((await place.run('verify copy.db')).code).toBe(0)
  expect(JSON.parse((await place.run('backup todos.db other.db --json')).stdout)).toMatchInlineSnapshot(`
    {
      "backup": "other.db",
      "events": 6,
      "ledger": "todos.db",
      "sessions": 1,
    }
  `)
  const before = readFileSync(join(place.folder, 'copy.db'))
  expect(await place.run('backup todos.db copy.db')).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "todo-replay: "copy.db" is there already. Give the name of a new file.
    ",
      "stdout": "",
    }
  `)
  expect(readFileSync(join(place.folder, 'copy.db')).equals(before)).toBe(true)
})

test('of a damaged log no backup is left', async () => {
  const bytes = readFileSync(join(place.folder, 'copy.db'), 'latin1')
  writeFileSync(join(place.folder, 'altered.db'), bytes.replace('At six.', 'At ten.'), 'latin1')
  expect(await place.run('backup altered.db never.db')).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "todo-replay: altered.db: a damaged log is not backed up: altered at position 4, event 4 of session ferry. Run todo-replay verify altered.db.
    ",
      "stdout": "",
    }
  `)
  expect(readdirSync(place.folder)).not.toContain('never.db')
})

test('a mistake in the call is said', async () => {
  const calls = ['backup', 'backup todos.db', 'backup ferry.jsonl copy.db', 'backup todos.db no/copy.db']
  const told = []
  for (const words of calls) {
    const { code, stderr } = await place.run(words)
    told.push(`${code} ${stderr.trim()}`)
  }
  expect(told).toMatchInlineSnapshot(`
    [
      "2 todo-replay: Name a ledger, such as todos.db.",
      "2 todo-replay: Give the copy a name: backup todos.db copy.db.",
      "2 todo-replay: ferry.jsonl is not a ledger. Only a ledger carries hashes: put recordings into one with todo-replay import.",
      "2 todo-replay: The backup "no/copy.db" cannot be written: its folder does not exist. Create it first.",
    ]
  `)
})
