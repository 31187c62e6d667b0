/** By what a file is recognised, and what of it is left out: that is said with its line, and all else is read as before. */

import { expect, test } from 'vitest'
import { answered, call, returned, said } from './claude-code/records.js'
import { event, item, line, meta, output } from './codex/records.js'
import { record as qwenRecord, returned as qwenReturned, sampleQwen } from './qwen-code/records.js'
import { asLines, formatOf, readRecording } from './reading.js'
import { sampleFiles } from './sample-files.js'

test.each(sampleFiles)('%s: recognised by its content', (name, text) => {
  expect(formatOf(text)).toBe(name.split(',', 1)[0])
})

const title = '{"type":"summary","summary":"x","leafUuid":"y"}'
test.each<[string, string | null, string]>([
  ['a queue', 'claude-code', '{"type":"queue-operation","operation":"enqueue","sessionId":"s1"}'],
  ['only titles', 'claude-code', title],
  ['damage, titles, then a message', 'claude-code', `{"ty\n${title}\n${asLines([said('Go')])}`],
  ['a rollout whose first line is torn', 'codex', `{"timesta\n${asLines([event('task_started')])}`],
  ['an output without its first line', 'codex', '{"type":"turn.started"}'],
  ['the first record of Qwen Code', 'qwen-code', asLines(sampleQwen.slice(0, 1))],
  ['a record of telemetry of Qwen Code', 'qwen-code', asLines(sampleQwen.slice(1, 2))],
  ['what is none', null, asLines([{ type: 'response_item' }, { payload: {} }, { id: 's' }, 'hello'])],
])('%s: recognised as %s', (_, format, text) => {
  expect(formatOf(text)).toBe(format)
})

const notInFile = 'the result of a call that is not in the file'
const noObject = 'a message that is no JSON object'

/** What may stand at the end of a sample, and what is said of it; null where it says nothing, and nothing is missed. */
const odd: readonly (readonly [sample: string, reason: string | null, record: unknown])[] = [
  ['claude-code', 'a record without a type', { uuid: 'x' }],
  ['claude-code', 'a user record without a message', { type: 'user', uuid: 'x' }],
  ['claude-code', 'an assistant record without a message', { type: 'assistant', message: 'Hi' }],
  ['claude-code', notInFile, returned('c0', 'x')],
  ['claude-code', null, { type: 'hologram' }],
  ['claude-code', null, { type: 'custom-title', customTitle: 'x' }],
  ['claude-code', null, { type: 'cost-state', sessionId: 's1', totalCostUSD: 0.1 }],
  ['claude-code', null, { type: 'api-request-blob', sessionId: 's1', message: said('Is it done?') }],
  ['claude-code', null, { type: 'progress', sessionId: 's1', uuid: 'p1', data: { type: 'bash_progress' } }],
  ['claude-code', null, { ...answered('m9', call('c9', 'Read')), type: 'a-copy' }],
  ['codex', 'unknown record type "brand_new"', line('brand_new', {})],
  ['codex', 'unknown item type "brand_new"', item('brand_new')],
  ['codex', 'a response_item line without a payload', { timestamp: 'x', type: 'response_item' }],
  ['codex', 'an item without a type', line('response_item', {})],
  ['codex', notInFile, output('gone', 'x')],
  ['codex', null, event('brand_new')],
  ['codex', null, line('token_usage_record', { usage: {} })],
  ['codex', null, meta('s2')],
  ['codex, exec', 'unknown record type "brand.new"', { type: 'brand.new' }],
  ['codex, exec', 'a line without its item', { type: 'item.completed' }],
  ['codex, exec', 'unknown item type "new"', { type: 'item.completed', item: { type: 'new' } }],
  ['gemini-cli', 'unknown message type "brand_new"', { id: 'x', type: 'brand_new' }],
  ['gemini-cli', 'a message without a type', { id: 'x' }],
  ['gemini-cli, one document', noObject, 7],
  ['qwen-code', notInFile, qwenReturned('r99', 'other', { output: '' })],
  ['qwen-code', 'unknown record type "dream"', qwenRecord('r99', 'dream')],
  ['qwen-code', 'a record without a type', { uuid: 'r99', sessionId: 's1' }],
  ['opencode', 'a message without info', { parts: [] }],
  ['opencode', 'unknown role "judge"', { info: { role: 'judge' }, parts: [] }],
  ['opencode', noObject, 7],
  ['cline, what the model saw', 'unknown role "x"', { role: 'x', content: '' }],
  ['cline, what the model saw', 'a message without a role', {}],
  ['cline, what the model saw', noObject, 7],
  ['openhands', 'no event of OpenHands', { id: 2, source: 'agent' }],
  ['atif', 'a step without a source that is known', { step_id: 4 }],
  ['chat-messages, a line each', 'unknown role "judge"', { role: 'judge' }],
  ['chat-messages, a line each', 'a message without a role', {}],
]

test.each(odd)('%s: %s', (name, reason, record) => {
  const text = sampleFiles.find(([sample]) => sample === name)?.[1] ?? expect.fail(name)
  const whole = readRecording(withLast(text), 'f')
  const { steps, skipped } = readRecording(withLast(text, record), 'f')
  expect([steps, skipped.map((piece) => piece.reason)]).toEqual([
    whole.steps,
    reason === null ? [] : [reason],
  ])
  if (isLines(text)) expect(skipped.every(({ line: at }) => at === text.split('\n').length + 1)).toBe(true)
})

const isLines = (text: string): boolean => text.split('\n').every((each) => /^\{.*\}$/.test(each))

/** The file with records behind its last one: each on a line, or in its list. */
function withLast(text: string, ...records: readonly unknown[]): string {
  if (isLines(text)) return [text, ...records.map((each) => JSON.stringify(each))].join('\n')
  const whole = JSON.parse(text)
  const list = Array.isArray(whole) ? whole : (whole.messages ?? whole.steps)
  list.push(...records)
  return JSON.stringify(whole)
}
