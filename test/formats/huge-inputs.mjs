// Inputs of any size, made as they are read. Each gives its pieces from 0 up to a count that makes up the size.

const text = 'The quick brown fox. '.repeat(40)
const at = (number) => new Date(1_767_600_000_000 + number * 1000).toISOString()
const statuses = ['pending', 'in_progress', 'completed']
const todo = (number) => ({ content: `Build part ${number % 7}`, status: statuses[number % 3] })

const claudeCode = (number) => {
  const envelope = { sessionId: 's1', version: '2.0.31', timestamp: at(number), cwd: '/w' }
  const id = number >> 1
  return number % 2 === 0
    ? {
        ...envelope,
        type: 'assistant',
        uuid: `u${number}`,
        parentUuid: `u${number - 1}`,
        message: {
          id: `m${id}`,
          role: 'assistant',
          content: [
            { type: 'text', text },
            id % 500 === 0
              ? {
                  type: 'tool_use',
                  id: `c${id}`,
                  name: 'TodoWrite',
                  input: { todos: [{ ...todo(id), activeForm: 'Building' }] },
                }
              : { type: 'tool_use', id: `c${id}`, name: 'Bash', input: { command: `make part-${id}` } },
          ],
        },
      }
    : {
        ...envelope,
        type: 'user',
        uuid: `u${number}`,
        parentUuid: `u${number - 1}`,
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${id}`, content: text }] },
      }
}

const codex = (number) => {
  if (number === 0)
    return { timestamp: at(0), type: 'session_meta', payload: { id: 's1', timestamp: at(0), cwd: '/w' } }
  const call_id = `c${number >> 1}`
  const payload =
    number % 2 === 0
      ? (number >> 1) % 500 === 0
        ? {
            type: 'function_call',
            name: 'update_plan',
            call_id,
            arguments: JSON.stringify({
              plan: [{ step: todo(number).content, status: todo(number >> 1).status }],
            }),
          }
        : {
            type: 'function_call',
            name: 'shell',
            call_id,
            arguments: JSON.stringify({ command: ['make', text] }),
          }
      : { type: 'function_call_output', call_id, output: text }
  return { timestamp: at(number), type: 'response_item', payload }
}

/** A result that is recorded again and again as it grows, up to 1 MB; then the next one. */
const growingResult = (number) => {
  const version = number % 400
  const toolCall = {
    sessionUpdate: 'tool_call_update',
    toolCallId: `c${Math.floor(number / 400)}`,
    title: 'make',
    kind: 'execute',
    status: version === 399 ? 'completed' : 'in_progress',
    content: [
      { type: 'content', content: { type: 'text', text: 'built a part\n'.repeat(200 * (version + 1)) } },
    ],
  }
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: toolCall } }
}

const gemini = (number) => ({
  id: `g${number}`,
  timestamp: at(number),
  type: number % 300 === 0 ? 'user' : 'gemini',
  content: text,
  ...(number % 300 === 0
    ? {}
    : {
        toolCalls: [
          number % 1000 === 0
            ? {
                id: `c${number}`,
                name: 'write_todos',
                args: { todos: [{ description: todo(number).content, status: todo(number).status }] },
                status: 'success',
                timestamp: at(number),
              }
            : {
                id: `c${number}`,
                name: 'run_shell_command',
                args: { command: 'make' },
                status: 'success',
                timestamp: at(number),
                result: [{ functionResponse: { response: { output: text } } }],
              },
        ],
      }),
})

const opencode = (number) => ({
  info: {
    id: `msg_${number}`,
    sessionID: 'ses_1',
    role: number % 300 === 0 ? 'user' : 'assistant',
    time: { created: 1_767_600_000_000 + number * 1000 },
  },
  parts: [
    { id: `p${number}`, sessionID: 'ses_1', messageID: `msg_${number}`, type: 'text', text },
    ...(number % 300 === 0
      ? []
      : [
          {
            id: `t${number}`,
            sessionID: 'ses_1',
            messageID: `msg_${number}`,
            type: 'tool',
            tool: number % 1000 === 0 ? 'todowrite' : 'bash',
            callID: `c${number}`,
            state: {
              status: 'completed',
              input:
                number % 1000 === 0
                  ? { todos: [{ ...todo(number), priority: 'low', id: '1' }] }
                  : { command: 'make' },
              output: text,
              time: { start: 1_767_600_000_000 + number * 1000, end: 1_767_600_000_500 + number * 1000 },
            },
          },
        ]),
  ],
})

const chat = (number) => {
  const id = `c${number >> 1}`
  return number % 2 === 1
    ? { role: 'tool', tool_call_id: id, content: text }
    : {
        role: 'assistant',
        content: text,
        tool_calls: [
          {
            id,
            type: 'function',
            function:
              number % 1000 === 0
                ? { name: 'write_todos', arguments: JSON.stringify({ todos: [todo(number >> 1)] }) }
                : { name: 'execute', arguments: JSON.stringify({ command: 'make' }) },
          },
        ],
      }
}

const neutral = (number) =>
  number === 0
    ? { recording: 'todo-ledger/1', session: 's1', profile: 'todo-manager' }
    : {
        turn: number,
        text,
        at: at(number),
        calls: [
          number % 1000 === 0
            ? {
                id: `c${number}`,
                name: 'todo',
                input: { items: [{ id: '1', text: todo(number).content, status: todo(number).status }] },
              }
            : { id: `c${number}`, name: 'bash', input: { command: 'make' }, ok: true, output: text },
        ],
      }

/** A number without pattern for every number, always the same one. */
const scattered = (number) => {
  let mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
const syllables = 'ba ce di fo gu ha ki lo mu na pe qui ro sa te vu wi xo ya zu'.split(' ')
/** One of 8,000 words that no other text has. */
const word = (number) => {
  const choice = scattered(number) % 8000
  return syllables[choice % 20] + syllables[((choice / 20) | 0) % 20] + syllables[(choice / 400) | 0]
}
/** A text as tools print it: of many different words. */
const wordyText = (number, words) =>
  Array.from({ length: words }, (_, index) => word(number * 1009 + index)).join(' ')

const toolUse = (number, name, input) => ({
  sessionId: 's1',
  version: '2.0.31',
  timestamp: at(number),
  cwd: '/w',
  type: 'assistant',
  uuid: `u${number}`,
  parentUuid: `u${number - 1}`,
  message: {
    id: `m${number}`,
    role: 'assistant',
    content: [{ type: 'tool_use', id: `c${number}`, name, input }],
  },
})
const toolResult = (number, content) => ({
  sessionId: 's1',
  version: '2.0.31',
  timestamp: at(number),
  cwd: '/w',
  type: 'user',
  uuid: `u${number}`,
  parentUuid: `u${number - 1}`,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${number - 1}`, content }] },
})
const deeds = ['Write', 'Test', 'Review', 'Fix', 'Deploy']
/** Eight items, of which one is being worked on: the ones before it are completed, and leave the list one by one. */
const plan = (busy) => ({
  todos: Array.from({ length: 8 }, (_, index) => {
    const item = busy - 4 + index
    const content = `${deeds[scattered(item) % 5]} the ${word(item * 3)} of ${word(item * 3 + 1)} in src/${word(item * 3 + 2)}.ts`
    const status = item < busy ? 'completed' : item === busy ? 'in_progress' : 'pending'
    return { content, status, activeForm: content }
  }),
})

