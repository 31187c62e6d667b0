/** The lines of a Codex rollout, narrowed from JSON to what a reader needs. Shapes: docs/sources/codex.md. */

import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { callOfItem } from './calls.js'
import { eventRecord } from './events.js'
import { outcomeOf } from './outcome.js'
import type { CodexLine, CodexRecord } from './record.js'

const nothing: CodexRecord = { kind: 'nothing' }
const linesOfNothing: ReadonlySet<string> = new Set([
  'dynamic_tools_updated',
  'ghost_snapshot',
  'inter_agent_communication_metadata',
  'realtime_item',
  'security_risk_score',
  'state',
  'token_usage_record',
  'turn_context',
  'world_state',
])
const itemsOfNothing: ReadonlySet<string> = new Set([
  'additional_tools',
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
  'ghost_snapshot',
  'item_reference',
  'other',
])

/** True for the types of lines that only a rollout has. */
export function isRolloutType(type: string | null): boolean {
  return ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'].includes(type ?? '')
}

/** True for the first line of a rollout of 2025's first half, which had no envelopes. */
export function isBareMeta(record: JsonObject): boolean {
  const named = stringIn(record, 'id') !== null && momentOf(record['timestamp']) !== null
  return named && record['type'] === undefined && ('instructions' in record || 'git' in record)
}

/** Narrows one line; a line without an envelope is the item itself. */
export function readCodexLine(line: JsonObject): CodexLine {
  const at = momentOf(line['timestamp'])
  const type = stringIn(line, 'type')
  const payload = objectIn(line, 'payload')
  if (payload !== null && type !== null) {
    return { at, record: recordOf(type, payload) }
  }
  if (isBareMeta(line)) {
    return { at, record: { kind: 'meta', id: stringIn(line, 'id'), parent: null } }
  }
  if (stringIn(line, 'record_type') === 'state') {
    return { at, record: nothing }
  }
  if (type === null || isRolloutType(type)) {
    const reason = type === null ? 'a record without a type' : `a ${type} line without a payload`
    return { at, record: { kind: 'unreadable', reason } }
  }
  return { at, record: itemRecord(line) }
}

function recordOf(type: string, payload: JsonObject): CodexRecord {
  switch (type) {
    case 'session_meta':
      return { kind: 'meta', id: stringIn(payload, 'id'), parent: parentOf(payload) }
    case 'response_item':
      return itemRecord(payload)
    case 'event_msg':
      return eventRecord(payload)
    case 'compacted':
      return { kind: 'compacted', summary: stringIn(payload, 'message') }
    case 'inter_agent_communication':
      return mail(payload)
    default:
      return linesOfNothing.has(type) ? nothing : unknown('record', type)
  }
}

/** `source` says who started a session; of a sub-agent it names the parent. */
function parentOf(meta: JsonObject): string | null {
  const source = objectIn(meta, 'source')
  const subagent = source === null ? null : (objectIn(source, 'subagent') ?? objectIn(source, 'sub_agent'))
  const spawned = subagent === null ? null : objectIn(subagent, 'thread_spawn')
  return (
    (spawned === null ? null : stringIn(spawned, 'parent_thread_id')) ?? stringIn(meta, 'parent_thread_id')
  )
}

function itemRecord(item: JsonObject): CodexRecord {
  const type = stringIn(item, 'type')
  switch (type) {
    case null:
      return { kind: 'unreadable', reason: 'an item without a type' }
    case 'message':
      return messageRecord(item)
    case 'agent_message':
      return mail(item)
    case 'reasoning':
      return { kind: 'thought' }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
    case 'local_shell_call_output':
      return {
        kind: 'output',
        call: stringIn(item, 'call_id'),
        ...outcomeOf(item['output'] ?? item['tools']),
      }
    default:
      return callOfItem(type, item) ?? (itemsOfNothing.has(type) ? nothing : unknown('item', type))
  }
}

function messageRecord(item: JsonObject): CodexRecord {
  const texts = textsOf(item['content'])
  switch (item['role']) {
    case 'assistant':
      return { kind: 'said', texts }
    case 'user':
      return { kind: 'given', texts }
    default:
      return nothing
  }
}

function mail(item: JsonObject): CodexRecord {
  const text = textsOf(item['content']).join('\n')
  return text === '' ? nothing : { kind: 'mail', text }
}

/** The texts of a message's content, blank ones left out. */
function textsOf(content: unknown): readonly string[] {
  const texts =
    typeof content === 'string'
      ? [content]
      : objectsOf(arrayIn({ content }, 'content')).flatMap((part) => stringIn(part, 'text') ?? [])
  return texts.filter((text) => text.trim() !== '')
}

function unknown(what: string, type: string): CodexRecord {
  return { kind: 'unreadable', reason: `unknown ${what} type ${JSON.stringify(type.slice(0, 40))}` }
}
