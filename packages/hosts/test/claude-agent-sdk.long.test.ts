import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { query } from '@anthropic-ai/claude-agent-sdk'
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { scriptedModel } from '../../../examples/hosts/scripted-model.mjs'
import { install } from '../../../test/agents/install.mjs'
import { LedgerSessionStore } from '../src/claude-agent-sdk.js'
import { saysFirst, scripted } from './scripted-session.js'

const edition = { package: '@anthropic-ai/claude-code', version: '2.1.330' }
let program = process.env['CLAUDE_CODE'] ?? ''

// It is 250 MB, so it is no dependency: npm installs it beside the others of `npm run test:agents`, once on a machine.
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

test('Claude Code takes a transcript up from the ledger, where it has none of its own', async () => {
  const model = await scriptedModel([{ text: 'Hello Ann.' }, { text: 'You are Ann.' }])
  onTestFinished(() => {
    model.close()
  })
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s', { profile: profiles.todoListMiddleware })
  const sessionStore = new LedgerSessionStore(ledger, session)
  const cwd = mkdtempSync(join(tmpdir(), 'todo-ledger-claude-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const ask = async (prompt: string, resumed: { resume?: string } = {}) => {
    const HOME = mkdtempSync(join(cwd, 'home-'))
    const env = {
      PATH: process.env['PATH'],
      HOME,
      // By its place the SDK knows whose a transcript is.
      CLAUDE_CONFIG_DIR: join(HOME, '.claude'),
      ANTHROPIC_API_KEY: 'sk-ant-scripted',
      ANTHROPIC_BASE_URL: model.url.replace('/v1', ''),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }
    const options = {
      sessionStore,
      cwd,
      env,
      pathToClaudeCodeExecutable: program,
      settingSources: [],
      ...resumed,
    }
    let id = ''
    for await (const message of query({ prompt, options })) {
      if (message.type === 'result') id = message.session_id
      expect(message).not.toMatchObject({ subtype: 'mirror_error' })
    }
    return id
  }
  const resume = await ask('I am Ann.')
  await ask('Who am I?', { resume })
  const [projectKey = ''] = [cwd.replaceAll(/[^A-Za-z0-9]/g, '-')]
  expect((await sessionStore.listSessions(projectKey)).map(({ sessionId }) => sessionId)).toEqual([resume])
  const asked = JSON.stringify(model.requests[1])
  expect(['I am Ann', 'Hello Ann', 'Who am I'].map((text) => asked.includes(text))).toEqual([
    true,
    true,
    true,
  ])
})
