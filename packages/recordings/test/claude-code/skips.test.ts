import { describe, expect, test } from 'vitest'
import { claudeCode } from '../../src/agents/claude-code/format.js'
import { isObject, parsedJson } from '../../src/json.js'
import { answered, read, returned, said, type TestRecord } from './records.js'

const envelope = '{"parentUuid":"u0","isSidechain":false,"sessionId":"s1"'
const idle = `${envelope},"type":"progress","data":{"type":"bash_progress","output":"x"},"uuid":"p1"}`
const snapshot = '{"type":"file-history-snapshot","messageId":"x","snapshot":{"trackedFileBackups":{}}}'
const request =
  '{"type":"api-request-blob","sessionId":"s1","hash":"b0","message":{"role":"user","content":"Is it done?"}}'

describe('what is left out', () => {
  test.each<[string, string | TestRecord, string | null]>([
    ['a torn line', JSON.stringify(answered('m1', 'x')).slice(0, -9), 'not JSON'],
    ['no type', { uuid: 'x' }, 'a record without a type'],
    ['no message', { type: 'user', uuid: 'x' }, 'a user record without a message'],
    ['no message either', { type: 'assistant', message: 'Hi' }, 'an assistant record without a message'],
    ['a note of a type that is new', { type: 'hologram' }, null],
    ['a result of nothing', returned('c0', 'x'), 'the result of a call that is not in the file'],
    ['a blank line', '  ', null],
    ['a title', { type: 'custom-title', customTitle: 'x' }, null],
    ['a snapshot of files', snapshot, null],
    ['a request as it was sent', request, null],
    ['what a session cost', { type: 'cost-state', sessionId: 's1', totalCostUSD: 0.1 }, null],
    ['a shell that goes on', idle, null],
  ])('%s', async (_, line, reason) => {
    const { steps, skipped } = await read([said('Go'), line, answered('m1', 'Done.')], 'dir/file.jsonl')
    expect(skipped).toEqual(reason === null ? [] : [{ file: 'dir/file.jsonl', line: 2, reason }])
    expect(steps.filter((step) => step.kind === 'message')).toHaveLength(1)
  })

  test.each<[string, string[], number]>([
    ['a message', [JSON.stringify(said('Go'))], 0.99],
    ['a queue', ['{"type":"queue-operation","operation":"enqueue","sessionId":"s1"}'], 0.99],
    ['only titles', ['{"type":"summary","summary":"x","leafUuid":"y"}'], 0.6],
    ['titles, then a message', ['{"type":"summary"}', JSON.stringify(said('Go'))], 0.99],
    ['damage, then a message', ['{"ty', JSON.stringify(said('Go'))], 0.99],
    ['Codex', ['{"timestamp":"2026-01-05T10:00:00Z","type":"session_meta","payload":{}}'], 0],
    ['chat messages', ['{"role":"user","content":"Go"}'], 0],
    ['the neutral form', ['{"recording":"todo-ledger/1","session":"s1","profile":"x"}'], 0],
    ['nothing', [], 0],
  ])('recognised by content: %s', (_, head, sure) => {
    const records = head.flatMap((line) => parsedJson(line) ?? []).filter(isObject)
    expect(Math.max(0, ...records.map(claudeCode.certaintyOf))).toBe(sure)
  })
})
