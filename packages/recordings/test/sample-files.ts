/** A small recording of each format, as the text of its file. */

import { readFileSync } from 'node:fs'
import { anthropic, asLines, langChain, openAi, responses } from './chat-records.js'
import { answered, aside, attachment, call, progress, returned, said, system } from './claude-code/records.js'
import { sampleSession as clineSession, sampleHistory } from './cline/records.js'
import { sampleExec, sampleRollout } from './codex/records.js'
import { sampleChat, sampleDocument } from './gemini-cli/records.js'
import { asExport, sampleSession } from './opencode/records.js'
import { sampleEvents } from './openhands/records.js'
import { asLines as asQwenLines, sampleQwen } from './qwen-code/records.js'
import { sampleAtif } from './standards-records.js'

/** One of Claude Code, a record a line. */
const claudeCodeFile: string = [
  { type: 'file-history-snapshot', messageId: 'x', snapshot: {} },
  said('Build it', { timestamp: '2026-01-05T10:00:00.000Z' }),
  answered('m1', 'I plan.'),
  answered(
    'm1',
    call('c1', 'TodoWrite', { todos: [{ content: 'Build', status: 'pending', activeForm: 'Building' }] }),
  ),
  returned('c1', 'ok', { toolUseResult: { oldTodos: [], newTodos: [] } }),
  answered('m2', call('t1', 'Task', { prompt: 'Look' })),
  progress('t1', 'a1', said('Look')),
  progress('t1', 'a1', answered('x1', call('c2', 'Read', { file_path: 'a' }))),
  aside(returned('c2', 'aaa'), { agentId: 'a1' }),
  returned('t1', 'Seen.', { toolUseResult: { status: 'completed', agentId: 'a1' } }),
  attachment({ type: 'todo_reminder', content: [{ content: 'Build', status: 'pending' }] }),
  system('compact_boundary'),
  said('Sum', { isCompactSummary: true }),
  answered('m3', call('c3', 'Bash', { command: 'make' })),
  returned('c3', 'Exit code 1', { is_error: true, toolUseResult: 'Error: Exit code 1' }),
  said('[Request interrupted by user]'),
  said('<task-notification>\n<task-id>b1</task-id>\n</task-notification>'),
  answered('m4', 'Done – ✓'),
  system('turn_duration'),
]
  .map((record) => JSON.stringify(record))
  .join('\n')

const neutralFile = [
  '{"recording":"todo-ledger/1","session":"s1","profile":"todo-manager"}',
  '{"input":"Go","trigger":"user","at":"2026-01-05T10:00:00Z"}',
  '{"turn":1,"text":"Plan – ✓","calls":[{"id":"c1","name":"todo","input":{"items":[]}},{"id":"c2","name":"x","ok":true,"output":"y"}]}',
  '{"nag":"Update."}',
  '{"compacted":true}',
  '{"subagent":"s1/a","calls":[{"id":"c3","name":"x","ok":false}]}',
  '{"turn":2,"text":"Wait.","complete":false}',
  '{"yield":"waiting"}',
  '{"end":true}',
].join('\n')

const spans = readFileSync(new URL('../../../fixtures/traced-spans/session.jsonl', import.meta.url), 'utf8')

/** A recording of each kind, with something of everything. */
export const sampleFiles: readonly (readonly [string, string])[] = [
  ['claude-code', claudeCodeFile],
  ['neutral', neutralFile],
  ['codex', sampleRollout],
  ['codex, exec', sampleExec],
  ['gemini-cli', sampleChat],
  ['gemini-cli, one document', sampleDocument],
  ['qwen-code', asQwenLines(sampleQwen)],
  ['opencode', asExport(sampleSession, 0).replaceAll('},{', '},\n{')],
  ['opencode, on one line', asExport(sampleSession, 0)],
  ['chat-messages, a line each', asLines(openAi)],
  ['chat-messages, an array', JSON.stringify(anthropic).replaceAll(',{"role"', ',\n{"role"')],
  ['chat-messages, requests', asLines([3, 5, 8].map((end) => ({ messages: langChain.slice(0, end) })))],
  ['chat-messages, items', JSON.stringify({ id: 's', messages: responses })],
  ['cline, what the model saw', JSON.stringify(sampleHistory, null, 1)],
  ['cline, a session of its program', JSON.stringify(clineSession, null, 2)],
  ['openhands', sampleEvents.map((event) => JSON.stringify(event)).join('\n')],
  ['atif', JSON.stringify(sampleAtif, null, 2)],
  ['opentelemetry', spans.trimEnd()],
]
