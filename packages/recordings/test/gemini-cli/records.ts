/** Messages of Gemini CLI chats for tests, and a reading of them. */

import { geminiCli } from '../../src/agents/gemini-cli/format.js'
import { type Read, readFormat } from '../reading.js'

export type TestMessage = { readonly [field: string]: unknown }

const timestamp = '2026-01-05T10:00:00.000Z'

export function asked(id: string, content: unknown): TestMessage {
  return { id, timestamp, type: 'user', content }
}

export function answered(id: string, content: unknown, ...toolCalls: readonly TestMessage[]): TestMessage {
  return { id, timestamp, type: 'gemini', content, toolCalls, thoughts: [], tokens: null, model: 'm' }
}

export function noted(id: string, content: string, type = 'info'): TestMessage {
  return { id, timestamp, type, content }
}

/** A call; without a status it is not over. */
export function called(id: string, name: string, args: unknown, status?: string, output = ''): TestMessage {
  const result = [{ functionResponse: { id, name, response: { output } } }]
  return {
    id,
    name,
    args,
    status: status ?? 'executing',
    timestamp,
    ...(status === undefined ? {} : { result }),
  }
}

export const header: TestMessage = { sessionId: 's1', projectHash: 'h', startTime: timestamp, kind: 'main' }

/** Reads a text as one file. */
export const readText = (text: string, file = 'chats/session-x.json'): Promise<Read> =>
  readFormat(geminiCli, text, file)

/** The chat as a file of lines. */
export function asLines(records: readonly TestMessage[]): string {
  return records.map((each) => JSON.stringify(each)).join('\n')
}

/** The chat as one document. */
export function asDocument(messages: readonly TestMessage[], indent = 2): string {
  return JSON.stringify({ ...header, directories: ['/x'], messages, lastUpdated: timestamp }, null, indent)
}

const todos = { todos: [{ description: 'Build – ✓ "[{', status: 'in_progress' }] }
const messages = [
  asked('u1', [{ text: 'Go' }]),
  answered('g1', 'I plan.', called('c1', 'write_todos', todos, 'success', 'Successfully updated')),
  answered(
    'g2',
    '',
    called('c2', 'run_shell_command', { command: 'make' }, 'success', 'Output: x\nExit Code: 2'),
  ),
  noted('i1', 'Request cancelled.'),
  asked('u2', 'On'),
  answered('g3', 'Done.'),
]

/** A file of lines with something of everything. */
export const sampleChat: string = asLines([
  header,
  ...messages.slice(0, 2),
  answered('g2', '', called('c2', 'run_shell_command', { command: 'make' })),
  ...messages.slice(2),
  { $rewindTo: 'u2' },
  { $set: { lastUpdated: timestamp } },
  asked('u3', 'Again'),
  answered('g4', 'Yes.'),
])

/** A document with something of everything. */
export const sampleDocument: string = asDocument(messages.slice(0, 3), 1)
