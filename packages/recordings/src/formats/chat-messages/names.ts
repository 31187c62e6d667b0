/** What chat messages and the objects around them call themselves, and when they say that they were. */

import { type JsonObject, momentOf, objectIn } from '../../json-value.js'

/** Fields that name a conversation. */
const sessionFields = [
  'session_id',
  'sessionId',
  'thread_id',
  'threadId',
  'conversation_id',
  'conversationId',
  'chat_id',
  'trace_id',
]
/** Fields that name whatever they stand in. */
const ownFields = ['id', 'uuid', 'run_id']
const timeFields = ['timestamp', 'created_at', 'createdAt', 'created', 'time', 'date', 'ts']
const longestName = 200

/** The conversation that a message names, or null. */
export function sessionIn(message: JsonObject): string | null {
  return nameIn(message, sessionFields)
}

/** The name of the conversation that stands in an object, or null. */
export function conversationIn(head: JsonObject): string | null {
  const settings = objectIn(objectIn(head, 'config') ?? {}, 'configurable') ?? {}
  return (
    sessionIn(head) ??
    sessionIn(settings) ??
    sessionIn(objectIn(head, 'metadata') ?? {}) ??
    nameIn(head, ownFields)
  )
}

/** When a message was, or null; as a text, or a number of seconds or milliseconds since 1970. */
export function momentIn(message: JsonObject): Date | null {
  for (const field of timeFields) {
    const value = message[field]
    const moment = typeof value === 'number' ? ofNumber(value) : momentOf(value)
    if (moment !== null) {
      return moment
    }
  }
  return null
}

/** Seconds until the year 5138, and milliseconds since 1973, are distinguished by their size. */
function ofNumber(value: number): Date | null {
  const isTime = value >= 1e8 && value < 1e14
  return isTime ? new Date(Math.trunc(value < 1e11 ? value * 1000 : value)) : null
}

function nameIn(object: JsonObject, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = object[field]
    if (typeof value === 'string' && value !== '' && value.length <= longestName) {
      return value
    }
    if (Number.isSafeInteger(value)) {
      return String(value)
    }
  }
  return null
}