/** Nothing but updates of the list: each completes an item for which nothing was done. */
const updatesAlone = (number) =>
  number % 2 === 0
    ? toolUse(number, 'TodoWrite', plan((number >> 1) + 4))
    : toolResult(number, 'Todos have been modified successfully.')

/** Calls with much to read, of which every so manieth is an update that completes an item. */
const wordyCalls = (callsAnUpdate) => (number) => {
  const call = number >> 1
  const turn = (call / callsAnUpdate) | 0
  if (call % callsAnUpdate === 0) {
    return number % 2 === 0
      ? toolUse(number, 'TodoWrite', plan(turn + 4))
      : toolResult(number, 'Todos have been modified successfully.')
  }
  const file = `/w/src/${word(turn * 3)}/${word(call)}.ts`
  if (number % 2 === 1) return toolResult(number, wordyText(number, 200))
  switch (call % 4) {
    case 0:
      return toolUse(number, 'Read', { file_path: file })
    case 1:
      return toolUse(number, 'Edit', {
        file_path: file,
        old_string: wordyText(number, 20),
        new_string: wordyText(number + 1, 20),
      })
    case 2:
      return toolUse(number, 'Bash', {
        command: `npm test -- ${word(call)}`,
        description: wordyText(number, 6),
      })
    default:
      return toolUse(number, 'Grep', { pattern: word(call), path: file })
  }
}

