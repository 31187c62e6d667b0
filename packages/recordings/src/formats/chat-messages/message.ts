/** One chat message, narrowed from JSON to what a reader needs, whichever program wrote it. Shapes: docs/sources/chat-messages.md. */

import { type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import {
  type ChatCall,
  type ChatResult,
  callsIn,
  itemCall,
  itemResult,
  resultsIn,
  textIn,
  textsIn,
} from './blocks.js'
import { momentIn, sessionIn } from './names.js'
import { messagesOfParts } from './ui-parts.js'
import { plainMessage } from './wrappers.js'

/** A message. */
export interface ChatMessage {
  /** Who says it; `nothing` for what is no part of the talk, such as the system's prompt. */
  readonly role: 'user' | 'assistant' | 'tool' | 'summary' | 'nothing'
  /** Its id, or null. */
  readonly id: string | null
  /** True where it is a part of a response that has several records. */
  readonly isPart: boolean
  /** When, or null. */
  readonly at: Date | null
  /** The conversation that it names, or null. */
  readonly session: string | null
  /** What is said. */
  readonly texts: readonly string[]
  /** The calls in it. */
  readonly calls: readonly ChatCall[]
  /** The results in it. */
  readonly results: readonly ChatResult[]
  /** What the response cost; absent where it does not say. */
  readonly usage?: TokenUsage | null
}

type Role = ChatMessage['role']

/** What the programs call the roles. */
const roles: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['system', 'nothing'],
  ['developer', 'nothing'],
  ['remove', 'nothing'],
])

/** Items of the Responses API that stand beside messages. */
const itemRoles: ReadonlyMap<string, Role> = new Map([
  ['function_call', 'assistant'],
  ['custom_tool_call', 'assistant'],
  ['function_call_output', 'tool'],
  ['custom_tool_call_output', 'tool'],
  ['reasoning', 'nothing'],
])

/** Narrows a message; a text says why it can't be read. */
export function readMessage(value: JsonObject): ChatMessage | string {
  const plain = plainMessage(value)
  const item = itemRoles.get(stringIn(plain, 'type') ?? '')
  const named = stringIn(plain, 'role') ?? stringIn(plain, 'type')
  const role = item ?? roles.get(named ?? '')
  if (named === null) {
    return 'a message without a role'
  }
  if (role === undefined) {
    return `unknown role ${JSON.stringify(named.slice(0, 40))}`
  }
  const base = { id: stringIn(plain, 'id'), isPart: false, at: momentIn(plain), session: sessionIn(plain) }
  const usage = usageOf(objectIn(plain, 'usage_metadata'))
  if (item !== undefined) {
    const calls = itemCall(plain)
    const results = itemResult(plain)
    return { ...base, role: item, isPart: true, texts: [], calls, results, usage }
  }
  const { content } = plain
  switch (role) {
    case 'tool':
      return { ...base, role, texts: [], calls: [], results: toolResults(plain) }
    case 'assistant': {
      const calls = callsIn(plain)
      return {
        ...base,
        role,
        isPart: plain['type'] === 'message',
        texts: textsIn(content),
        calls,
        results: resultsIn(content),
        usage,
      }
    }
    case 'user': {
      const texts = textsIn(content)
      const isSummary = isMadeSummary(plain) || summaryHead.test(texts[0] ?? '')
      return { ...base, role: isSummary ? 'summary' : role, texts, calls: [], results: resultsIn(content) }
    }
    default:
      return { ...base, role: 'nothing', texts: [], calls: [], results: [] }
  }
}

/** LangChain's `UsageMetadata`: tokens out of a cache and into one are among the input. A cost it has none; readers add one. */
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

/** True for what is surely a chat message: a role that is known, and something that is said, called or returned. */
export function isSurely(value: JsonObject): 'worked' | 'said' | null {
  const [first = value, ...others] = messagesOfParts(value) ?? []
  if (others.length > 0) {
    return 'worked'
  }
  const message = readMessage(first)
  if (typeof message === 'string') {
    return null
  }
  if (message.calls.length > 0 || message.results.length > 0) {
    return 'worked'
  }
  const plain = plainMessage(first)
  const isRole = stringIn(plain, 'role') !== null || stringIn(plain, 'type') !== null
  const { content } = plain
  return isRole && (typeof content === 'string' || Array.isArray(content)) ? 'said' : null
}

/** How LangChain's summary of what was compacted begins. */
const summaryHead = /^Here is a summary of the conversation to date:/

function isMadeSummary(plain: JsonObject): boolean {
  return objectIn(plain, 'additional_kwargs')?.['lc_source'] === 'summarization'
}

/** A message of a tool is one result; in the AI SDK it holds several. */
function toolResults(plain: JsonObject): readonly ChatResult[] {
  const several = resultsIn(plain['content'])
  if (several.length > 0) {
    return several
  }
  const status = plain['status']
  const stated = plain['is_error'] ?? plain['isError']
  return [
    {
      call: stringIn(plain, 'tool_call_id') ?? stringIn(plain, 'toolCallId'),
      name: stringIn(plain, 'name'),
      stated:
        status === 'error' || stated === true
          ? false
          : status === 'success' || stated === false
            ? true
            : null,
      output: textIn(plain['content']),
    },
  ]
}
