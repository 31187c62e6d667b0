/**
 * A model that answers from a script, over Anthropic's Messages API, on loopback. A summary that the program asks for is
 * answered, too. API: https://docs.claude.com/en/api/messages-streaming
 */

import { refused, serveModel } from './scripted.mjs'

/** Texts of a message, without results of calls. */
function textsOf(content) {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

/** The results of calls that stand in the last message of a request. @param {any} request */
export function resultsIn(request) {
  const { content } = request.messages.at(-1)
  return typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_result')
}

/** A summary is asked for by the program's own words at the end of the conversation. */
const asksForSummary = /create a detailed summary|summary of (?:the|this) conversation/i

/** Starts the model. @param {{ [name: string]: import('./scripted.mjs').Step[] }} scripts */
export function anthropicModel(scripts) {
  return serveModel(scripts, (path, body, played, response) => {
    if (path === '/v1/messages/count_tokens') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"input_tokens":100}')
    } else if (path === '/v1/messages') answer(body, played, response)
    else return false
    return true
  })
}

function answer(body, played, response) {
  const said = body.messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => textsOf(content))
    .join('\n')
  const isSummary = asksForSummary.test(textsOf(body.messages.at(-1).content).slice(-20_000))
  const step = isSummary ? played.summary(body, said) : played.next(body, said, (body.tools ?? []).length > 0)
  if (refused(step, response)) return
  const number = played.requests.length
  const content = contentOf(step, number)
  const message = {
    id: `msg_${String(number).padStart(6, '0')}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: (step.calls ?? []).length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  }
  const isStream = body.stream === true
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  if (!isStream) {
    response.end(JSON.stringify(message))
    return
  }
  const send = (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  send({ type: 'message_start', message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of content.entries()) {
    const [begun, ...deltas] = piecesOf(block)
    send({ type: 'content_block_start', index, content_block: begun })
    for (const delta of deltas) send({ type: 'content_block_delta', index, delta })
    send({ type: 'content_block_stop', index })
  }
  if (step.hold === true) return
  const { stop_reason, stop_sequence } = message
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens: 10 } })
  send({ type: 'message_stop' })
  response.end()
}

function contentOf({ text, thinking, calls = [] }, number) {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2lnbmVk' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, input }, index) => ({
      type: 'tool_use',
      id: `toolu_${String(number).padStart(4, '0')}${String(index).padStart(2, '0')}`,
      name,
      input,
    })),
  ]
}

/** How a block begins, and what is added to it. */
function piecesOf(block) {
  if (block.type === 'text')
    return [
      { type: 'text', text: '' },
      { type: 'text_delta', text: block.text },
    ]
  if (block.type === 'thinking')
    return [
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: block.thinking },
      { type: 'signature_delta', signature: block.signature },
    ]
  const json = JSON.stringify(block.input)
  const middle = Math.floor(json.length / 2)
  const parts = [json.slice(0, middle), json.slice(middle)]
  return [
    { ...block, input: {} },
    ...parts.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  ]
}
