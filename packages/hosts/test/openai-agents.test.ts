import { Agent, OpenAIProvider, RunContext, Runner, tool } from '@openai/agents'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { loginPage, writeFile } from '../../../examples/hosts/scripted-model.mjs'
import { OpenAIAgentsTodos } from '../src/openai-agents.js'
import { type Begun, begin, leaveOpen, toldOfOpenList } from './scripted-session.js'

const write = tool({
  name: 'write_file',
  description: 'Writes a file.',
  parameters: z.object({ path: z.string() }),
  execute: writeFile,
})

function runnerOf({ model, session }: Begun) {
  const todos = new OpenAIAgentsTodos(session)
  const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: model.url, useResponses: false })
  const { callModelInputFilter } = todos
  const runner = todos.follow(new Runner({ modelProvider, callModelInputFilter, tracingDisabled: true }))
  const agent = new Agent({ name: 'Builder', model: 'scripted', tools: [...todos.tools, write] })
  return { todos, ask: (prompt: string) => runner.run(agent, prompt) }
}

it('records a run and its continuation, and delivers the reminder with the next request', async () => {
  const begun = await begin(loginPage)
  const { todos, ask } = runnerOf(begun)
  await ask('Add a login page')
  const next = await todos.endRun()
  if (next.action === 'continue') await ask(next.prompt)
  expect(await todos.endRun()).toEqual({ action: 'stop', yieldTo: 'dormant', reason: 'no open todos' })
  await begun.isAsScripted((lines) => {
    const [says = ''] = lines.slice(5, 6)
    // What is said beside calls comes with the next request, and what a tool throws is its result.
    return lines
      .toSpliced(5, 1)
      .toSpliced(6, 0, says)
      .map((line) => line.replace('true: ', 'null: '))
      .map((line) => line.replace(/false: .*/, `null: ${failure}`))
  })
})

const failure = 'An error occurred while running the tool. Please try again.'

it('ends the turn of a run that failed, with the next one', async () => {
  const begun = await begin([{ calls: [['write_file', { path: 'a' }]] }, { fails: true }, { text: 'Here.' }])
  const { todos, ask } = runnerOf(begun)
  await expect(ask('Write a file')).rejects.toThrow()
  await ask('Again')
  await todos.endRun()
  await begun.isAsFailed()
})

it('a call of which the runner gives no id is one of its own', async () => {
  const { session, lines } = await begin([])
  const todos = new OpenAIAgentsTodos(session)
  await session.startRun({ trigger: 'user', text: 'Plan' })
  await session.startTurn()
  for (const content of ['One', 'Two']) {
    const input = JSON.stringify({ todos: [{ content, status: 'in_progress' }] })
    await todos.tools[0]?.invoke(new RunContext(), input)
    await session.turn()?.end()
    await session.startTurn()
  }
  expect((await lines()).filter((line) => line.includes('write_todos'))).toHaveLength(2)
  expect(session.state.items.map(({ text }) => text)).toEqual(['Two'])
})

it('a new conversation is told of the list that an earlier one left open', async () => {
  const begun = await begin([{ text: 'It is half done.' }])
  await leaveOpen(begun)
  await runnerOf(begun).ask('Go on')
  toldOfOpenList(begun)
})
