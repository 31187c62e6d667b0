/** Short Claude Code records of our own making, and steps in a form that a test can show. */

import type { JsonValue } from '@todo-ledger/core'
import { claudeCode } from '../../src/agents/claude-code/format.js'
import { type Read, readFormat } from '../reading.js'

export type TestRecord = { readonly [key: string]: JsonValue }

/** Fields that every record has, unless a test gives others. */
function envelope(type: string, uuid: string, fields: TestRecord): TestRecord {
  return { parentUuid: null, isSidechain: false, sessionId: 's1', type, uuid, ...fields }
}

let made = 0
function nextUuid(): string {
  made += 1
  return `u${made}`
}

/** Something that a user record says. */
export function said(text: string, fields: TestRecord = {}): TestRecord {
  return { ...envelope('user', nextUuid(), { message: { role: 'user', content: text } }), ...fields }
}

/** A part of a model response: what it says, or a call. */
export function answered(response: string, block: TestRecord | string, fields: TestRecord = {}): TestRecord {
  const content = [typeof block === 'string' ? { type: 'text', text: block } : block]
  return {
    ...envelope('assistant', nextUuid(), { message: { id: response, role: 'assistant', content } }),
    ...fields,
  }
}

export function call(id: string, name: string, input: JsonValue = {}): TestRecord {
  return { type: 'tool_use', id, name, input }
}

/** The result of a call. */
export function returned(id: string, content: JsonValue, fields: TestRecord = {}): TestRecord {
  const { is_error, ...others } = fields
  const block = {
    type: 'tool_result',
    tool_use_id: id,
    content,
    ...(is_error === undefined ? {} : { is_error }),
  }
  return { ...envelope('user', nextUuid(), { message: { role: 'user', content: [block] } }), ...others }
}

export function system(subtype: string, fields: TestRecord = {}): TestRecord {
  return envelope('system', nextUuid(), { subtype, ...fields })
}

export function attachment(content: TestRecord, fields: TestRecord = {}): TestRecord {
  return envelope('attachment', nextUuid(), { attachment: content, ...fields })
}

/** A record of a sub-agent in its parent's file. */
export function progress(parentCall: string, agentId: string, inner: TestRecord): TestRecord {
  const { type, uuid, message, timestamp = null } = inner
  const held = { type: type ?? null, uuid: uuid ?? null, message: message ?? null, timestamp }
  const data = { type: 'agent_progress', agentId, prompt: '', normalizedMessages: [], message: held }
  return envelope('progress', nextUuid(), {
    data,
    parentToolUseID: parentCall,
    toolUseID: `agent_${parentCall}`,
  })
}

/** A record of a sub-agent in its own file, or inline. */
export function aside(record: TestRecord, fields: TestRecord = {}): TestRecord {
  return { ...record, isSidechain: true, ...fields }
}

/** Reads records, or lines as they stand. */
export async function read(
  lines: readonly (TestRecord | string)[],
  file = 'projects/s0.jsonl',
): Promise<Read> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  return readFormat(claudeCode, text, file)
}
