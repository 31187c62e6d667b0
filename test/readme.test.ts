import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const program = join(root, 'packages/replay-cli/bin/todo-replay.js')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'todo-ledger-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the finding in the README is what the program prints', () => {
  const file = 'fixtures/tests-ticked-without-a-run/session.jsonl'
  const args = [program, 'audit', file, '--fail-on', 'never']
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(readme).toContain(`$ npm start -- audit ${file}\n\n${output.trimEnd()}\n`)
})

it('the example of the README runs as it stands there', () => {
  const example = join(root, 'examples', 'embedding.mjs')
  const source = readFileSync(example, 'utf8')
  expect(readme).toContain(`\`\`\`js\n${source}\`\`\``)
  expect(execFileSync(process.execPath, [example], { cwd: folder, encoding: 'utf8' })).toMatchInlineSnapshot(`
    "2 run.started empty
    3 turn.started empty
    4 todos.updated executing
    [>] #1: Design the form

    (0/1 completed)
    5 todos.rejected executing
    Error: Item 1: text required
    6 tool.called executing
    7 tool.returned executing
    8 turn.ended executing
    9 message.recorded executing
    10 session.yielded executing
    0 stop [>] #1: Design the form

    (0/1 completed)
    "
  `)
})
