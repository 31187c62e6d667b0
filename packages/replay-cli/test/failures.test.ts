import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { delegated, lines, untested } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
place.write('empty.jsonl', '')
place.write('binary.jsonl', new Uint8Array([1, 0, 2, 0, 255]))
place.write('other.jsonl', '{"hello":1}\n')
place.write('text.db', 'no database')
place.write('header-only.jsonl', '')
place.write('no-session.jsonl', lines({ type: 'summary', summary: 'Repaired', leafUuid: 'u1' }))
place.write(
  'bad-line.jsonl',
  `${lines({ recording: 'todo-ledger/1', session: 's', profile: 'todo-manager' })}{"nonsense":1}\n`,
)
place.write('bad-profile.jsonl', lines({ recording: 'todo-ledger/1', session: 's', profile: 'nope' }))
place.makeFolder('empty-folder')
place.write('no-recordings/readme.txt', 'x')
place.write('all-bad/a.jsonl', 'x')
place.write('all-bad/b.jsonl', new Uint8Array([0]))
place.write('some-bad/a.jsonl', 'x')
place.write('some-bad/b.jsonl', delegated)
place.write('some-bad/c.json', '{}')

test.each([
  [''],
  ['audit'],
  ['audit missing.jsonl'],
  ['audit missing/folder/x.jsonl'],
  ['audit untested.jsonl/x'],
  ['audit empty-folder'],
  ['audit no-recordings'],
  ['audit all-bad'],
  ['audit empty.jsonl'],
  ['audit binary.jsonl'],
  ['audit other.jsonl'],
  ['audit no-session.jsonl'],
  ['audit bad-line.jsonl'],
  ['audit bad-profile.jsonl'],
  ['audit text.db'],
  ['audit postgres://localhost/todos'],
  ['audit untested.jsonl --session nope'],
  ['audit delegated.jsonl --session nope'],
  ['audit untested.jsonl --profile nope'],
  ['audit untested.jsonl --fail-on worse'],
  ['audit untested.jsonl delegated.jsonl'],
  ['audit untested.jsonl --nope'],
  ['audit untested.jsonl --session'],
  ['audits untested.jsonl'],
  ['import untested.jsonl'],
  ['import untested.jsonl --ledger no/such/folder/todos.db'],
  ['import untested.jsonl --ledger text.db'],
  ['export untested.jsonl --out untested.jsonl'],
  ['export untested.jsonl --out no/such/folder/x.jsonl'],
])('todo-replay %s', async (words) => {
  const { code, stdout, stderr } = await place.run(words)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatchSnapshot()
})

test('standard input that is empty', async () => {
  expect(await place.screen('audit -')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: standard input: the file is empty; name a recorded session
    --- exit 2"
  `)
})

test('one of several files that can be read is enough', async () => {
  expect(await place.screen('audit some-bad')).toMatchInlineSnapshot(`
    "✓ 2 sessions with nothing to look at (1 completion)

    2 sessions, 1 completion: 1 supported, 0 weak, 0 unsupported, 0 unknown · 0 errors, 0 warnings, 0 info
    --- stderr
    warning: some-bad/a.jsonl: not read: this is no recording of a format that is known (neutral, claude-code)
    note: 1 .json file left out, not recorded sessions: some-bad/c.json
    warning: 1 file could not be read
    --- exit 0"
  `)
})

describe('--json', () => {
  test.each([
    ['audit missing.jsonl --json'],
    ['show untested.jsonl --turn 99 --json'],
    ['nope --json'],
    ['log --type x --json'],
  ])('%s', async (words) => {
    const { code, stdout, stderr } = await place.run(words)
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toMatchSnapshot()
  })
})

test('links that lead in a circle, or nowhere', async () => {
  place.write('linked/a.jsonl', untested)
  symlinkSync('..', join(place.folder, 'linked/up'))
  symlinkSync('.', join(place.folder, 'linked/itself'))
  symlinkSync('a.jsonl', join(place.folder, 'linked/again.jsonl'))
  symlinkSync('nowhere', join(place.folder, 'linked/broken.jsonl'))
  expect((await place.run('sessions linked --session login-7')).stdout).toContain('linked/a.jsonl')
  place.makeFolder('round')
  symlinkSync('.', join(place.folder, 'round/round'))
  expect((await place.run('sessions round')).stderr).toBe(
    'todo-replay: round: the folder holds no recorded session (*.jsonl, *.json).\n',
  )
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read', async () => {
  place.write('closed.jsonl', untested)
  chmodSync(join(place.folder, 'closed.jsonl'), 0)
  expect((await place.run('audit closed.jsonl')).code).toBe(2)
})

test('lines that are left out: the first ones one by one, all of them with their numbers', async () => {
  const bad = Array.from({ length: 30 }, () => 'not JSON').join('\n')
  const { user, model } = { user: 'Hello', model: 'Hello.' }
  const envelope = { sessionId: 's1', version: '2.0.31', timestamp: '2026-01-07T08:00:00Z' }
  place.write(
    'torn.jsonl',
    `${lines({ ...envelope, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: user } })}${bad}\n${lines(
      {
        ...envelope,
        type: 'assistant',
        uuid: 'u2',
        parentUuid: 'u1',
        message: { role: 'assistant', id: 'm', content: [{ type: 'text', text: model }] },
      },
    )}`,
  )
  const { code, stderr } = await place.run('audit torn.jsonl')
  expect(code).toBe(0)
  const told = stderr.split('\n')
  expect([told[0], told[19], ...told.slice(20)]).toMatchInlineSnapshot(`
    [
      "warning: torn.jsonl:2: skipped: not JSON",
      "warning: torn.jsonl:21: skipped: not JSON",
      "warning: torn.jsonl: 10 more pieces skipped, on lines 22–31",
      "warning: 30 pieces skipped in all",
      "",
    ]
  `)
})

test('a reader that goes away ends the program quietly', async () => {
  const { spawnSync } = await import('node:child_process')
  const program = new URL('../bin/todo-replay.js', import.meta.url).pathname
  const { status, stderr } = spawnSync(
    'sh',
    [
      '-c',
      `for i in 1 2 3 4 5 6 7 8 9; do "${process.execPath}" "${program}" export untested.jsonl; done | head -c 10`,
    ],
    { cwd: place.folder, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
