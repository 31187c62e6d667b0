/** The same talk as each program writes its chat messages, and a reading of them. */

import { chatMessages } from '../src/formats/chat-messages/format.js'
import { type Read, readFormat } from './reading.js'

export { asLines } from './reading.js'

export type TestMessage = { readonly [field: string]: unknown }

/** Reads a text as one file. */
export const readText = (text: string, file = 'chat.jsonl'): Promise<Read> =>
  readFormat(chatMessages, text, file)

interface Call {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** How a program writes what a person says, an answer of the model, and the results of its calls: the second failed. */
interface Dialect {
  readonly user: (text: string, image?: true) => TestMessage
  readonly answer: (text: string, calls: readonly Call[]) => readonly TestMessage[]
  readonly results: (outputs: readonly (readonly [id: string, output: string])[]) => readonly TestMessage[]
}

const todos = { todos: [{ content: 'Build – ✓ "[{', status: 'in_progress' }] }
const calls: readonly Call[] = [
  { id: 'c1', name: 'write_todos', input: todos },
  { id: 'c2', name: 'bash', input: { command: 'make' } },
]

const talkIn = ({ user, answer, results }: Dialect): readonly TestMessage[] => [
  user('Build it'),
  ...answer('I plan.', calls),
  ...results([
    ['c1', 'Updated todo list'],
    ['c2', 'make: no'],
  ]),
  ...answer('Done.', []),
  user('Go on', true),
  ...answer('Yes.', []),
]
const text = (said: string, type = 'text') => ({ type, text: said })
const withImage = (said: string, image: true | undefined, type: string) =>
  image === undefined ? said : [text(said), { type }]

export const openAi: readonly TestMessage[] = [
  { role: 'system', content: 'Be good.' },
  ...talkIn({
    user: (said, image) => ({ role: 'user', content: withImage(said, image, 'image_url') }),
    answer: (content, made) => {
      const functions = made.map(({ id, name, input }) => ({
        ...{ id, type: 'function' },
        function: { name, arguments: JSON.stringify(input) },
      }))
      return [{ role: 'assistant', content, tool_calls: made.length === 0 ? null : functions }]
    },
    results: (all) => all.map(([id, said]) => ({ role: 'tool', tool_call_id: id, content: [text(said)] })),
  }),
]

export const anthropic: readonly TestMessage[] = talkIn({
  user: (said, image) => ({ role: 'user', content: withImage(said, image, 'image') }),
  answer: (said, made) => {
    const blocks = made.map((call) => ({ type: 'tool_use', ...call }))
    return [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }, text(said), ...blocks] }]
  },
  results: (all) => {
    const blocks = all.map(([id, content], index) => ({
      ...{ type: 'tool_result', tool_use_id: id, content },
      ...(index === 1 ? { is_error: true } : {}),
    }))
    return [{ role: 'user', content: blocks }]
  },
})

export const langChain: readonly TestMessage[] = [
  { type: 'system', content: 'Be good.' },
  ...talkIn({
    user: (said, image) => ({ type: 'human', content: withImage(said, image, 'image_url') }),
    answer: (content, made) => {
      const tool_calls = made.map(({ id, name, input }) => ({ id, type: 'tool_call', name, args: input }))
      return [{ type: 'ai', content, tool_calls }]
    },
    results: (all) =>
      all.map(([id, content], index) => ({
        ...{ type: 'tool', content, tool_call_id: id },
        status: index === 1 ? 'error' : 'success',
      })),
  }),
].map((message, index) => ({ ...message, id: `m${index}` }))

export const aiSdk: readonly TestMessage[] = talkIn({
  user: (said, image) => ({ role: 'user', content: withImage(said, image, 'image') }),
  answer: (said, made) => {
    const blocks = made.map(({ id, name, input }) => ({
      ...{ type: 'tool-call', toolCallId: id, toolName: name },
      ...(id === 'c1' ? { input } : { args: input }),
    }))
    return [{ role: 'assistant', content: [text(said), ...blocks] }]
  },
  results: (all) => {
    const content = all.map(([id, value], index) => ({
      ...{ type: 'tool-result', toolCallId: id, toolName: 'x' },
      output: { type: index === 1 ? 'error-text' : 'text', value },
    }))
    return [{ role: 'tool', content }]
  },
})

/** Items of the Responses API. */
export const responses: readonly TestMessage[] = talkIn({
  user: (said, image) => ({
    ...{ type: 'message', role: 'user' },
    content: [text(said, 'input_text'), ...(image === undefined ? [] : [{ type: 'input_image' }])],
  }),
  answer: (said, made) => [
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'message', role: 'assistant', content: [text(said, 'output_text')] },
    ...made.map(({ id, name, input }) => ({
      ...{ type: 'function_call', call_id: id, name },
      arguments: JSON.stringify(input),
    })),
  ],
  results: (all) => all.map(([id, output]) => ({ type: 'function_call_output', call_id: id, output })),
})
