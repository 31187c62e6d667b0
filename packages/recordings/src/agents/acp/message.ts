/** A message of the protocol as a recorder wrote it: by itself, or in an envelope that says when. Shapes: docs/sources/acp.md. */

import { momentIn } from '../../formats/chat-messages/names.js'
import { isObject, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'

/** A message. */
export interface AcpMessage {
  /** What is called, or told; null for an answer. */
  readonly method: string | null
  /** The id of a request, or of the one that is answered; null for what is only told. */
  readonly id: string | null
  /** What is given with it. */
  readonly params: JsonObject
  /** What is answered. */
  readonly result: JsonObject | null
  /** True where the answer is that it failed. */
  readonly isError: boolean
  /** When, or null. */
  readonly at: Date | null
}

/** Methods that no other protocol of JSON-RPC has. */
const own = /^session\/(?:update|prompt|new|load|resume|cancel|request_permission)$/

/** Reads a message; null where an object is none. */
export function readMessage(value: JsonObject): AcpMessage | null {
  const inner = isMessage(value) ? value : innerOf(value)
  if (inner === null) return null
  const { id } = inner
  return {
    method: stringIn(inner, 'method'),
    id: typeof id === 'number' || typeof id === 'string' ? JSON.stringify(id) : null,
    params: objectIn(inner, 'params') ?? {},
    result: objectIn(inner, 'result'),
    isError: objectIn(inner, 'error') !== null,
    at: momentIn(value),
  }
}

/** True for a message that is surely of this protocol. */
export function isSurely({ method, params }: AcpMessage): boolean {
  if (method === 'initialize') return typeof params['protocolVersion'] === 'number'
  if (method === null || !own.test(method)) return false
  return method !== 'session/update' || stringIn(objectIn(params, 'update') ?? {}, 'sessionUpdate') !== null
}

function isMessage(value: JsonObject): boolean {
  if (value['jsonrpc'] !== '2.0') return false
  return stringIn(value, 'method') !== null || 'result' in value || 'error' in value
}

/** An envelope has the message in one of its fields, as it is or as text. */
function innerOf(value: JsonObject): JsonObject | null {
  for (const field of Object.values(value)) {
    const isText = typeof field === 'string' && /^\s*\{[\s\S]*"jsonrpc"/.test(field.slice(0, 10_000))
    const found = isText ? nestedJson(field) : field
    if (isObject(found) && isMessage(found)) return found
  }
  return null
}
