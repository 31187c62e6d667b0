/** Records of Qwen Code chats for tests, and a reading of them. */

import { qwenCode } from '../../src/agents/qwen-code/format.js'
import { type Read, readFormat } from '../reading.js'

export type TestRecord = { readonly [field: string]: unknown }

/** A record with the fields that all have. */
export function record(uuid: string, type: string, fields: TestRecord = {}): TestRecord {
  const timestamp = '2026-01-05T10:00:00.000Z'
  return {
    uuid,
    parentUuid: null,
    sessionId: 's1',
    timestamp,
    type,
    cwd: '/home/ada',
    version: '0',
    ...fields,
  }
}

export function typed(uuid: string, text: string, fields: TestRecord = {}): TestRecord {
  return record(uuid, 'user', { message: { role: 'user', parts: [{ text }] }, ...fields })
}

export function answered(uuid: string, ...parts: readonly (string | TestRecord)[]): TestRecord {
  const held = parts.map((part) => (typeof part === 'string' ? { text: part } : part))
  return record(uuid, 'assistant', { model: 'm', message: { role: 'model', parts: held } })
}

export function call(id: string, name: string, args: unknown): TestRecord {
  return { functionCall: { id, name, args } }
}

/** The result of a call; a status of null is none. */
export function returned(
  uuid: string,
  id: string,
  response: TestRecord,
  status: string | null = 'success',
  name = 'x',
): TestRecord {
  return record(uuid, 'tool_result', {
    message: { role: 'user', parts: [{ functionResponse: { id, name, response } }] },
    ...(status === null ? {} : { toolCallResult: { callId: id, status, resultDisplay: '' } }),
  })
}

/** Reads records as one file. */
export async function read(records: readonly TestRecord[]): Promise<Read> {
  return readFormat(qwenCode, asLines(records), 'chats/f.jsonl')
}

/** The records as a file holds them. */
export function asLines(records: readonly TestRecord[]): string {
  return records.map((each) => JSON.stringify(each)).join('\n')
}

const todos = (status: string): TestRecord => ({ todos: [{ id: '1', content: 'Build – ✓', status }] })

/** A chat with something of everything. */
export const sampleQwen: readonly TestRecord[] = [
  typed('r1', 'Build it'),
  record('r2', 'system', { subtype: 'ui_telemetry', systemPayload: { uiEvent: {} } }),
  answered('r3', { text: 'Hm.', thought: true }, 'I plan.', call('c1', 'todo_write', todos('in_progress'))),
  returned('r4', 'c1', { output: 'Todos have been modified successfully.' }),
  answered(
    'r5',
    call('c2', 'edit', { file_path: 'a' }),
    call('c3', 'run_shell_command', { command: 'make' }),
  ),
  returned('r6', 'c2', { error: 'no such file' }, 'error'),
  returned('r7', 'c3', { output: 'Output: x\nExit Code: 2\nSignal: 0' }, 'success', 'run_shell_command'),
  record('r8', 'system', { subtype: 'chat_compression', systemPayload: { info: {} } }),
  answered('r9', call('c4', 'todo_write', { todos: 'all' })),
  returned('r10', 'c4', { error: 'Parameter "todos" must be an array.' }, 'error'),
  answered('r11', 'Done.'),
  record('r12', 'system', { subtype: 'rewind', systemPayload: {} }),
  typed('r13', 'A job is over', { subtype: 'notification' }),
  answered('r14', 'Seen.'),
]
