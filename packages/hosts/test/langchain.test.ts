import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { expect, it } from 'vitest'
import { loginPage, writeFile } from '../../../examples/hosts/scripted-model.mjs'
import { ledgerMiddleware } from '../src/langchain.js'
import { type Begun, begin, leaveOpen, saysFirst, toldOfOpenList } from './scripted-session.js'

const schema = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
} as const
const write = tool((input: { path: string }) => writeFile(input), {
  name: 'write_file',
  description: 'Writes a file.',
  schema,
})

function agentOf({ model, ledger, profile }: Begun, ended: string[] = []) {
  const configuration = { baseURL: model.url }
  return createAgent({
    model: new ChatOpenAI({ model: 'scripted', apiKey: 'none', maxRetries: 0, configuration }),
    tools: [write],
    middleware: [
      ledgerMiddleware(ledger, { profile, session: 's', onRunEnd: ({ action }) => ended.push(action) }),
    ],
  })
}

const saying = (content: string) => ({ messages: [{ role: 'user' as const, content }] })

it('records a run and its continuation, begins it, and delivers the reminder with the next request', async () => {
  const begun = await begin(loginPage)
  const ended: string[] = []
  const { messages } = await agentOf(begun, ended).invoke(saying('Add a login page'), {
    recursionLimit: 100,
  })
  await begun.isAsScripted(saysFirst)
  expect(ended).toEqual(['continue', 'stop'])
  expect(messages.at(-1)?.text).toBe('The form is there, and checked.')
  expect(JSON.stringify(begun.model.requests[0])).toContain('keep a list with write_todos')
})

it('a list that breaks a rule is answered by the profile, and input that fits no schema by LangChain', async () => {
  const begun = await begin([
    { calls: [['write_todos', { todos: [{ content: 'One', status: 'doing' }] }]] },
    { calls: [['write_file', { file: 'a' }]] },
    { text: 'Neither.' },
  ])
  const { messages } = await agentOf(begun).invoke(saying('Try'))
  expect(messages.map((message) => message.text)).toEqual([
    'Try',
    '',
    expect.stringContaining('invalid status "doing"'),
    '',
    expect.stringContaining('did not match expected schema'),
    'Neither.',
  ])
  expect((await begun.lines()).filter((line) => /false|rejected/.test(line))).toEqual([
    '  todos.rejected',
    expect.stringContaining('  false: '),
  ])
})

it('ends the turn of a run that failed, with the next one', async () => {
  const begun = await begin([{ calls: [['write_file', { path: 'a' }]] }, { fails: true }, { text: 'Here.' }])
  const agent = agentOf(begun)
  await expect(agent.invoke(saying('Write a file'))).rejects.toThrow('The model failed.')
  await agent.invoke(saying('Again'))
  await begun.isAsFailed()
})

it('a call of which the model gives no id is one of its own', async () => {
  const begun = await begin([
    { calls: [['write_file', { path: 'a' }]], ids: false },
    { calls: [['write_file', { path: 'b' }]], ids: false },
    { text: 'Both.' },
  ])
  const { messages } = await agentOf(begun).invoke(saying('Write two files'))
  expect(messages.at(-1)?.text).toBe('Both.')
  expect((await begun.lines()).filter((line) => /writ/.test(line))).toEqual([
    '  write_file {"path":"a"}',
    '  true: a written',
    '  write_file {"path":"b"}',
    '  true: b written',
  ])
})

it('each thread of an agent has a session of its own', async () => {
  const write = (content: string) => ['write_todos', { todos: [{ content, status: 'in_progress' }] }] as const
  const begun = await begin([
    { calls: [write('One')], ids: 'same' },
    { text: 'Begun.' },
    { text: 'More tomorrow.' },
    { calls: [write('Two')], ids: 'same' },
    { text: 'Begun, too.' },
    { text: 'More tomorrow.' },
  ])
  const agent = agentOf(begun)
  for (const thread_id of ['first', 'second'])
    await agent.invoke(saying('Plan'), { configurable: { thread_id }, recursionLimit: 100 })
  const lists = ['first', 'second'].map(async (id) =>
    (await begun.ledger.session(id)).state.items.map(({ text }) => text),
  )
  expect(await Promise.all(lists)).toEqual([['One'], ['Two']])
  expect(begun.session.state.turns).toBe(0)
})

it('a call id that the model gives again in another response is another call', async () => {
  const list = (status: string) => ['write_todos', { todos: [{ content: 'One', status }] }] as const
  const begun = await begin([
    { calls: [list('in_progress'), ['write_file', { path: 'a' }]], ids: 'same' },
    { calls: [list('completed'), ['write_file', { path: 'b' }]], ids: 'same' },
    { text: 'Done.' },
  ])
  const { messages } = await agentOf(begun).invoke(saying('Write'), { recursionLimit: 100 })
  expect(messages.at(-1)?.text).toBe('Done.')
  expect((await begun.lines()).filter((line) => /^ {2}write|true/.test(line))).toEqual([
    '  write_todos call-0-1: 1 changes',
    '  write_file {"path":"a"}',
    '  true: a written',
    '  write_todos call-0-1-turn-2: 1 changes',
    '  write_file {"path":"b"}',
    '  true: b written',
  ])
})

it('a new conversation is told of the list that an earlier one left open', async () => {
  const begun = await begin([{ text: 'It is half done.' }, { text: 'It still is.' }])
  await leaveOpen(begun)
  await agentOf(begun).invoke(saying('Go on'), { recursionLimit: 100 })
  toldOfOpenList(begun)
})
