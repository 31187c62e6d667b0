/**
 * A model that answers from a script, over the two APIs of OpenAI: Responses and Chat Completions, both streamed.
 * APIs: https://platform.openai.com/docs/api-reference/responses-streaming, .../chat-streaming
 */

import { refused, serveModel } from './scripted.mjs'

/** Starts the model. @param {{ [name: string]: import('./scripted.mjs').Step[] }} scripts */
export function openaiModel(scripts) {
  return serveModel(scripts, (path, body, played, response) => {
    if (path.endsWith('/responses')) respond(body, played, response)
    else if (path.endsWith('/chat/completions')) complete(body, played, response)
    else return false
    return true
  })
}

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n')

/** What a person said, of the messages or items of a request. */
function inputsOf(messages) {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => textOf(content))
    .join('\n')
}

function respond(body, played, response) {
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input
  const hasTools = (body.tools ?? []).length > 0 || input.some(({ type }) => type === 'additional_tools')
  const answer = played.next(body, inputsOf(input), hasTools)
  if (refused(answer, response)) return
  const number = played.requests.length
  const items = [
    ...(answer.text === undefined
      ? []
      : [
          {
            type: 'message',
            role: 'assistant',
            id: `msg_${number}`,
            status: 'completed',
            content: [{ type: 'output_text', text: answer.text, annotations: [] }],
          },
        ]),
    ...(answer.calls ?? []).map(({ name, namespace, input: given, id = `call_${number}` }, index) => {
      const space = namespace === undefined ? {} : { namespace }
      const call = { call_id: `${id}_${index}`, name, ...space, status: 'completed' }
      if (name === 'tool_search') {
        const search = { ...call, execution: 'client', arguments: given }
        return { type: 'tool_search_call', id: `tsc_${number}_${index}`, ...search }
      }
      return typeof given === 'string'
        ? { type: 'custom_tool_call', id: `ctc_${number}_${index}`, ...call, input: given }
        : { type: 'function_call', id: `fc_${number}_${index}`, ...call, arguments: JSON.stringify(given) }
    }),
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  const head = { id: `resp_${number}`, object: 'response', created_at: 1_767_607_200, model: body.model }
  send({ type: 'response.created', response: { ...head, status: 'in_progress', output: [] } })
  for (const [index, item] of items.entries()) {
    const begun = item.type === 'message' ? { ...item, content: [] } : item
    send({ type: 'response.output_item.added', output_index: index, item: begun })
    if (item.type === 'message') {
      const place = { item_id: item.id, output_index: index, content_index: 0 }
      send({ type: 'response.output_text.delta', ...place, delta: answer.text })
      send({ type: 'response.output_text.done', ...place, text: answer.text })
    }
    send({ type: 'response.output_item.done', output_index: index, item })
  }
  if (answer.hold === true) return
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 110,
  }
  send({ type: 'response.completed', response: { ...head, status: 'completed', output: items, usage } })
  response.end()
}

function complete(body, played, response) {
  const answer = played.next(body, inputsOf(body.messages), (body.tools ?? []).length > 0)
  if (refused(answer, response)) return
  const number = played.requests.length
  const calls = (answer.calls ?? []).map(({ name, input, id = `call_${number}` }, index) => ({
    index,
    id: `${id}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  const head = { id: `chatcmpl-${number}`, created: 1_767_607_200, model: body.model }
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const choices = [{ index: 0, message, finish_reason: finish }]
    response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta, finish_reason = null, more = {}) =>
    response.write(
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`,
    )
  send(message)
  if (answer.hold === true) return
  send({}, finish, { usage })
  response.write('data: [DONE]\n\n')
  response.end()
}
