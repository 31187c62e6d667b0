// An agent of LangChain whose todos are kept in a ledger. What the profile has it go on with, it goes on with by itself.

import { ChatOpenAI } from '@langchain/openai'
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { ledgerMiddleware } from '@todo-ledger/hosts/langchain'
import { createAgent, tool } from 'langchain'
import { loginPage, scriptedModel, settings, told, writeFile } from './scripted-model.mjs'

const model = await scriptedModel(loginPage)
const ledger = openLedger({ store: memoryStore() })
const profile = profiles.todoListMiddleware.with(settings)

/** @type {{ type: 'object', properties: { path: { type: 'string' } } }} */
const schema = { type: 'object', properties: { path: { type: 'string' } } }
const agent = createAgent({
  model: new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration: { baseURL: model.url } }),
  tools: [tool(writeFile, { name: 'write_file', description: 'Writes a file.', schema })],
  middleware: [ledgerMiddleware(ledger, { profile, onRunEnd: (next) => console.log(next) })],
})
const { messages } = await agent.invoke(
  { messages: [{ role: 'user', content: 'Add a login page' }] },
  { recursionLimit: 100, configurable: { thread_id: 'login-page' } }, // every hook counts, and 25 are soon gone
)

console.log(messages.at(-1)?.text)
for await (const line of told(ledger.events('login-page'))) console.log(line)
model.close()
await ledger.close()
