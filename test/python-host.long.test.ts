import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ServedLedger } from './load/served.js'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) process.stderr.write('\n!!! There is no python3: examples/python is NOT TRIED.\n\n')

test.skipIf(!hasPython)('a host in Python keeps its todos by the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-python-'))
  const server = await ServedLedger.start(':memory:', folder)
  onTestFinished(async () => {
    await server.end('SIGTERM')
    rmSync(folder, { recursive: true })
  })
  const env = {
    ...process.env,
    TODO_LEDGER: `http://127.0.0.1:${server.port}`,
    TODO_LEDGER_TOKEN: server.token,
  }
  const { stdout } = await promisify(execFile)('python3', ['examples/python/agent.py'], { env })
  expect(stdout).toMatchInlineSnapshot(`
    "write_todos -> Error: Exactly one todo must be in_progress unless all are completed, found 2
    write_todos -> {"todos":[{"content":"Write the login page","status":"in_progress"},{"content":"Test it","status":"pending"}]}
    write_file -> 6 characters written to login.html
    write_todos -> {"todos":[{"content":"Write the login page","status":"completed"},{"content":"Test it","status":"in_progress"}]}
    answer: The page is there.
    continuation: Your todo list still has unfinished items. Call write_todos to bring it up to date: complete what is done, and say what is left.
    write_todos -> {"todos":[{"content":"Write the login page","status":"completed"},{"content":"Test it","status":"completed"}],"reminder":"All todos are completed. Check the result once more before you answer."}
    answer: It is there, and tested.
    over: no open todos
    Write the login page: undecided
    Test it: undecided
    "
  `)
})
