/** Of which conversation a chat message or the object around it is, and of when. */

import { type JsonObject, momentOf, objectIn } from '../../json-value.js'

const sessionFields = [
  ...['session_id', 'sessionId', 'thread_id', 'threadId', 'conversation_id', 'conversationId'],
  ...['chat_id', 'trace_id'],
]
const ownFields = ['id', 'uuid', 'run_id']
const timeFields = ['timestamp', 'created_at', 'createdAt', 'created', 'time', 'date', 'ts']
const longestName = 200

/** The conversation that a message names, or null. */
export function sessionIn(message: JsonObject): string | null {
  return nameIn(message, sessionFields)
}

/** The name of the conversation that stands in an object, or null. LangGraph has it among its settings. */
export function conversationIn(head: JsonObject): string | null {
  const settings = objectIn(objectIn(head, 'config') ?? {}, 'configurable') ?? {}
  const found = [head, settings, objectIn(head, 'metadata') ?? {}].map(sessionIn)
  return found.find((name) => name !== null) ?? nameIn(head, ownFields)
}

/** When a message was, or null: a text, or a number of seconds (until the year 5138) or milliseconds (since 1973). */
export function momentIn(message: JsonObject): Date | null {
  for (const field of timeFields) {
    const value = message[field]
    if (typeof value === 'number' && value >= 1e8 && value < 1e14)
      return new Date(Math.trunc(value < 1e11 ? value * 1000 : value))
    const moment = momentOf(value)
    if (moment !== null) return moment
  }
  return null
}

function nameIn(object: JsonObject, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = object[field]
    if (typeof value === 'string' && value !== '' && value.length <= longestName) return value
    if (Number.isSafeInteger(value)) return String(value)
  }
  return null
}
