/** One chat message, narrowed from JSON to what a reader needs. Source: docs/sources/chat-messages.md. */

import { arrayIn, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import {
  type ChatCall,
  type ChatResult,
  callIn,
  callsIn,
  resultsIn,
  resultsOfTool,
  textIn,
  textsIn,
} from './blocks.js'
import { momentIn, sessionIn } from './names.js'

export interface ChatMessage {
  /** `nothing` is no part of the talk, such as the system's prompt. */
  readonly role: 'user' | 'assistant' | 'tool' | 'summary' | 'nothing'
  readonly id: string | null
  /** True where it is a part of a response that has several records. */
  readonly isPart: boolean
  readonly at: Date | null
  /** The conversation that it names, or null. */
  readonly session: string | null
  readonly texts: readonly string[]
  readonly calls: readonly ChatCall[]
  readonly results: readonly ChatResult[]
  readonly usage: TokenUsage | null
}

const roles: ReadonlyMap<string, ChatMessage['role']> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['system', 'nothing'],
  ['developer', 'nothing'],
  ['remove', 'nothing'],
])

/** Items of the Responses API that stand beside messages. */
const items: ReadonlyMap<string, ChatMessage['role']> = new Map([
  ['function_call', 'assistant'],
  ['custom_tool_call', 'assistant'],
  ['function_call_output', 'tool'],
  ['custom_tool_call_output', 'tool'],
  ['reasoning', 'nothing'],
])

/** Narrows a message; a text says why it can't be read. */
export function readMessage(value: JsonObject): ChatMessage | string {
  const message = plainMessage(value)
  const type = stringIn(message, 'type')
  const item = items.get(type ?? '')
  const name = stringIn(message, 'role') ?? type
  if (name === null) return 'a message without a role'
  const role = item ?? roles.get(name)
  if (role === undefined) return `unknown role ${JSON.stringify(name.slice(0, 40))}`
  const { content } = message
  const base = {
    id: stringIn(message, 'id'),
    isPart: item !== undefined || (role === 'assistant' && type === 'message'),
    at: momentIn(message),
    session: sessionIn(message),
    texts: [],
    calls: [],
    results: [],
    usage: usageOf(objectIn(message, 'usage_metadata')),
  }
  switch (role) {
    case 'assistant':
      if (item !== undefined) return { ...base, role, calls: [callIn(message)] }
      return { ...base, role, texts: textsIn(content), calls: callsIn(message), results: resultsIn(content) }
    case 'tool':
      return { ...base, role, results: item === undefined ? resultsOfTool(message) : [itemResult(message)] }
    case 'user': {
      const texts = textsIn(content)
      return {
        ...base,
        role: isSummary(message, texts) ? 'summary' : role,
        texts,
        results: resultsIn(content),
      }
    }
    default:
      return { ...base, role }
  }
}

function itemResult(item: JsonObject): ChatResult {
  return { call: stringIn(item, 'call_id'), name: null, stated: null, output: textIn(item['output']) }
}

/** What LangChain's middleware puts in place of what was compacted. */
function isSummary(message: JsonObject, [first = '']: readonly string[]): boolean {
  const isMade = objectIn(message, 'additional_kwargs')?.['lc_source'] === 'summarization'
  return isMade || first.startsWith('Here is a summary of the conversation to date:')
}

/** LangChain's `UsageMetadata`: tokens out of a cache and into one are among the input. It has no cost; readers add one. */
function usageOf(usage: JsonObject | null): TokenUsage | null {
  if (usage === null) return null
  const { cache_read, cache_creation } = objectIn(usage, 'input_token_details') ?? {}
  return statedUsage({
    input: [usage['input_tokens']],
    output: [usage['output_tokens']],
    cacheRead: [cache_read],
    cacheWrite: [cache_creation],
    cost: [usage['cost']],
  })
}

/** LangChain's classes of messages; what is written while it comes is a chunk of one. */
const types: ReadonlyMap<unknown, string> = new Map([
  ['HumanMessage', 'human'],
  ['AIMessage', 'ai'],
  ['ToolMessage', 'tool'],
  ['SystemMessage', 'system'],
  ['RemoveMessage', 'remove'],
  ['AIMessageChunk', 'ai'],
])

/**
 * LangChain writes a message as it is (`{type, content, …}`), as `messages_to_dict` does (`{type, data: {content, …}}`),
 * and as `dumpd` does (`{lc, type: "constructor", id: […, "AIMessage"], kwargs}`).
 */
function plainMessage(value: JsonObject): JsonObject {
  const kwargs = value['type'] === 'constructor' ? objectIn(value, 'kwargs') : null
  if (kwargs !== null) return { ...kwargs, type: types.get(arrayIn(value, 'id').at(-1)) }
  const data = value['role'] === undefined ? objectIn(value, 'data') : null
  const plain = data !== null && 'content' in data ? { ...data, type: value['type'] } : value
  const type = types.get(plain['type'])
  return type === undefined ? plain : { ...plain, type }
}
