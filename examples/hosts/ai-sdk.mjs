// An agent of the AI SDK whose todos are kept in a ledger. With version 6 it is `system` and `onStepFinish`.

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { AiSdkTodos } from '@todo-ledger/hosts/ai-sdk'
import * as ai from 'ai'
import { loginPage, scriptedModel, settings, told, writeFile } from './scripted-model.mjs'

const model = await scriptedModel(loginPage)
const provider = createOpenAICompatible({ name: 'scripted', baseURL: model.url })

const ledger = openLedger({ store: memoryStore() })
const session = await ledger.session('login-page', { profile: profiles.todoListMiddleware.with(settings) })
const todos = new AiSdkTodos(session, ai)

/** @type {ai.Schema<{ path: string }>} */
const inputSchema = ai.jsonSchema({ type: 'object', properties: { path: { type: 'string' } } })
const write_file = ai.tool({ description: 'Writes a file.', inputSchema, execute: writeFile })

let prompt = 'Add a login page'
for (;;) {
  console.log(`> ${prompt}`)
  const { text } = await ai.generateText({
    model: provider('scripted'),
    instructions: session.instructions(),
    prompt,
    tools: { ...todos.tools, ...todos.recorded({ write_file }) },
    prepareStep: todos.prepareStep,
    onStepEnd: todos.onStepEnd,
    stopWhen: ai.stepCountIs(20),
  })
  console.log(text)
  const next = await todos.endRun()
  if (next.action === 'stop') break
  prompt = next.prompt
}

for await (const line of told(ledger.events('login-page'))) console.log(line)
model.close()
await ledger.close()
