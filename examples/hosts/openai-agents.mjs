// An agent of the OpenAI Agents SDK whose todos are kept in a ledger.

import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { OpenAIAgentsTodos } from '@todo-ledger/hosts/openai-agents'
import { loginPage, scriptedModel, settings, told, writeFile } from './scripted-model.mjs'

const model = await scriptedModel(loginPage)
const ledger = openLedger({ store: memoryStore() })
const session = await ledger.session('login-page', { profile: profiles.todoListMiddleware.with(settings) })
const todos = new OpenAIAgentsTodos(session)

const runner = todos.follow(
  new Runner({
    modelProvider: new OpenAIProvider({ apiKey: 'none', baseURL: model.url, useResponses: false }),
    callModelInputFilter: todos.callModelInputFilter,
    tracingDisabled: true,
  }),
)
/** @type {import('@openai/agents').FunctionTool<unknown, any, string>} */
const write_file = tool({
  name: 'write_file',
  description: 'Writes a file.',
  strict: false,
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
    additionalProperties: true,
  },
  execute: async (input) => writeFile(/** @type {{ path: string }} */ (input)),
})
const agent = new Agent({
  name: 'Builder',
  model: 'scripted',
  instructions: session.instructions(),
  tools: [...todos.tools, write_file],
})

let prompt = 'Add a login page'
for (;;) {
  console.log(`> ${prompt}`)
  const { finalOutput } = await runner.run(agent, prompt)
  console.log(finalOutput)
  const next = await todos.endRun()
  if (next.action === 'stop') break
  prompt = next.prompt
}

for await (const line of told(ledger.events('login-page'))) console.log(line)
model.close()
await ledger.close()