const jsonLines = (record) => (number) => `${JSON.stringify(record(number))}\n`
const document = (record, head, indent) => (number) =>
  `${number === 0 ? head : ','}${indent === 0 ? '' : '\n'}${JSON.stringify(record(number), null, indent)}`

/** By name: what a piece is, and what ends the input. */
export const inputs = {
  'claude-code, lines': { piece: jsonLines(claudeCode) },
  'claude-code, updates alone': { piece: jsonLines(updatesAlone) },
  'claude-code, an update for each call': { piece: jsonLines(wordyCalls(2)) },
  'claude-code, an update for ten calls': { piece: jsonLines(wordyCalls(11)) },
  'codex, lines': { piece: jsonLines(codex) },
  'neutral, lines': { piece: jsonLines(neutral) },
  'acp, a result that grows': { piece: jsonLines(growingResult) },
  'gemini-cli, lines': {
    piece: (number) =>
      (number === 0 ? '{"sessionId":"s1","projectHash":"h"}\n' : '') + jsonLines(gemini)(number),
  },
  'gemini-cli, one line': {
    piece: document(gemini, '{"sessionId":"s1","projectHash":"h","messages":[', 0),
    end: ']}',
  },
  'gemini-cli, a document': {
    piece: document(gemini, '{"sessionId":"s1","projectHash":"h","messages":[', 2),
    end: ']}\n',
  },
  'opencode, one line': {
    piece: document(opencode, '{"info":{"id":"ses_1","projectID":"p"},"messages":[', 0),
    end: ']}',
  },
  'opencode, a document': {
    piece: document(opencode, '{"info":{"id":"ses_1","projectID":"p"},"messages":[', 2),
    end: ']}\n',
  },
  'chat-messages, lines': { piece: jsonLines(chat) },
  'chat-messages, one line': { piece: document(chat, '{"messages":[', 0), end: ']}' },
  'chat-messages, a document': { piece: document(chat, '[', 2), end: ']\n' },
}

const good = jsonLines(claudeCode)
/** Inputs that were made to break a reader, each around a session that can be read. */
export const bombs = {
  'a line of a letter': {
    piece: (number) => (number === 0 ? good(0) : 'x'.repeat(1000)),
    end: `\n${good(1)}`,
  },
  'a first line of a letter': { piece: () => 'x'.repeat(1000), end: `\n${good(0)}${good(1)}` },
  'a text of a letter': {
    piece: (number) => (number === 0 ? `${good(0)}{"type":"user","message":"` : 'x'.repeat(1000)),
    end: `"}\n${good(1)}`,
  },
  'a line of open lists': {
    piece: (number) => (number === 0 ? good(0) : '['.repeat(1000)),
    end: `\n${good(1)}`,
  },
  'a document of open lists': { piece: () => '['.repeat(1000) },
  'a document of open objects': { piece: () => '{"a":'.repeat(200) },
  'messages of empty objects': {
    piece: (number) =>
      number === 0
        ? '{"sessionId":"s1","projectHash":"h","messages":[{"id":"g","type":"gemini","content":['
        : '{},'.repeat(300),
  },
  'numbers for messages, a line each': {
    piece: (number) =>
      number === 0
        ? '{"sessionId":"s1","projectHash":"h","messages":[{"type":"gemini","content":['
        : '1\n,\n'.repeat(250),
  },
  'lines without anything': { piece: (number) => (number === 0 ? good(0) : '\n'.repeat(1000)) },
  'lines that are no JSON': { piece: (number) => (number === 0 ? good(0) : 'x\n'.repeat(500)) },
}

/** One of many sessions of Claude Code, with texts of its own. */
export const sessionPiece = (session) => {
  const record = wordyCalls(11)
  return (number) =>
    `${JSON.stringify(record(number))}\n`
      .replaceAll('"sessionId":"s1"', `"sessionId":"s${session}"`)
      .replaceAll(/"([cmu])(-?\d+)"/g, `"$1$2-${session}"`)
}
