/** Chat messages of each program for tests, and a reading of them. */

import { chatMessages } from '../src/formats/chat-messages/format.js'
import { type Read, readFormat } from './reading.js'

export type TestMessage = { readonly [field: string]: unknown }

/** Reads a text as one file. */
export const readText = (text: string, file = 'chat.jsonl'): Promise<Read> =>
  readFormat(chatMessages, text, file)

export function asLines(values: readonly unknown[]): string {
  return values.map((each) => JSON.stringify(each)).join('\n')
}

const todos = (status: string): unknown => ({ todos: [{ content: 'Build – ✓ "[{', status }] })
const plan = JSON.stringify(todos('in_progress'))
const make = JSON.stringify({ command: 'make' })

/** The same talk as each program writes it. */
export const openAi: readonly TestMessage[] = [
  { role: 'system', content: 'Be good.' },
  { role: 'user', content: 'Build it' },
  {
    role: 'assistant',
    content: 'I plan.',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'write_todos', arguments: plan } },
      { id: 'c2', type: 'function', function: { name: 'bash', arguments: make } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Updated todo list' },
  { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'make: no' }] },
  { role: 'assistant', content: 'Done.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Go on' },
      { type: 'image_url', image_url: {} },
    ],
  },
  { role: 'assistant', content: 'Yes.', tool_calls: null },
]

export const anthropic: readonly TestMessage[] = [
  { role: 'user', content: 'Build it' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'I plan.' },
      { type: 'tool_use', id: 'c1', name: 'write_todos', input: todos('in_progress') },
      { type: 'tool_use', id: 'c2', name: 'bash', input: { command: 'make' } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'c1', content: 'Updated todo list' },
      {
        type: 'tool_result',
        tool_use_id: 'c2',
        content: [{ type: 'text', text: 'make: no' }],
        is_error: true,
      },
    ],
  },
  { role: 'assistant', content: 'Done.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Go on' },
      { type: 'image', source: {} },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
]

export const langChain: readonly TestMessage[] = [
  { type: 'system', content: 'Be good.', id: 'm0' },
  { type: 'human', content: 'Build it', id: 'm1' },
  {
    type: 'ai',
    content: 'I plan.',
    id: 'm2',
    tool_calls: [
      { id: 'c1', type: 'tool_call', name: 'write_todos', args: todos('in_progress') },
      { id: 'c2', type: 'tool_call', name: 'bash', args: { command: 'make' } },
    ],
  },
  { type: 'tool', content: 'Updated todo list', tool_call_id: 'c1', status: 'success', id: 'm3' },
  { type: 'tool', content: 'make: no', tool_call_id: 'c2', status: 'error', id: 'm4' },
  { type: 'ai', content: 'Done.', id: 'm5', tool_calls: [] },
  { type: 'human', content: ['Go on', { type: 'image_url' }], id: 'm6' },
  { type: 'ai', content: [{ type: 'text', text: 'Yes.' }], id: 'm7', tool_calls: [] },
]

export const aiSdk: readonly TestMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Build it' }] },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I plan.' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'write_todos', input: todos('in_progress') },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'bash', args: { command: 'make' } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'write_todos',
        output: { type: 'text', value: 'Updated todo list' },
      },
      {
        type: 'tool-result',
        toolCallId: 'c2',
        toolName: 'bash',
        output: { type: 'error-text', value: 'make: no' },
      },
    ],
  },
  { role: 'assistant', content: 'Done.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Go on' },
      { type: 'image', image: '' },
    ],
  },
  { role: 'assistant', content: 'Yes.' },
]

/** Items of the Responses API. */
export const responses: readonly TestMessage[] = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Build it' }] },
  { type: 'reasoning', id: 'rs_1', summary: [] },
  { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'I plan.' }] },
  { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'write_todos', arguments: plan },
  { type: 'function_call', id: 'fc_2', call_id: 'c2', name: 'bash', arguments: make },
  { type: 'function_call_output', call_id: 'c1', output: 'Updated todo list' },
  { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'make: no' }] },
  { type: 'message', id: 'msg_2', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'Go on' },
      { type: 'input_image', image_url: '' },
    ],
  },
  { type: 'message', id: 'msg_3', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
]
