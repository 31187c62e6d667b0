/** A session of Cline's own program and of its SDK, `sessions/<session>/<session>.messages.json`: what stands around its messages, and how its tools answer. Shapes: docs/sources/cline.md. */

import { isObject, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import type { KnownTodoTools } from '../../recording.js'
import { readHistoryMessage } from './history-message.js'

/** Whose messages follow. */
export interface SessionHead {
  /** The session's id. */
  readonly id: string
  /** The session that it works for, or null. */
  readonly parent: string | null
}

const agents: ReadonlySet<unknown> = new Set(['lead', 'subagent', 'teammate'])

/** The session that an object around an array of messages names; null where it is none. */
export function sessionHead(head: JsonObject | null): SessionHead | null {
  const id = head === null || !agents.has(head['agent']) ? null : stringIn(head, 'sessionId')
  if (head === null || id === null || id === '') {
    return null
  }
  const origin = objectIn(head, 'origin') ?? {}
  const isLead = head['agent'] === 'lead'
  const parent = stringIn(origin, 'parentThreadId') ?? (id.split('__', 1)[0] || null)
  return { id, parent: isLead || parent === id ? null : parent }
}

/** The profile that a message says by the todo tool of a server or a plugin; null where it calls none. */
export function profileOfTools(value: JsonObject, todoTools: KnownTodoTools): string | null {
  const message = readHistoryMessage(value)
  const calls = typeof message === 'string' ? [] : message.calls
  return calls.map((call) => todoTools.profileOf(call)).find((found) => found !== null) ?? null
}

/** What a person said, without the tag around it, which says the mode. */
export function personsWords(text: string): string | null {
  const from = text.indexOf('<user_input')
  const begin = from === -1 ? -1 : text.indexOf('>', from) + 1
  const end = begin < 1 ? -1 : text.indexOf('</user_input>', begin)
  return end === -1 ? null : text.slice(begin, end).trim()
}

/** What a tool answered. */
export interface ToolAnswer {
  /** Whether it worked. */
  readonly ok: boolean
  /** What came back. */
  readonly output: string
}

/**
 * Reads the answer of one of its tools: a list of `{query, result, error, success}`, one of them, or what a sub-agent
 * came back with; null where it is nothing of that. Of several commands all must work, of several looks one.
 */
export function answerOf(tool: string, output: string): ToolAnswer | null {
  const answer = /^\s*[[{]\s*["{]/.test(output) ? nestedJson(output) : undefined
  const reason = isObject(answer) ? stringIn(answer, 'finishReason') : null
  if (isObject(answer) && reason !== null && typeof answer['text'] === 'string') {
    return { ok: reason === 'completed', output: answer['text'] }
  }
  const parts = objectsOf(Array.isArray(answer) ? answer : [answer])
  const isAnswer =
    parts.length > 0 && parts.every((part) => typeof part['success'] === 'boolean' && 'query' in part)
  if (!isAnswer) {
    return null
  }
  const worked = parts.filter((part) => part['success'] === true)
  const ok = tool === 'run_commands' ? worked.length === parts.length : worked.length > 0
  return { ok, output: parts.map(textOfPart).join('\n') }
}

function textOfPart(part: JsonObject): string {
  const { result } = part
  const text =
    typeof result === 'string' ? result : result === undefined ? '' : (JSON.stringify(result) ?? '')
  return text === '' ? (stringIn(part, 'error') ?? '') : text
}
