import { spawnSync } from 'node:child_process'
import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { delegated, lines, untested } from './recordings.js'
import { Workplace, withoutLists } from './run-program.js'

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

const mistakes = [
  'audit',
  'audit missing.jsonl',
  'audit missing/folder/x.jsonl',
  'audit untested.jsonl/x',
  'audit empty-folder',
  'audit no-recordings',
  'audit all-bad',
  'audit empty.jsonl',
  'audit binary.jsonl',
  'audit other.jsonl',
  'audit no-session.jsonl',
  'audit bad-line.jsonl',
  'audit bad-profile.jsonl',
  'audit text.db',
  'audit mysql://localhost/todos',
  'audit untested.jsonl --session nope',
  'audit delegated.jsonl --session nope',
  'audit untested.jsonl --profile nope',
  'audit untested.jsonl --fail-on worse',
  'audit untested.jsonl missing.jsonl',
  'audit untested.jsonl --nope',
  'audit untested.jsonl --session',
  'audits untested.jsonl',
  'import untested.jsonl',
  'import untested.jsonl --ledger no/such/folder/todos.db',
  'import untested.jsonl --ledger text.db',
  'export untested.jsonl --out untested.jsonl',
  'export untested.jsonl --out no/such/folder/x.jsonl',
]

test('a mistake of the person is one clear line, and exit 2', async () => {
  const told: string[] = []
  for (const words of mistakes) {
    const { code, stdout, stderr } = await place.run(words)
    expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' })
    told.push(`$ todo-replay ${words}`, stderr)
  }
  expect(withoutLists(told.join('\n'))).toMatchInlineSnapshot(`
    "$ todo-replay audit
    todo-replay: HOME is not set, so the newest session of this folder can not be looked for. Say what to read.

      todo-replay audit FILE    a recorded session, a folder of them, a ledger (*.db), or - for standard input
      todo-replay sessions      what agents recorded in other folders; audit --session ID takes one of them
      todo-replay --help        all commands

    $ todo-replay audit missing.jsonl
    todo-replay: missing.jsonl: there is no such file or folder.

    $ todo-replay audit missing/folder/x.jsonl
    todo-replay: missing/folder/x.jsonl: there is no such file or folder.

    $ todo-replay audit untested.jsonl/x
    todo-replay: untested.jsonl/x: a part of its path is no folder.

    $ todo-replay audit empty-folder
    todo-replay: empty-folder: the folder holds no recorded session (*.jsonl, *.json). Links in it are not followed.

    $ todo-replay audit no-recordings
    todo-replay: no-recordings: the folder holds no recorded session (*.jsonl, *.json). Links in it are not followed.

    $ todo-replay audit all-bad
    warning: all-bad/a.jsonl: not read: this is no recording of a format that is known (neutral, …)
    warning: all-bad/b.jsonl: not read: this is a binary file; a recording is text (JSON Lines)
    warning: 2 files could not be read
    todo-replay: all-bad: none of its files could be read as a recorded session.

    $ todo-replay audit empty.jsonl
    todo-replay: empty.jsonl: the file is empty; name a recorded session.

    $ todo-replay audit binary.jsonl
    todo-replay: binary.jsonl: this is a binary file; a recording is text (JSON Lines)

    $ todo-replay audit other.jsonl
    todo-replay: other.jsonl: this is no recording of a format that is known (neutral, …)

    $ todo-replay audit no-session.jsonl
    todo-replay: no-session.jsonl: there is no session in it.

    $ todo-replay audit bad-line.jsonl
    todo-replay: bad-line.jsonl, line 2: expected a line with "turn", "input", "subagent", "nag", "compacted", "yield", "end"; it has none of them.

    $ todo-replay audit bad-profile.jsonl
    todo-replay: bad-profile.jsonl, line 1: profile "nope" is not known (known: todo-manager, …); name another profile.

    $ todo-replay audit text.db
    todo-replay: The ledger "text.db" is not a SQLite database. Give the path of a ledger, or of a new file.

    $ todo-replay audit mysql://localhost/todos
    todo-replay: mysql://localhost/todos: this kind of address can't be read. Give a file, a folder, or postgres://user@host/name.

    $ todo-replay audit untested.jsonl --session nope
    todo-replay: There is no session "nope" in untested.jsonl. It holds login-7.

    $ todo-replay audit delegated.jsonl --session nope
    todo-replay: There is no session "nope" in delegated.jsonl. It holds docs-1, docs-1/reader.

    $ todo-replay audit untested.jsonl --profile nope
    todo-replay: There is no profile "nope". There are todo-manager, ….

    $ todo-replay audit untested.jsonl --fail-on worse
    todo-replay: Option '--fail-on <list>' argument 'worse' is invalid. It must be some of unsupported, weak, reader, error, warning, info, or never.
      todo-replay audit --help says how it is called.

    $ todo-replay audit untested.jsonl missing.jsonl
    todo-replay: missing.jsonl: there is no such file or folder. Nothing was read.

    $ todo-replay audit untested.jsonl --nope
    todo-replay: Unknown option '--nope'.
      todo-replay audit --help says how it is called.

    $ todo-replay audit untested.jsonl --session
    todo-replay: Option '--session <id>' argument missing.
      todo-replay audit --help says how it is called.

    $ todo-replay audits untested.jsonl
    todo-replay: Unknown command 'audits' (Did you mean audit?)
      todo-replay --help lists the commands.

    $ todo-replay import untested.jsonl
    todo-replay: Required option '--ledger <file>' not specified.
      todo-replay import --help says how it is called.

    $ todo-replay import untested.jsonl --ledger no/such/folder/todos.db
    todo-replay: The ledger "no/such/folder/todos.db" cannot be opened. Check that its folder exists and that you may read and write there.

    $ todo-replay import untested.jsonl --ledger text.db
    todo-replay: The ledger "text.db" is not a SQLite database. Give the path of a ledger, or of a new file.

    $ todo-replay export untested.jsonl --out untested.jsonl
    todo-replay: untested.jsonl is the file being read. Write to another file.

    $ todo-replay export untested.jsonl --out no/such/folder/x.jsonl
    todo-replay: no/such/folder/x.jsonl can't be written: there is no such file or folder.
    "
  `)
})

test.each([
  ['audit missing.jsonl', 'missing'],
  ['show untested.jsonl --at 99', 'unknown-turn'],
  ['audit untested.jsonl --session nope', 'unknown-session'],
  ['audit', 'no-source'],
  ['nope', 'usage'],
  ['audit binary.jsonl', 'not-a-recording'],
])('%s --json tells the failure on standard output', async (words, failure) => {
  const { code, stdout, stderr } = await place.run(`${words} --json`)
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ error: { code: failure, message: expect.stringMatching(/./) } })
})

test('links that lead in a circle, or nowhere', async () => {
  place.write('linked/a.jsonl', untested)
  symlinkSync('..', join(place.folder, 'linked/up'))
  symlinkSync('.', join(place.folder, 'linked/itself'))
  symlinkSync('a.jsonl', join(place.folder, 'linked/again.jsonl'))
  symlinkSync('nowhere', join(place.folder, 'linked/broken.jsonl'))
  expect((await place.run('sessions linked')).stdout).toContain('linked/a.jsonl')
  place.makeFolder('round')
  symlinkSync('.', join(place.folder, 'round/round'))
  expect((await place.run('sessions round')).stderr).toBe(
    'todo-replay: round: the folder holds no recorded session (*.jsonl, *.json). Links in it are not followed.\n',
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
      "warning: 30 pieces skipped in all",
      "",
    ]
  `)
})

test('a reader that goes away ends the program quietly', async () => {
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
