/** Pages and answers in the forms of providers' batch interfaces. */

import { answerSchema, type Page } from '@todo-ledger/audit/reader'
import { Failure } from '../failure.js'

/** The providers whose forms are known. */
export const batchForms: readonly ['openai', 'anthropic'] = ['openai', 'anthropic']

/** A provider whose form is known. */
export type BatchForm = (typeof batchForms)[number]

/** Tokens that an answer may take. */
const longestAnswer = 1500

/**
 * A page as one line of a batch. For Anthropic a line is one of `requests`.
 * @throws Failure `usage` where no model is named: a batch names its model in each line
 */
export function batchLine({ id, page, question }: Page, form: BatchForm, model: string | undefined): string {
  if (model === undefined)
    throw new Failure('usage', `--batch ${form} needs --model: each line of a batch names its model.`)
  return JSON.stringify(
    form === 'openai' ? openai(id, page, question, model) : anthropic(id, page, question, model),
  )
}

/** Source: OpenAI, Batch API: `{custom_id, method, url, body}`; Structured Outputs. */
function openai(id: string, page: string, question: string, model: string): object {
  return {
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: {
      model,
      messages: [
        { role: 'system', content: question },
        { role: 'user', content: page },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: answerSchema },
      },
      max_completion_tokens: longestAnswer,
    },
  }
}

/** Source: Anthropic, Message Batches: `{requests: [{custom_id, params}]}`; the line is one of the requests. */
function anthropic(id: string, page: string, question: string, model: string): object {
  return {
    custom_id: id,
    params: {
      model,
      max_tokens: longestAnswer,
      system: question,
      messages: [{ role: 'user', content: page }],
      tools: [{ name: 'answer', description: 'Gives the answer.', input_schema: answerSchema }],
      tool_choice: { type: 'tool', name: 'answer' },
    },
  }
}

/** An answer of a batch: the id of its page, what the model gave, and what the provider says instead. */
export interface BatchAnswer {
  /** The id of the page. */
  readonly id: string
  /** The answer, as a text or a value; undefined where there is none. */
  readonly answer: unknown
  /** Why there is none, or null. */
  readonly problem: string | null
  /** The model that answered, where the provider says it. */
  readonly model: string | null
}

/** An answer in the form of a provider's batch result, or null where the value is none. */
export function batchAnswer(value: unknown): BatchAnswer | null {
  const id = at(value, 'custom_id')
  if (typeof id !== 'string') return null
  const anthropicMessage = at(value, 'result', 'message')
  if (at(value, 'result') !== undefined) {
    const type = at(value, 'result', 'type')
    if (type !== 'succeeded')
      return { id, answer: undefined, problem: `the batch says ${String(type)}`, model: null }
    const content = at(anthropicMessage, 'content')
    const parts: readonly unknown[] = Array.isArray(content) ? content : []
    const tool = parts.find((part) => at(part, 'type') === 'tool_use')
    const text = parts.find((part) => at(part, 'type') === 'text')
    return {
      id,
      answer: at(tool, 'input') ?? at(text, 'text'),
      problem: null,
      model: nameOf(at(anthropicMessage, 'model')),
    }
  }
  const body = at(value, 'response', 'body')
  const error = at(value, 'error', 'message') ?? at(body, 'error', 'message')
  if (typeof error === 'string') return { id, answer: undefined, problem: error, model: null }
  const choices = at(body, 'choices')
  const [first]: readonly unknown[] = Array.isArray(choices) ? choices : []
  return { id, answer: at(first, 'message', 'content'), problem: null, model: nameOf(at(body, 'model')) }
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The value at a path of fields, or undefined. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.getOwnPropertyDescriptor(found, name)?.value
  }
  return found
}
