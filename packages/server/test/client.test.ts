import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ownFolder } from './own-folder.js'
import { ServerProcess } from './server-process.js'

const example = fileURLToPath(new URL('../../../examples/client/agent.mjs', import.meta.url))

test('an agent keeps its todos by the typed client', async () => {
  const server = new ServerProcess(ownFolder(), 'agent')
  await server.start()
  onTestFinished(async () => void (await server.end('SIGTERM')))
  const env = { ...process.env, TODO_LEDGER: server.origin, TODO_LEDGER_TOKEN: server.token }
  const { stdout } = await promisify(execFile)(process.execPath, [example], { env })
  expect(stdout).toMatchInlineSnapshot(`
    "true: [ ] #1: Write the form
    [ ] #2: Test it

    (0/2 completed)
    true: [x] #1: Write the form
    [ ] #2: Test it

    (1/2 completed)
    false: Error: Item 7 is not in the list. Use one of the ids 1, 2.
    completed: Write the form
    pending: Test it
    "
  `)
})
