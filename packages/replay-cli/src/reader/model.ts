/**
 * `MODEL@URL`: a model at an address that speaks OpenAI's interface, as local servers (Ollama, llama.cpp, vLLM) and other
 * providers do. Source: OpenAI, "Chat Completions"; Anthropic, "OpenAI SDK compatibility"; RFC 9110, Retry-After.
 */

import { answerSchema } from '@todo-ledger/audit/reader'
import { isLoopback } from '../loopback.js'
import { grouped } from '../text/count.js'
import { fieldOf, type Reader, ReaderTrouble, readerLimits } from './reader.js'

/** Where people set a key for readers alone. */
const ownVariable = 'TODO_REPLAY_READER_KEY'

/** The reader of a model; null where the name is of none. @param limits of an answer @throws ReaderTrouble */
export function modelReader(given: string, env: NodeJS.ProcessEnv, limits = readerLimits): Reader | null {
  const [, name, address = ''] = /^([^@\s]+)@(https?:\/\/\S+)$/.exec(given) ?? []
  if (name === undefined) return null
  const { origin: where, hostname, username, password } = addressOf(address)
  // It would stand in the settings and in what the shell remembers.
  if (username !== '' || password !== '') {
    const message = `The address of a model can't hold a user name or a password. Set ${ownVariable}.`
    throw new ReaderTrouble(message, { isFinal: true })
  }
  const usual = /^(?:.+\.)?anthropic\.com$/.test(hostname) ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
  const key = keyOf(ownVariable, env) ?? keyOf(usual, env)
  if (key === null && !isLoopback(hostname)) {
    const message = `${where} needs a key: set ${ownVariable}, or ${usual}.`
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
      const request = { method: 'POST', headers, body: JSON.stringify(body), signal }
      const { response, text } = await answerOf(where, url, request, limits)
      if (!response.ok) throw refusal(where, response, text)
      if (text.length > limits.characters)
        throw new ReaderTrouble(`${where} answered more than ${grouped(limits.characters)} characters.`)
      const [choice]: unknown[] = [fieldOf(parsed(text), 'choices')].flat()
      const answer = fieldOf(fieldOf(choice, 'message'), 'content')
      if (answer === undefined) throw new ReaderTrouble(`${where} answered no chat completion.`)
      return { answer, model: name, cost: null }
    },
  }
}

/** @throws ReaderTrouble without the address: what can't be read may still hold a password */
function addressOf(given: string): URL {
  if (URL.canParse(given)) return new URL(given)
  throw new ReaderTrouble("What follows the model's name is not an address.", { isFinal: true })
}

/** The key that a variable holds; null where it is not set. @throws ReaderTrouble where no header can carry it */
function keyOf(variable: string, { [variable]: set = '' }: NodeJS.ProcessEnv): string | null {
  const key = set.trim()
  if (key === '') return null
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new ReaderTrouble(`${variable} does not hold a valid key. Set it again.`, { isFinal: true })
}

/** What an address answers, its text no further than a little beyond the limit. @throws ReaderTrouble */
async function answerOf(
  where: string,
  url: string,
  { signal, ...request }: RequestInit & { readonly signal: AbortSignal },
  { milliseconds, characters }: typeof readerLimits,
): Promise<{ readonly response: Response; readonly text: string }> {
  // The timer holds what ends it. Node.js 20 collects an `AbortSignal.timeout` that only `AbortSignal.any` knows.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), milliseconds)
  try {
    const either = AbortSignal.any([signal, late.signal])
    const response = await fetch(url, { ...request, signal: either, redirect: 'error' })
    return { response, text: await beginningOf(response, characters, either) }
  } catch (error) {
    if (late.signal.aborted) throw new ReaderTrouble(`${where} took too long.`)
    throw requestTrouble(where, error)
  } finally {
    clearTimeout(timer)
  }
}

/** The text of a response, up to the piece that goes beyond the limit. */
async function beginningOf({ body }: Response, limit: number, signal: AbortSignal): Promise<string> {
  const reader = body?.getReader()
  // Once there is a response, its request may be collected (Node.js 20), and with it what would have ended the body.
  const stop = (): void => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (text.length <= limit) {
      const piece = await reader?.read()
      if (piece?.value === undefined) break
      text += decoder.decode(piece.value, { stream: true })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
  signal.throwIfAborted()
  return text + decoder.decode()
}

function refusal(where: string, { status, headers }: Response, text: string): ReaderTrouble {
  const after = headers.get('retry-after') ?? ''
  const said = fieldOf(fieldOf(parsed(text), 'error'), 'message')
  return new ReaderTrouble(`${where} answered ${status}: ${String(said ?? text).slice(0, 300)}`, {
    isFinal: status >= 400 && status < 500 && status !== 408 && status !== 429,
    retryAfter: /^\d+$/.test(after) ? Number(after) : null,
  })
}

/** Only an error of the network is told: that of a request may hold the key. */
function requestTrouble(where: string, error: unknown): ReaderTrouble {
  const cause = error instanceof Error ? error.cause : null
  if (cause instanceof Error && cause.message === 'unexpected redirect')
    return new ReaderTrouble(`${where} redirects to another address. Name that one.`, {
      isFinal: true,
    })
  const code = fieldOf(cause, 'code')
  const isOfNetwork = cause instanceof Error && typeof code === 'string'
  // Where several addresses of a name were tried, their error has a code alone.
  const told = isOfNetwork ? cause.message || code : 'the request could not be made'
  return new ReaderTrouble(`${where} could not be asked: ${told}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
