/**
 * `MODEL@URL`: a model at an address, by the AI SDK. OpenAI's interface is spoken, as local servers speak it too
 * (Ollama, llama.cpp, vLLM); at an address of Anthropic, or with `anthropic+https:`, Anthropic's. The packages are
 * optional: who names no model installs none.
 */

import { answerSchema, type Page } from '@todo-ledger/audit/reader'
import { type Reader, type ReaderReply, ReaderTrouble } from '../reader.js'
import { fieldOf } from './program.js'

const form = /^([^@\s]+)@((?:anthropic\+)?https?:\/\/\S+)$/

/** Tokens that an answer may take. */
const longestAnswer = 1500

/** The reader of a model; null where the name is of none. @throws ReaderTrouble */
export function modelReader(name: string, env: NodeJS.ProcessEnv): Reader | null {
  const [, id, address = ''] = form.exec(name) ?? []
  if (id === undefined) return null
  const url = address.replace(/^anthropic\+/, '')
  if (!URL.canParse(url)) throw new ReaderTrouble(`${url} is no address.`, { isFinal: true })
  const isAnthropic = url !== address || /(?:^|\.)anthropic\.com$/.test(new URL(url).hostname)
  return new ModelReader(id, url, isAnthropic, env)
}

class ModelReader implements Reader {
  readonly name: string
  readonly where: string
  readonly #url: string
  readonly #isAnthropic: boolean
  readonly #key: string | undefined

  constructor(id: string, url: string, isAnthropic: boolean, env: NodeJS.ProcessEnv) {
    this.name = id
    this.where = new URL(url).origin
    this.#url = url
    this.#isAnthropic = isAnthropic
    const usual = isAnthropic ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
    this.#key = env['TODO_REPLAY_READER_KEY'] || env[usual] || undefined
    const isLocal = /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname)
    if (this.#key === undefined && !isLocal)
      throw new ReaderTrouble(`${this.where} needs a key: set TODO_REPLAY_READER_KEY, or ${usual}.`, {
        isFinal: true,
      })
  }

  async ask(page: Page, signal: AbortSignal): Promise<ReaderReply> {
    const { generateText, Output, jsonSchema } = await packageOf(() => import('ai'), 'ai')
    try {
      const { text } = await generateText({
        model: await this.#model(),
        system: page.question,
        prompt: page.page,
        output: Output.object({ schema: jsonSchema(answerSchema) }),
        maxOutputTokens: longestAnswer,
        maxRetries: 0,
        abortSignal: signal,
      })
      return { answer: text, model: this.name, cost: null }
    } catch (error) {
      // A model that takes no schema may have answered in words around its JSON.
      const text = fieldOf(error, 'text')
      if (typeof text === 'string' && text !== '') return { answer: text, model: this.name, cost: null }
      throw troubleOf(error, this.where)
    }
  }

  async #model() {
    const key = this.#key === undefined ? {} : { apiKey: this.#key }
    if (this.#isAnthropic) {
      const { createAnthropic } = await packageOf(() => import('@ai-sdk/anthropic'), '@ai-sdk/anthropic')
      return createAnthropic({
        baseURL: this.#url,
        ...(key.apiKey === undefined ? { apiKey: 'none' } : key),
      })(this.name)
    }
    const { createOpenAICompatible } = await packageOf(
      () => import('@ai-sdk/openai-compatible'),
      '@ai-sdk/openai-compatible',
    )
    return createOpenAICompatible({
      name: 'reader',
      baseURL: this.#url,
      supportsStructuredOutputs: true,
      ...key,
    })(this.name)
  }
}

async function packageOf<Module>(load: () => Promise<Module>, name: string): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String(fieldOf(error, 'code')))) throw error
    throw new ReaderTrouble(
      `A model at an address needs the package ${name}: npm install ai @ai-sdk/openai-compatible @ai-sdk/anthropic`,
      { isFinal: true },
    )
  }
}

/** What the provider says, and when it wants to be asked again. Source: RFC 9110, Retry-After; the AI SDK's `APICallError`. */
function troubleOf(error: unknown, where: string): ReaderTrouble {
  const status = fieldOf(error, 'statusCode')
  const headers = fieldOf(error, 'responseHeaders')
  const after = fieldOf(headers, 'retry-after')
  const message = error instanceof Error ? error.message : String(error)
  const isFinal =
    typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
  const seconds = typeof after === 'string' && /^\d+$/.test(after) ? Number(after) : null
  const said = typeof status === 'number' ? `answered ${status}: ` : 'could not be asked: '
  return new ReaderTrouble(`${where} ${said}${message.slice(0, 300)}`, { isFinal, retryAfter: seconds })
}
