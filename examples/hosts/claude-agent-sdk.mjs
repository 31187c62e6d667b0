// An agent of the Claude Agent SDK whose todos are kept in a ledger. It runs Claude Code: CLAUDE_CODE names the program.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { ClaudeAgentTodos } from '@todo-ledger/hosts/claude-agent-sdk'
import { z } from 'zod'
import { loginPage, scriptedModel, settings, told, writeFile } from './scripted-model.mjs'

const program = process.env['CLAUDE_CODE']
if (program === undefined) throw new Error('Name the program: CLAUDE_CODE=/path/to/claude node …')
const cwd = mkdtempSync(join(tmpdir(), 'todo-ledger-claude-'))

const model = await scriptedModel(loginPage)
const ledger = openLedger({ store: memoryStore() })
const session = await ledger.session('login-page', { profile: profiles.todoListMiddleware.with(settings) })
const todos = new ClaudeAgentTodos(session, { onRunEnd: (next) => console.log(next.action) })

const path = { path: z.string() }
const write_file = tool('write_file', 'Writes a file.', path, async (input) => ({
  content: [{ type: 'text', text: writeFile(input) }],
}))
const files = createSdkMcpServer({ name: 'files', tools: [write_file], alwaysLoad: true })

const messages = query({
  prompt: 'Add a login page',
  options: {
    systemPrompt: { type: 'preset', preset: 'claude_code', append: session.instructions() },
    mcpServers: { ...todos.mcpServers, files },
    allowedTools: [...todos.allowedTools, 'mcp__files__write_file'],
    hooks: todos.hooks,
    pathToClaudeCodeExecutable: program,
    settingSources: [],
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      ANTHROPIC_API_KEY: 'sk-ant-scripted',
      ANTHROPIC_BASE_URL: model.url.replace('/v1', ''),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  },
})
for await (const message of messages) {
  if (message.type === 'result') console.log(message.subtype)
}

for await (const line of told(ledger.events('login-page'))) console.log(line)
model.close()
await ledger.close()
rmSync(cwd, { recursive: true })
