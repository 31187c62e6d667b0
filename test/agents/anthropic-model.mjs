/**
 * A model that answers from a script, over Anthropic's Messages API, on loopback. A prompt names its script with
 * `script:NAME`; each request of an agent's loop that has that name in a user message gets the script's next answer.
 * What the program asks beside its loop (a title, a summary, a quota) is answered with a plain text.
 * API: https://docs.claude.com/en/api/messages-streaming
 */

import { createServer } from 'node:http'

/**
 * @typedef {{ name: string, input: unknown }} ScriptedCall
 * @typedef {{ text?: string, thinking?: string, calls?: ScriptedCall[], hold?: boolean, status?: number }} Answer
 *   hold: the answer never ends; status: an error in its place
 * @typedef {Answer | ((request: any) => Answer)} Step
 */

/** Texts of a message, without results of calls. */
function textsOf(content) {
  if (typeof content === 'string') return [content]
  return content.filter((block) => block.type === 'text').map((block) => block.text)
}

/** The results of calls that stand in the last message of a request. @param {any} request */
export function resultsIn(request) {
  const { content } = request.messages.at(-1)
  return typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_result')
}

/** The name of the script that a request goes on with, or null. */
function scriptOf(request) {
  const texts = request.messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => textsOf(content))
  return [...texts.join('\n').matchAll(/script:([\w-]+)/g)].at(-1)?.[1] ?? null
}

/** A summary is asked for by the program's own words at the end of the conversation. */
function asksForSummary(request) {
  return /create a detailed summary|summary of (?:the|this) conversation/i.test(
    textsOf(request.messages.at(-1).content).join('\n').slice(-20_000),
  )
}

/**
 * Starts the model.
 * @param {{ [name: string]: Step[] }} scripts the answers of each script, in order
 */
export async function anthropicModel(scripts) {
  const requests = []
  const others = []
  const taken = new Map()
  let answers = 0

  function answerTo(request) {
    const name = scriptOf(request)
    if (asksForSummary(request)) return { text: `<summary>What was done so far. script:${name}</summary>` }
    if (name === null || (request.tools ?? []).length === 0) return { text: 'A title' }
    const at = taken.get(name) ?? 0
    const step = scripts[name]?.[at]
    if (step === undefined) return { text: `The script ${name} has no answer ${at + 1}.` }
    taken.set(name, at + 1)
    return typeof step === 'function' ? step(request) : step
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

  async function take(request, response) {
    const step = answerTo(request)
    requests.push({ ...request, answered: step })
    answers += 1
    if (step.status !== undefined) {
      response.writeHead(step.status, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'No.' } }),
      )
      return
    }
    const content = contentOf(step, answers)
    const message = {
      id: `msg_${String(answers).padStart(6, '0')}`,
      type: 'message',
      role: 'assistant',
      model: request.model,
      content,
      stop_reason: (step.calls ?? []).length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 10 },
    }
    if (request.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(message))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    send({ type: 'message_start', message: { ...message, content: [], stop_reason: null } })
    for (const [index, block] of content.entries()) for (const event of eventsOf(block, index)) send(event)
    if (step.hold === true) return
    send({
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: 10 },
    })
    send({ type: 'message_stop' })
    response.end()
  }

  const server = createServer(async (request, response) => {
    const parts = []
    for await (const part of request) parts.push(part)
    const path = new URL(request.url, 'http://127.0.0.1').pathname
    if (request.method === 'POST' && path === '/v1/messages') {
      await take(JSON.parse(Buffer.concat(parts).toString('utf8')), response)
      return
    }
    others.push(`${request.method} ${path}`)
    const isCount = path === '/v1/messages/count_tokens'
    response.writeHead(isCount ? 200 : 404, { 'content-type': 'application/json' })
    response.end(isCount ? '{"input_tokens":100}' : '{}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Where it is. */
    url: `http://127.0.0.1:${server.address().port}`,
    /** What was asked, in order, each with what was answered. */
    requests,
    /** What else was asked for. */
    others,
    /** The scripts that still have answers to give. */
    left: () => Object.keys(scripts).filter((name) => (taken.get(name) ?? 0) < scripts[name].length),
    /** Ends it. */
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function eventsOf(block, index) {
  const start = (content_block) => ({ type: 'content_block_start', index, content_block })
  const delta = (part) => ({ type: 'content_block_delta', index, delta: part })
  const stop = { type: 'content_block_stop', index }
  switch (block.type) {
    case 'text':
      return [start({ type: 'text', text: '' }), delta({ type: 'text_delta', text: block.text }), stop]
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        delta({ type: 'thinking_delta', thinking: block.thinking }),
        delta({ type: 'signature_delta', signature: block.signature }),
        stop,
      ]
    default: {
      const json = JSON.stringify(block.input)
      const middle = Math.floor(json.length / 2)
      return [
        start({ ...block, input: {} }),
        delta({ type: 'input_json_delta', partial_json: json.slice(0, middle) }),
        delta({ type: 'input_json_delta', partial_json: json.slice(middle) }),
        stop,
      ]
    }
  }
}
