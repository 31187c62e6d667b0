import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { decodeEvent } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, delegated, result, todoWrite, untested, use } from './recordings.js'

const place = new MemoryPlace()
place.write('recordings/a.jsonl', untested)
place.write('recordings/b.jsonl', delegated)

/** Runs in this process, in the folder of the tests. */
async function run(...argv: readonly string[]): ReturnType<typeof runInMemory> {
  return runInMemory(
    argv.map((word) => (/^[\w/-]+\.(jsonl|db)$/.test(word) ? join(place.folder, word) : word)),
  )
}

test('recordings go into a ledger once', async () => {
  expect(await place.screen('import recordings --ledger todos.db')).toMatchInlineSnapshot(`
    "login-7: new, 25 events
    docs-1: new, 16 events
    docs-1/reader: new, 7 events

    todos.db: 3 sessions, 48 events added
    --- exit 0"
  `)
  expect(await place.screen('import recordings/a.jsonl --ledger todos.db')).toMatchInlineSnapshot(`
    "login-7: unchanged, 25 events
    todos.db: 1 session, nothing new
    --- exit 0"
  `)
  expect(await place.json('import recordings/a.jsonl --ledger todos.db --json')).toMatchInlineSnapshot(`
    {
      "added": 0,
      "ledger": "todos.db",
      "sessions": [
        {
          "added": 0,
          "events": 25,
          "file": "recordings/a.jsonl",
          "redacted": 0,
          "session": "login-7",
          "status": "unchanged",
        },
      ],
    }
  `)
})

test('a ledger says the same as the recordings that went into it', async () => {
  await run('import', 'recordings/a.jsonl', '--ledger', 'same.db')
  for (const words of [
    'audit --all',
    'audit --json',
    'show',
    'show --json',
    'show --at 4',
    'log',
    'log --json',
    'sessions --json',
    'export',
  ]) {
    const [command = '', ...options] = words.split(' ')
    const recording = await run(command, 'recordings/a.jsonl', ...options)
    const ledger = await run(command, 'same.db', ...options)
    // A ledger gives its events hashes; a recording has none. What is offered names the file.
    const stdout = ledger.stdout
      .replace(/,"hash":"[0-9a-f]{64}"/g, '')
      .replace('same.db --reader', 'recordings/a.jsonl --reader')
    expect({ ...ledger, stdout }, words).toEqual(recording)
  }
})

test('another session under the same id is refused, and changes nothing', async () => {
  await run('import', 'recordings/a.jsonl', '--ledger', 'conflict.db')
  const before = (await run('export', 'conflict.db')).stdout
  place.write('other.jsonl', untested.replace('Planning.', 'Guessing.'))
  const { code, stderr } = await place.run('import other.jsonl --ledger conflict.db')
  expect(code).toBe(2)
  expect(stderr).toMatchInlineSnapshot(`
    "todo-replay: other.jsonl: conflict.db holds another session under the id "login-7": at event 4 the two differ in it (message.recorded). Import it into another ledger.
    "
  `)
  expect((await run('export', 'conflict.db')).stdout).toBe(before)
})

test('an import that fails leaves no ledger behind', async () => {
  place.write('bad.jsonl', 'x\n')
  expect((await place.run('import bad.jsonl --ledger none.db')).code).toBe(2)
  expect(existsSync(join(place.folder, 'none.db'))).toBe(false)
})

