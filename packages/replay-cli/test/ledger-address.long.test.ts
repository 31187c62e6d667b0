import { expect, test } from 'vitest'
import { PostgresServer, postgresPrograms } from '../../store-postgres/test/postgres-server.js'
import { untested } from './recordings.js'
import { Workplace } from './run-program.js'

const programs = postgresPrograms()
const place = new Workplace()

test.skipIf(programs === null)('a ledger in PostgreSQL is one for every command', async () => {
  await using server = await PostgresServer.start(programs ?? '', ['fsync=off'])
  const { address } = server
  place.write('session.jsonl', untested)
  const told: string[] = []
  const run = async (words: string): Promise<void> => {
    const { stdout, stderr } = await place.run(words.replace('LEDGER', address))
    const text = `$ todo-replay ${words}\n${stdout}${stderr}`
    told.push(
      text
        .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
        .replaceAll(/:2:[0-9a-f]{32}:(\d+):[0-9a-f]{64}/g, ':2:LEDGER:$1:ROOT'),
    )
  }
  await run('import session.jsonl --ledger LEDGER')
  await run('import session.jsonl --ledger LEDGER')
  await run('show LEDGER --at 4')
  await run('verify LEDGER')
  await run('redact LEDGER --pattern redirect --reason asked')
  await run('redact LEDGER --forget --session login-7')
  await run('verify LEDGER')
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "$ todo-replay import session.jsonl --ledger LEDGER
    login-7: new, 25 events
    postgres://tester@HOST/postgres: 1 session, 25 events added

    $ todo-replay import session.jsonl --ledger LEDGER
    login-7: unchanged, 25 events
    postgres://tester@HOST/postgres: 1 session, nothing new

    $ todo-replay show LEDGER --at 4
    login-7
    turn 4, event 18, todo-manager, executing

    [x] #1: Fix the redirect in login.ts
    [>] #2: Run the tests

    (1/2 completed)

    $ todo-replay verify LEDGER
    postgres://tester@HOST/postgres
    25 events of 1 session

      hashes     every event is as it was written
      sequence   1 session replayed, every event can follow the one before
      rules      no rule in force disagrees with the log

    Nothing is wrong.
    Only an anchor shows later that the end was cut off or all of it rewritten. Keep
    this one elsewhere, and give it to --anchor then:
    todo-ledger-anchor:2:LEDGER:25:ROOT

    $ todo-replay redact LEDGER --pattern redirect --reason asked
    login-7: redacted in 6 events (5, 9–10, 14, 17, 20): pattern 7
    postgres://tester@HOST/postgres: 6 events of 1 session redacted
    warning: the old contents may stay in the files and logs of postgres://tester@HOST/postgres until the server writes over them, in its replicas, and in backups.

    $ todo-replay redact LEDGER --forget --session login-7
    login-7: 26 events erased
    warning: the old contents may stay in the files and logs of postgres://tester@HOST/postgres until the server writes over them, in its replicas, and in backups.

    $ todo-replay verify LEDGER
    postgres://tester@HOST/postgres
    27 events of 1 session

      hashes     every event is as it was written
      redacted   login-7: contents of events 1–26 erased
      sequence   1 session replayed, every event can follow the one before
      rules      no rule in force disagrees with the log

    Nothing is wrong.
    Only an anchor shows later that the end was cut off or all of it rewritten. Keep
    this one elsewhere, and give it to --anchor then:
    todo-ledger-anchor:2:LEDGER:27:ROOT
    "
  `)
})

test('an address with a password is refused, and not shown', async () => {
  const { stderr, code } = await place.run('audit postgres://me:hunter2@localhost/todos')
  expect(code).toBe(2)
  expect(stderr).toMatchInlineSnapshot(`
    "todo-replay: The address of the database at localhost holds a password, which others would see. Leave it out, and give it as PGPASSWORD or in ~/.pgpass.
    "
  `)
})
