/** The messages of a mini-SWE-agent trajectory as chat messages, which they nearly are. */

import { textIn } from '../../formats/chat-messages/blocks.js'
import { arrayIn, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'

/**
 * The one command of a response, where the model writes it into its text; without a command a block that is never closed, which
 * takes all that comes after it: looked at from each beginning anew, a text of nothing but beginnings would take minutes.
 */
const command = /```(?:bash|mswea_bash_command)[^\S\n]*\n(?:([\s\S]*?)\n```|[\s\S]*)/g
/** How its usual template shows how a command ended: before what the command printed, which may say anything. */
const returned = /^\s*(?:<exception>[^<]*<\/exception>\s*)?<returncode>\s*(-?\d+)\s*<\/returncode>/
const timedOut = /^\s*The last command <command>[\s\S]*timed out/

/** Makes chat messages of the messages of one trajectory. */
export class MiniMessages {
  #count = 0
  /** The calls that wait for their results and have no ids of the model's. */
  #open: string[] = []

  /** A message as chat messages; none where it is no part of the talk. */
  asMessages(value: JsonObject): readonly JsonObject[] {
    this.#count += 1
    const extra = objectIn(value, 'extra') ?? {}
    const at = extra['timestamp'] === undefined ? {} : { timestamp: extra['timestamp'] }
    // A response of OpenAI's Responses API is kept as it is, its items in it.
    const items = objectsOf(arrayIn(value, 'output'))
    if (value['object'] === 'response')
      return items.map((item) => ({ ...item, ...at, usage_metadata: usageOf(value, extra) }))
    switch (stringIn(value, 'role') ?? stringIn(value, 'type')) {
      case 'assistant':
        return [{ ...this.#response(value, extra), ...at, usage_metadata: usageOf(value, extra) }]
      case 'tool':
        return [{ ...value, ...at, status: statusOf(value, extra) }]
      case 'user':
        return this.#told(value, extra, at)
      case 'function_call_output':
        return [{ ...value, ...at }]
      // The system's prompt, and how the run ended.
      case 'system':
      case 'exit':
        return []
      default:
        return [value]
    }
  }

  #response(value: JsonObject, extra: JsonObject): JsonObject {
    this.#open = []
    if (arrayIn(value, 'tool_calls').length > 0) return value
    const content = textIn(value['content'])
    const told = objectsOf(arrayIn(extra, 'actions')).flatMap((action) => stringIn(action, 'command') ?? [])
    const written = [...content.matchAll(command)].flatMap((match) => match[1]?.trim() ?? [])
    // More than one, or none, is refused.
    const commands = told.length > 0 ? told : written.length === 1 ? written : []
    const calls = commands.map((each, index) => ({
      id: `message ${this.#count}${index === 0 ? '' : `, ${index + 1}`}`,
      name: 'bash',
      args: { command: each },
    }))
    this.#open = calls.map(({ id }) => id)
    return { role: 'assistant', content: content.replace(command, withoutClosed).trim(), tool_calls: calls }
  }

  /** What the program tells in the person's name: how a command ended, or that a response was refused. */
  #told(value: JsonObject, extra: JsonObject, at: JsonObject): readonly JsonObject[] {
    if (stringIn(extra, 'interrupt_type') === 'FormatError') return []
    const call = this.#open.shift()
    if (call === undefined) return [{ role: 'user', content: value['content'], ...at }]
    const { content } = value
    return [{ role: 'tool', tool_call_id: call, content, status: statusOf(value, extra), ...at }]
  }
}

const withoutClosed = (block: string, inner: string | undefined): string => (inner === undefined ? block : '')

/** What a response cost, in LangChain's words for tokens; a cost of 0 says that nobody knows it. */
function usageOf(value: JsonObject, extra: JsonObject): JsonObject {
  const usage = objectIn(objectIn(extra, 'response') ?? value, 'usage') ?? {}
  const details = objectIn(usage, 'prompt_tokens_details') ?? objectIn(usage, 'input_tokens_details')
  return {
    input_tokens: usage['prompt_tokens'] ?? usage['input_tokens'],
    output_tokens: usage['completion_tokens'] ?? usage['output_tokens'],
    input_token_details: { cache_read: details?.['cached_tokens'] },
    ...(extra['cost'] === 0 ? {} : { cost: extra['cost'] }),
  }
}

/** Whether a command worked, in the words of chat messages; undefined where nobody says. */
function statusOf(value: JsonObject, extra: JsonObject): 'success' | 'error' | undefined {
  const text = textIn(value['content']).slice(0, 10_000)
  const code = extra['returncode'] ?? returned.exec(text)?.[1]
  if (/^-?\d+$/.test(typeof code === 'number' ? String(code) : (stringIn({ code }, 'code') ?? '')))
    return Number(code) === 0 ? 'success' : 'error'
  return timedOut.test(text) ? 'error' : undefined
}