const working = claudeCode([
  { user: 'Repair the login page' },
  { id: 'm1', model: [{ type: 'text', text: 'Let me plan.' }] },
  { id: 'm1', model: [todoWrite('t1', ['Fix the redirect', 'in_progress'], ['Run the tests', 'pending'])] },
  { user: [result('t1', 'Todos have been modified successfully')] },
  { id: 'm2', model: [use('t2', 'Edit', { file_path: 'login.ts', old_string: 'a', new_string: 'b' })] },
  { user: [result('t2', 'The file has been updated')] },
  { id: 'm3', model: [{ type: 'text', text: 'Fixed. Now the tests.' }] },
  { id: 'm3', model: [todoWrite('t3', ['Fix the redirect', 'completed'], ['Run the tests', 'in_progress'])] },
  { user: [result('t3', 'Todos have been modified successfully')] },
  { id: 'm4', model: [use('t4', 'Bash', { command: 'npm test' })] },
  { user: [result('t4', '12 passed')] },
  { id: 'm5', model: [todoWrite('t5', ['Fix the redirect', 'completed'], ['Run the tests', 'completed'])] },
  { user: [result('t5', 'Todos have been modified successfully')] },
  { id: 'm6', model: [{ type: 'text', text: 'Both are done.' }] },
  { user: 'And the logout page?' },
  { id: 'm7', model: [{ type: 'text', text: 'It is fine.' }] },
])
const workingLines = working.trimEnd().split('\n')
const firstLines = (count: number): string => `${workingLines.slice(0, count).join('\n')}\n`

test.each(workingLines.map((_, index) => index + 1))(
  'a recording that was imported at line %i, and then grew to its end, has its rest added',
  async (cut) => {
    const [file, ledger] = [`grown-${cut}.jsonl`, `grown-${cut}.db`]
    place.write(file, firstLines(cut))
    const first = await run('import', file, '--ledger', ledger)
    place.write(file, working)
    const second = await run('import', file, '--ledger', ledger)
    expect([first.stderr, second.stderr]).toEqual(['', ''])

    const list = await run('show', ledger)
    expect(list.stdout).toContain('(2/2 completed)')
    const audit = await run('audit', ledger, '--json')
    expect(JSON.parse(audit.stdout)).toMatchObject({ summary: { completions: 2 } })

    // What is there already, and a copy that is older, add nothing.
    expect((await run('import', file, '--ledger', ledger)).stdout).toContain('nothing new')
    place.write(file, firstLines(cut))
    expect((await run('import', file, '--ledger', ledger)).stdout).toContain('nothing new')
  },
)

test('a recording that is imported line by line becomes the same list', async () => {
  for (let count = 1; count <= workingLines.length; count += 1) {
    place.write('slow.jsonl', firstLines(count))
    const { code, stderr } = await run('import', 'slow.jsonl', '--ledger', 'slow.db')
    expect({ count, code, stderr }).toEqual({ count, code: 0, stderr: '' })
  }
  const events = (await run('export', 'slow.db')).stdout
    .trimEnd()
    .split('\n')
    .map((line) => decodeEvent(line))
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.filter((event) => event.type === 'turn.started')).toHaveLength(7)
  expect((await run('show', 'slow.db')).stdout).toContain('(2/2 completed)')
})

test('what is left of an erased event goes into no other ledger, and its own knows it', async () => {
  await place.screen('import recordings/b.jsonl --ledger forgotten.db')
  await place.screen('import recordings/a.jsonl --ledger redacted.db')
  await place.screen('redact redacted.db --pattern test --reason gone')
  place.write('redacted.jsonl', (await run('export', 'redacted.db')).stdout)
  expect(await place.screen('import redacted.jsonl --ledger redacted.db')).toMatchInlineSnapshot(`
    "login-7: unchanged, 26 events; 4 redacted events left as in the ledger
    redacted.db: 1 session, nothing new
    --- exit 0"
  `)
  await place.screen('redact forgotten.db --forget --session docs-1')
  place.write('forgotten.jsonl', (await run('export', 'forgotten.db')).stdout)
  expect(await place.screen('import forgotten.jsonl --ledger elsewhere.db')).toMatchInlineSnapshot(`
    "docs-1/reader: new, 7 events
    elsewhere.db: 1 session, 7 events added
    --- exit 0"
  `)
  expect(await place.screen('import forgotten.jsonl --ledger forgotten.db')).toMatchInlineSnapshot(`
    "docs-1/reader: unchanged, 7 events
    forgotten.db: 1 session, nothing new
    --- exit 0"
  `)
})
