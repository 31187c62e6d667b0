/**
 * `MODEL@URL`: a model at an address that speaks OpenAI's interface, as local servers (Ollama, llama.cpp, vLLM) and other
 * providers do. Source: OpenAI, "Chat Completions"; Anthropic, "OpenAI SDK compatibility"; RFC 9110, Retry-After.
 */

import { answerSchema } from '@todo-ledger/audit/reader'
import { fieldOf, type Reader, ReaderTrouble } from './reader.js'

/** The reader of a model; null where the name is of none. @throws ReaderTrouble */
export function modelReader(given: string, env: NodeJS.ProcessEnv): Reader | null {
  const [, name, address = ''] = /^([^@\s]+)@(https?:\/\/\S+)$/.exec(given) ?? []
  if (name === undefined) return null
  if (!URL.canParse(address)) throw new ReaderTrouble(`${address} is no address.`, { isFinal: true })
  const { origin: where, hostname } = new URL(address)
  const usual = hostname.endsWith('anthropic.com') ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
  const key = env['TODO_REPLAY_READER_KEY'] || env[usual] || null
  if (key === null && !/^(?:localhost|127\.|\[::1\])/.test(hostname)) {
    const message = `${where} needs a key: set TODO_REPLAY_READER_KEY, or ${usual}.`
    throw new ReaderTrouble(message, { isFinal: true })
  }
  return {
    name,
    where,
    async ask({ question, page }, signal) {
      const body = {
        model: name,
        messages: [
          { role: 'system', content: question },
          { role: 'user', content: page },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: answerSchema } },
      }
      const headers = {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      }
      const url = `${address.replace(/\/$/, '')}/chat/completions`
      const asked = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
        .then(async (response) => ({ response, text: await response.text() }))
        .catch((error: unknown) => {
          throw new ReaderTrouble(`${where} could not be asked: ${causeOf(error)}`)
        })
      const { response, text } = asked
      if (!response.ok) throw refusal(where, response, text)
      const [choice]: unknown[] = [fieldOf(parsed(text), 'choices')].flat()
      const answer = fieldOf(fieldOf(choice, 'message'), 'content')
      if (answer === undefined) throw new ReaderTrouble(`${where} answered no chat completion.`)
      return { answer, model: name, cost: null }
    },
  }
}

function refusal(where: string, { status, headers }: Response, text: string): ReaderTrouble {
  const after = headers.get('retry-after') ?? ''
  const said = fieldOf(fieldOf(parsed(text), 'error'), 'message')
  return new ReaderTrouble(`${where} answered ${status}: ${String(said ?? text).slice(0, 300)}`, {
    isFinal: status >= 400 && status < 500 && status !== 408 && status !== 429,
    retryAfter: /^\d+$/.test(after) ? Number(after) : null,
  })
}

/** What is behind `fetch failed`. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
