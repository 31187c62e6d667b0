import { createOpenAICompatible as provider7 } from '@ai-sdk/openai-compatible'
import { createOpenAICompatible as provider6 } from '@ai-sdk/openai-compatible-2'
import * as ai7 from 'ai'
import * as ai6 from 'ai-6'
import { describe, expect, it } from 'vitest'
import { loginPage, writeFile } from '../../../examples/hosts/scripted-model.mjs'
import { AiSdkTodos } from '../src/ai-sdk.js'
import { type Begun, begin, leaveOpen, saysFirst, toldOfOpenList } from './scripted-session.js'

const inputSchema = { type: 'object', properties: { path: { type: 'string' } } } as const
const write = { description: 'Writes a file.', execute: async (input: { path: string }) => writeFile(input) }
const asking = { maxRetries: 0, onError: () => undefined }

function version6({ model, session }: Begun) {
  const todos = new AiSdkTodos(session, ai6)
  const write_file = ai6.tool({ ...write, inputSchema: ai6.jsonSchema<{ path: string }>(inputSchema) })
  const { prepareStep, onStepFinish } = todos
  const tools = { ...todos.tools, ...todos.recorded({ write_file }) }
  const scripted = provider6({ name: 'scripted', baseURL: model.url })('scripted')
  return { todos, with: { model: scripted, tools, prepareStep, onStepFinish } }
}

function version7({ model, session }: Begun) {
  const todos = new AiSdkTodos(session, ai7)
  const write_file = ai7.tool({ ...write, inputSchema: ai7.jsonSchema<{ path: string }>(inputSchema) })
  const { prepareStep, onStepEnd, onStepFinish } = todos
  const scripted = provider7({ name: 'scripted', baseURL: model.url })('scripted')
  return { todos, write_file, onStepEnd, onStepFinish, with: { model: scripted, prepareStep } }
}

/** One call of each version's function, or of its agent. The types of each version take what the adapter gives. */
const calls = {
  'version 6, generateText': (begun: Begun) => {
    const { todos, with: given } = version6(begun)
    const stopWhen = ai6.stepCountIs(20)
    return { todos, ask: (prompt: string) => ai6.generateText({ ...given, prompt, stopWhen, maxRetries: 0 }) }
  },
  'version 6, an agent that streams': (begun: Begun) => {
    const { todos, with: given } = version6(begun)
    const agent = new ai6.ToolLoopAgent({ ...given, ...asking })
    return { todos, ask: async (prompt: string) => (await agent.stream({ prompt })).consumeStream(asking) }
  },
  'version 7, generateText': (begun: Begun) => {
    const { todos, write_file, onStepEnd, with: given } = version7(begun)
    const tools = { ...todos.tools, ...todos.recorded({ write_file }) }
    const stopWhen = ai7.stepCountIs(20)
    const ask = (text: string) => {
      const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }]
      return ai7.generateText({ ...given, tools, onStepEnd, messages, stopWhen, maxRetries: 0 })
    }
    return { todos, ask }
  },
  'version 7, an agent that streams': (begun: Begun) => {
    const { todos, write_file, onStepFinish, with: given } = version7(begun)
    const tools = { ...todos.tools, write_file } // not `recorded`: told of when its step is over
    const agent = new ai7.ToolLoopAgent({ ...given, tools, onStepFinish, ...asking })
    return { todos, ask: async (prompt: string) => (await agent.stream({ prompt })).consumeStream(asking) }
  },
}

describe.each(Object.entries(calls))('%s', (name, callsOf) => {
  it('records a run and its continuation, and delivers the reminder with the next request', async () => {
    const begun = await begin(loginPage)
    const { todos, ask } = callsOf(begun)
    await ask('Add a login page')
    const next = await todos.endRun()
    if (next.action === 'continue') await ask(next.prompt)
    expect(await todos.endRun()).toEqual({ action: 'stop', yieldTo: 'dormant', reason: 'no open todos' })
    await begun.isAsScripted(name === 'version 7, an agent that streams' ? saysFirst : undefined)
  })

  it('ends the turn of a run that failed, with the next one', async () => {
    const begun = await begin([
      { calls: [['write_file', { path: 'a' }]] },
      { fails: true },
      { text: 'Here.' },
    ])
    const { todos, ask } = callsOf(begun)
    await Promise.resolve(ask('Write a file')).catch(() => undefined)
    await ask('Again')
    await todos.endRun()
    await begun.isAsFailed()
  })

  it('tells a new conversation of the list that an earlier one left open', async () => {
    const begun = await begin([{ text: 'It is half done.' }])
    await leaveOpen(begun)
    await callsOf(begun).ask('Go on')
    toldOfOpenList(begun)
  })
})
