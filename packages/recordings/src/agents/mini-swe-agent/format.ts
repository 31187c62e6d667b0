/** The trajectories of mini-SWE-agent: `<instance>.traj.json`. Shapes: docs/sources/swe-agent.md#mini-swe-agent. */

import { textIn } from '../../formats/chat-messages/blocks.js'
import { ChatConversations } from '../../formats/chat-messages/conversations.js'
import { idOfFile } from '../../ids.js'
import { arrayIn, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'

/** Trajectories of mini-SWE-agent. */
export const miniSweAgent: RecordingFormat = {
  name: 'mini-swe-agent',
  lists: new Set(['messages']),
  certaintyOf: (record) => (isHead(record) ? 1 : 0),
  reader,
}

const isHead = (head: JsonObject): boolean =>
  stringIn(head, 'trajectory_format')?.startsWith('mini-swe-agent-1') === true ||
  stringIn(objectIn(head, 'info') ?? {}, 'mini_version') !== null

/**
 * The one command of a response, where the model writes it into its text; without a command a block that is never
 * closed, which takes all that comes after it: looked at from each beginning anew, a text of nothing but beginnings
 * would take minutes.
 */
const block = /```(?:bash|mswea_bash_command)[^\S\n]*\n(?:([\s\S]*?)\n```|[\s\S]*)/g
/** How its usual template shows how a command ended: before what the command printed, which may say anything. */
const returned = /^\s*(?:<exception>[^<]*<\/exception>\s*)?<returncode>\s*(-?\d+)\s*<\/returncode>/
const timedOut = /^\s*The last command <command>[\s\S]*timed out/

function reader({ file, todoTools, onSkipped }: ReadContext): RecordReader {
  const conversations = new ChatConversations({
    fallback: idOfFile(file),
    onSkipped: (line, reason) => onSkipped({ file, line, reason }),
    todoTools,
  })
  let count = 0
  /** The calls that wait for their results and have no ids of the model's. */
  let open: string[] = []

  /** The message as chat messages, which it nearly is; none where it is no part of the talk. */
  const messagesOf = (message: JsonObject): readonly JsonObject[] => {
    count += 1
    const extra = objectIn(message, 'extra') ?? {}
    const at = extra['timestamp'] === undefined ? {} : { timestamp: extra['timestamp'] }
    const priced = { ...at, usage_metadata: usageOf(message, extra) }
    // A response of OpenAI's Responses API is kept as it is, its items in it.
    if (message['object'] === 'response')
      return objectsOf(arrayIn(message, 'output')).map((item) => ({ ...item, ...priced }))
    switch (stringIn(message, 'role') ?? stringIn(message, 'type')) {
      case 'assistant':
        return [{ ...responseOf(message, extra), ...priced }]
      case 'tool':
        return [{ ...message, ...at, status: statusOf(message, extra) }]
      case 'user':
        return toldIn(message, extra).map((told) => ({ ...told, ...at }))
      case 'system':
      case 'exit':
        return []
      default:
        return [{ ...message, ...at }]
    }
  }

  const responseOf = (message: JsonObject, extra: JsonObject): JsonObject => {
    open = []
    if (arrayIn(message, 'tool_calls').length > 0) return message
    const content = textIn(message['content'])
    const told = objectsOf(arrayIn(extra, 'actions')).flatMap((action) => stringIn(action, 'command') ?? [])
    const written = [...content.matchAll(block)].flatMap((match) => match[1]?.trim() ?? [])
    // More than one, or none, is refused.
    const commands = told.length > 0 ? told : written.length === 1 ? written : []
    open = commands.map((_, index) => `message ${count}${index === 0 ? '' : `, ${index + 1}`}`)
    const calls = commands.map((command, index) => ({ id: open[index], name: 'bash', args: { command } }))
    const said = content.replace(block, (whole, command) => (command === undefined ? whole : '')).trim()
    return { role: 'assistant', content: said, tool_calls: calls }
  }

  /** What the program tells in the person's name: how a command ended, or that a response was refused. */
  const toldIn = (message: JsonObject, extra: JsonObject): readonly JsonObject[] => {
    const { content } = message
    if (stringIn(extra, 'interrupt_type') === 'FormatError') return []
    const call = open.shift()
    if (call === undefined) return [{ role: 'user', content }]
    return [{ role: 'tool', tool_call_id: call, content, status: statusOf(message, extra) }]
  }

  return {
    begin() {
      count = 0
      open = []
      return conversations.open(null)
    },
    *take(record, line) {
      for (const message of messagesOf(record)) yield* conversations.take(message, line)
    },
    finish: () => conversations.finish(),
  }
}

/** What a response cost, in LangChain's words for tokens; a cost of 0 says that nobody knows it. */
function usageOf(message: JsonObject, extra: JsonObject): JsonObject {
  const usage = objectIn(objectIn(extra, 'response') ?? message, 'usage') ?? {}
  const details = objectIn(usage, 'prompt_tokens_details') ?? objectIn(usage, 'input_tokens_details')
  return {
    input_tokens: usage['prompt_tokens'] ?? usage['input_tokens'],
    output_tokens: usage['completion_tokens'] ?? usage['output_tokens'],
    input_token_details: { cache_read: details?.['cached_tokens'] },
    ...(extra['cost'] === 0 ? {} : { cost: extra['cost'] }),
  }
}

/** Whether a command worked, in the words of chat messages; undefined where nobody says. */
function statusOf(message: JsonObject, extra: JsonObject): 'success' | 'error' | undefined {
  const text = textIn(message['content']).slice(0, 10_000)
  const code = extra['returncode'] ?? returned.exec(text)?.[1]
  if (typeof code === 'number' || (typeof code === 'string' && /^-?\d+$/.test(code)))
    return Number(code) === 0 ? 'success' : 'error'
  return timedOut.test(text) ? 'error' : undefined
}
