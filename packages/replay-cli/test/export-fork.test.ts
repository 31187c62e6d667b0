/** Events that were exported are read again by every command, and forks of sessions are sessions. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('a.jsonl', untested)
place.write('b.jsonl', delegated)

/** Runs in this process, in the folder of the tests. */
function run(words: string, input = ''): ReturnType<typeof runInMemory> {
  const argv = words
    .split(' ')
    .map((word) => (/^[\w/-]+\.(jsonl|db)$/.test(word) ? join(place.folder, word) : word))
  return runInMemory(argv, { input })
}

const withoutHashes = (text: string): string => text.replace(/,"hash":"[0-9a-f]{64}"/g, '')

test.each(['a.jsonl', 'b.jsonl'])('events exported from %s say what the recording says', async (file) => {
  await run(`export ${file} --out events-of-${file}`)
  for (const command of ['show --json', 'log --json', 'audit --fail-on never', 'sessions --json', 'export']) {
    const [name = '', ...options] = command.split(' ')
    const words = [name, 'FILE', ...options].join(' ')
    const ofEvents = await run(words.replace('FILE', `events-of-${file}`))
    // What is offered names the file.
    const stdout = ofEvents.stdout.replace(`events-of-${file} --reader`, `${file} --reader`)
    expect({ ...ofEvents, stdout }).toEqual(await run(words.replace('FILE', file)))
  }
})

test('events are imported, from a pipe too, and again add nothing', async () => {
  const { stdout: events } = await run('export b.jsonl')
  expect((await run('import - --ledger piped.db', events)).stdout).toContain('docs-1: new, 16 events')
  expect((await run('import b.jsonl --ledger piped.db')).stdout).toContain('nothing new')
  expect((await run('import - --ledger piped.db', events)).stdout).toContain('nothing new')
  expect(withoutHashes((await run('export piped.db --session docs-1')).stdout)).toBe(
    (await run('export b.jsonl --session docs-1')).stdout,
  )
  expect((await run('verify piped.db')).code).toBe(0)
})

test('a session that was redacted is imported into another ledger, and verifies there', async () => {
  await run('import a.jsonl --ledger leaky.db')
  await run('redact leaky.db --secret-from -', 'redirect')
  const { stdout: events } = await run('export leaky.db')
  expect((await run('import - --ledger clean.db', events)).stdout).toContain('login-7: new, 25 events')
  expect((await run('import leaky.db --ledger clean.db')).stdout).toContain('nothing new')
  expect((await run('verify clean.db')).code).toBe(0)
  expect((await run('import clean.db --ledger leaky.db')).stdout).toContain('nothing new')
})

test.each([
  [
    'cut off at the beginning',
    (lines: string[]) => lines.slice(1),
    ':1: Session "login-7", event 2: it follows event 0',
  ],
  [
    'with a gap',
    (lines: string[]) => lines.toSpliced(3, 1),
    ':4: Session "login-7", event 5: it follows event 3',
  ],
  [
    'torn',
    (lines: string[]) => [...lines.slice(0, 3), lines[3]?.slice(0, 40) ?? ''],
    ':4: This line is no text',
  ],
  ['with a stranger', (lines: string[]) => [...lines, '{"x":1}'], ':26: This line has a field id'],
])('events %s are refused with the place', async (_what, spoil, message) => {
  const lines = (await run('export a.jsonl')).stdout.trimEnd().split('\n')
  const { code, stderr } = await run('show -', `${spoil(lines).join('\n')}\n`)
  expect(code).toBe(2)
  expect(stderr).toContain(`standard input${message}`)
})

test('a fork is imported beside its parent, and a live host carries on with it', async () => {
  const source = readFileSync(join(place.folder, 'a.jsonl'))
  await run('import a.jsonl --ledger forked.db')
  const before = (await run('export forked.db --session login-7')).stdout
  expect(await place.screen('export a.jsonl --until 4 --as again --out fork.jsonl')).toMatchInlineSnapshot(`
    "fork.jsonl: 19 events of session again
    forked from login-7 after turn 4, event 18
    --- exit 0"
  `)
  expect(await place.json('export a.jsonl --until seq:9 --out other.jsonl --json')).toMatchInlineSnapshot(`
    {
      "events": 11,
      "forkedFrom": {
        "seq": 9,
        "session": "login-7",
      },
      "out": "other.jsonl",
      "session": "login-7-fork-at-event-9",
      "turn": 2,
    }
  `)
  await run('import fork.jsonl --ledger forked.db')
  expect(await place.screen('show forked.db --session again')).toMatchInlineSnapshot(`
    "again
    turn 4, event 19, todo-manager, executing

    [x] #1: Fix the redirect in login.ts
    [>] #2: Run the tests

    (1/2 completed)
    --- exit 0"
  `)
  expect((await run('verify forked.db')).code).toBe(0)

  const ledger = openLedger({ store: sqliteStore(join(place.folder, 'forked.db')) })
  const session = await ledger.session('again')
  await session.startRun({ trigger: 'user', text: 'Run them this time.' })
  const turn = await session.startTurn()
  await turn.recordTool({
    call: 'n1',
    name: 'Bash',
    input: { command: 'npm test' },
    ok: true,
    output: '9 passed',
  })
  const items = session.state.items.map(({ id, text }) => ({ id, text, status: 'completed' }))
  expect(await turn.callTodoTool('todo', { items }, { call: 'n2' })).toMatchObject({ ok: true })
  await turn.end()
  await session.endRun({ text: 'Done.' })
  await ledger.close()

  expect((await run('verify forked.db')).code).toBe(0)
  expect((await run('audit forked.db --session again')).code).toBe(0)
  expect((await run('audit forked.db --session login-7')).code).toBe(1)
  // What was forked is as it was; the fork that went on takes no harm from being imported again.
  expect((await run('export forked.db --session login-7')).stdout).toBe(before)
  expect(readFileSync(join(place.folder, 'a.jsonl'))).toEqual(source)
  expect((await run('import fork.jsonl --ledger forked.db')).stdout).toContain('nothing new')
})

test('of a session with sub-agents the session is forked', async () => {
  const { code, stdout } = await run('export b.jsonl --until 1')
  expect(code).toBe(0)
  expect(stdout).toContain('"session":"docs-1-fork-at-1"')
})

test.each([
  ['--until 99', 'has no turn 99: its last is turn 6'],
  ['--until seq:99', 'has no event 99: its events are 1 to 25'],
  ['--until soon', 'takes a turn, such as 12'],
  ['--until 2 --as login-7', 'needs an id of its own'],
  ['--as x', '--as needs --until'],
  ['--until 2 --out a.jsonl', 'is the file being read'],
])('a fork with %s is refused', async (options, message) => {
  const { code, stdout, stderr } = await run(`export a.jsonl ${options}`)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('of several sessions one must be named', async () => {
  await run('import a.jsonl --ledger several.db')
  await run('import b.jsonl --ledger several.db')
  const { code, stderr } = await run('export several.db --until 1')
  expect([code, stderr]).toEqual([
    2,
    'todo-replay: There are 2 sessions: "login-7", "docs-1". Say which one to fork: --session ID.\n',
  ])
  expect((await run('export several.db --until 1 --session docs-1')).code).toBe(0)
})
