import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { query } from '@anthropic-ai/claude-agent-sdk'
import { defineRule, memoryStore, openLedger } from '@todo-ledger/core'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { scriptedModel } from '../../../examples/hosts/scripted-model.mjs'
import { install } from '../../../test/agents/install.mjs'
import { ClaudeAgentTodos } from '../src/claude-agent-sdk.js'
import { saysFirst, scripted } from './scripted-session.js'

const edition = { package: '@anthropic-ai/claude-code', version: '2.1.330' }
let program = process.env['CLAUDE_CODE'] ?? ''

// It is 250 MB, so it is no dependency: npm installs it beside the others of `npm run trial -- agents`, once on a machine.
beforeAll(() => {
  if (program !== '') return
  const folder = install(edition)
  if (folder === null)
    throw new Error(
      `npm did not install ${edition.package}@${edition.version}, which these tests run. Name one that is there: CLAUDE_CODE=/path/to/claude npm run test:long`,
    )
  program = join(folder, 'node_modules', edition.package, 'bin/claude.exe')
})

test('the example runs with Claude Code', async () => {
  const example = fileURLToPath(new URL('../../../examples/hosts/claude-agent-sdk.mjs', import.meta.url))
  const env = { ...process.env, CLAUDE_CODE: program }
  const { stdout } = await promisify(execFile)(process.execPath, [example], { encoding: 'utf8', env })
  const expected = saysFirst(scripted).map((line) => line.replace('write_file', 'mcp__files__write_file'))
  expect(stdout).toBe(['continue', 'stop', 'success', ...expected, ''].join('\n'))
})

test("Claude Code's own tasks are the session's, and what the rules refuse it takes back", async () => {
  const task = (subject: string) => ['TaskCreate', { subject, description: `${subject}.` }] as const
  const model = await scriptedModel([
    { calls: [task('Design the form'), task('Check it')] },
    { calls: [task('One more')] },
    { calls: [['TaskUpdate', { taskId: '1', status: 'in_progress' }]] },
    { calls: [['TaskUpdate', { taskId: '2', status: 'completed' }]] },
    { calls: [['TaskUpdate', { taskId: '1', status: 'completed' }]] },
    { text: 'Done.' },
  ])
  onTestFinished(() => {
    model.close()
  })
  const atMostTwo = defineRule({
    id: 'at-most-two',
    version: 1,
    summary: 'A list has two items at most.',
    check: ({ items }) =>
      items.length <= 2
        ? []
        : [
            {
              message: 'Two tasks are enough',
              item: null,
              expected: 2,
              received: items.length,
              fix: 'Finish one first.',
            },
          ],
  })
  const inOrder = defineRule({
    id: 'in-order',
    version: 1,
    summary: 'What stands first is done first.',
    check: ({ items }) =>
      items[0]?.status !== 'completed' && items[1]?.status === 'completed'
        ? [
            {
              message: 'The first task is not done',
              item: '1',
              expected: 'completed',
              received: items[0]?.status ?? null,
              fix: 'Do it first.',
            },
          ]
        : [],
  })
  const ledger = openLedger({ store: memoryStore(), rules: [atMostTwo, inOrder] })
  const session = await ledger.session('s', { profile: claudeCode.profile ?? '' })
  const todos = new ClaudeAgentTodos(session)
  expect(todos.mcpServers).toEqual({})
  const cwd = mkdtempSync(join(tmpdir(), 'todo-ledger-claude-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const tasks = {
    CLAUDE_CODE_ENABLE_TASKS: '1',
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
    ENABLE_TOOL_SEARCH: 'false',
  }
  const env = { ...environmentOf(model, cwd), ...tasks }
  const { hooks, allowedTools } = todos
  const options = { hooks, allowedTools, cwd, env, pathToClaudeCodeExecutable: program, settingSources: [] }
  for await (const _ of query({ prompt: 'Add a login page', options }));
  const lines: string[] = []
  for await (const { type, data } of ledger.events('s')) {
    if (type === 'todos.updated')
      lines.push(`${data.tool}: ${data.changes.map((change) => change.type).join()}`)
    else if (type === 'todos.rejected') lines.push(`${data.tool} refused: ${data.reply}`)
    else if (type === 'tool.called') lines.push(`other: ${data.name}`)
  }
  expect(lines).toMatchInlineSnapshot(`
    [
      "TaskCreate: added",
      "TaskCreate: added",
      "TaskCreate refused: Error: Two tasks are enough",
      "TaskUpdate: status-set",
      "TaskUpdate refused: Error: The first task is not done",
      "TaskUpdate: status-set",
    ]
  `)
  // What was refused the program did not do, and the model read why.
  const read = JSON.stringify(model.requests.at(-1))
  expect([/Two tasks are enough/.test(read), /The first task is not done/.test(read)]).toEqual([true, true])
  expect(session.state.items.map(({ text, status }) => `${text}: ${status}`)).toEqual([
    'Design the form: completed',
    'Check it: pending',
  ])
})

function environmentOf({ url }: { readonly url: string }, HOME: string) {
  return {
    PATH: process.env['PATH'],
    HOME,
    CLAUDE_CONFIG_DIR: join(HOME, '.claude'),
    ANTHROPIC_API_KEY: 'sk-ant-scripted',
    ANTHROPIC_BASE_URL: url.replace('/v1', ''),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
}
