// A model on loopback that answers from a script, over OpenAI's Chat Completions and Anthropic's Messages, so that the
// examples of the hosts run without a key. It keeps the requests.

import { createServer } from 'node:http'

/**
 * @typedef {{ readonly calls?: readonly (readonly [name: string, input: unknown])[], readonly text?: string, readonly fails?: boolean, readonly ids?: boolean | 'same' }} Answer
 * @typedef {{ readonly role: string, readonly content: unknown }} Message
 */

/** @param {readonly Answer[]} script one answer a request */
export async function scriptedModel(script) {
  /** @type {(readonly Message[])[]} */
  const requests = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { messages, stream, tools = [] } = body === '' ? {} : JSON.parse(body)
    const isAnthropic = request.url?.startsWith('/v1/messages') === true
    // What Claude Code asks beside its loop: a title, whether the model is there.
    if (messages === undefined || (isAnthropic && tools.length === 0)) {
      response.writeHead(404).end('{}')
      return
    }
    requests.push(messages)
    const answer = script[requests.length - 1] ?? { fails: true }
    const completion = completionOf(answer, requests.length)
    if (answer.fails) response.writeHead(400).end('{"error":{"message":"The model failed."}}')
    else if (isAnthropic)
      response.setHeader('content-type', 'text/event-stream').end(anthropic(answer, requests.length, tools))
    else if (stream) response.setHeader('content-type', 'text/event-stream').end(streamed(completion))
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(completion))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/v1`, requests, close: () => server.close().closeAllConnections() }
}

/** @param {Answer} answer @param {number} number */
function completionOf({ calls = [], text = '', ids = true }, number) {
  const tool_calls = calls.map(([name, input], index) => ({
    id: ids ? `call-${ids === 'same' ? 0 : number}-${index + 1}` : '',
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const message = { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls } : {}) }
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
  return {
    id: `answer-${number}`,
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, finish_reason, message }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

/** @param {ReturnType<typeof completionOf>} completion */
function streamed({ choices, ...completion }) {
  const chunks = choices.map(({ message, ...choice }) => {
    const tool_calls = message.tool_calls?.map((call, index) => ({ index, ...call }))
    return { ...choice, delta: { ...message, tool_calls } }
  })
  const chunk = { ...completion, object: 'chat.completion.chunk', choices: chunks }
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
}

/** @param {Answer} answer @param {number} number @param {readonly { name: string }[]} tools */
function anthropic({ calls = [], text = '' }, number, tools) {
  const delta = { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null }
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    usage,
  }
  const blocks = [
    ...(text === ''
      ? []
      : [
          [
            { type: 'text', text: '' },
            { type: 'text_delta', text },
          ],
        ]),
    ...calls.map(([called, input], index) => {
      // A tool of a server has the server's name before its own.
      const name = tools.find((tool) => tool.name.endsWith(`__${called}`))?.name ?? called
      const partial_json = JSON.stringify(input)
      return [
        { type: 'tool_use', id: `call-${number}-${index + 1}`, name, input: {} },
        { type: 'input_json_delta', partial_json },
      ]
    }),
  ]
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap(([content_block, delta], index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta, usage },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

/** @param {string} design @param {string} check @returns {readonly [string, unknown]} */
const list = (design, check) => [
  'write_todos',
  {
    todos: [
      { content: 'Design the form', status: design },
      { content: 'Check it', status: check },
    ],
  },
]

/** Forgets its list, is reminded, answers too early, and goes on. @type {readonly Answer[]} */
export const loginPage = [
  { calls: [list('in_progress', 'pending')] },
  { text: 'First the form.', calls: [['write_file', { path: 'login.html' }]] },
  { calls: [['write_file', { path: 'login.css' }]] },
  { calls: [list('completed', 'in_progress')] },
  { text: 'The form is there.' },
  { calls: [['write_file', { path: '/etc/shadow' }]] },
  { calls: [list('completed', 'completed')] },
  { text: 'The form is there, and checked.' },
]

/** The list is to be updated after two turns without. */
export const settings = { staleAfter: 2 }

/** @param {{ readonly path: string }} input */
export function writeFile({ path }) {
  if (path.startsWith('/')) throw new Error(`${path} is not yours.`)
  return `${path} written`
}

/** What the ledger holds of a session, a line an event. @param {AsyncIterable<import('@todo-ledger/core').TodoEvent>} events */
export async function* told(events) {
  for await (const { type, data } of events) {
    if (type === 'run.started') yield `${data.trigger}: ${firstLine(data.text)}`
    else if (type === 'turn.started') yield data.delivers.length > 0 ? 'turn, reminded' : 'turn'
    else if (type === 'tool.called') yield `  ${data.name} ${JSON.stringify(data.input)}`
    else if (type === 'tool.returned') yield `  ${data.ok}: ${data.output}`
    else if (type === 'todos.updated') yield `  ${data.tool} ${data.call}: ${data.changes.length} changes`
    else if (type === 'message.recorded') yield `  says: ${data.text}`
    else if (type !== 'session.opened' && type !== 'turn.ended') yield `  ${type}`
  }
}

/** @param {string} text */
const firstLine = (text) => text.split('\n')[0]
