import { describe, expect, test } from 'vitest'
import { neutral } from '../src/formats/neutral/format.js'
import { RecordingError } from '../src/recording-error.js'
import { readFormat, table } from './reading.js'

const header = '{"recording":"todo-ledger/1","session":"s1","profile":"todo-manager"}'

const read = (lines: readonly string[], file = 'r.jsonl') => readFormat(neutral, lines.join('\n'), file)

const afterHeader = async (...lines: string[]): Promise<string> =>
  table((await read([header, ...lines])).steps)

describe('the neutral recording', () => {
  test('the example of docs/sources/formats.md#the-neutral-recording', async () => {
    const { steps } = await read([
      header,
      '{"input":"Add a login page","trigger":"user","at":"2026-01-05T10:00:00Z"}',
      '{"turn":1,"at":"2026-01-05T10:00:03Z","text":"Planning.","calls":[{"id":"c1","name":"todo","input":{"items":[{"id":"1","text":"Design the form","status":"in_progress"}]}}]}',
      '{"turn":2,"at":"2026-01-05T10:00:09Z","calls":[{"id":"c2","name":"write_file","input":{"path":"login.html"},"ok":true,"output":"written"}]}',
      '{"turn":3,"at":"2026-01-05T10:00:12Z","text":"All done."}',
      '{"end":true}',
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session todo-manager
      s1: 2 input user: Add a login page
      s1: 3 turn | 3 message assistant: Planning. | 3 call c1 todo {"items":[{"id":"1","text":"Design the form","status":"in_progress"}]} undecided | 3 turn-end
      s1: 4 turn | 4 call c2 write_file {"path":"login.html"} | 4 result c2 true: written | 4 turn-end
      s1: 5 turn | 5 message assistant: All done. | 5 turn-end | 5 run-end
      "
    `)
    expect(new Set(steps.map((step) => step.at.toISOString()))).toEqual(
      new Set([
        '2026-01-05T10:00:00.000Z',
        '2026-01-05T10:00:03.000Z',
        '2026-01-05T10:00:09.000Z',
        '2026-01-05T10:00:12.000Z',
      ]),
    )
  })

  test('a turn without calls ends its run; one that follows without an input starts a run whose trigger is unknown', async () => {
    expect(
      await afterHeader(
        '{"turn":1,"text":"Hello."}',
        '{"turn":5,"calls":[{"id":"c1","name":"x","ok":true}]}',
        '{"turn":6,"text":"Done.","complete":false}',
        '{"input":"On","trigger":"external"}',
        '{"input":"And on"}',
      ),
    ).toMatchInlineSnapshot(`
      "
      s1: 1 session todo-manager
      s1: 2 input unknown: 
      s1: 2 turn | 2 message assistant: Hello. | 2 turn-end | 2 run-end
      s1: 3 input unknown: 
      s1: 3 turn | 3 call c1 x {} | 3 result c1 true:  | 3 turn-end
      s1: 4 turn | 4 message assistant: Done. | 4 turn-end | 4 run-end incomplete
      s1: 5 input external: On | 5 run-end incomplete
      s1: 6 input unknown: And on | 6 run-end incomplete
      "
    `)
  })

  test('what stands between turns: compaction, nag, a parked run', async () => {
    expect(
      await afterHeader(
        '{"input":"Go","trigger":"user"}',
        '{"turn":1,"calls":[{"id":"c1","name":"x"}]}',
        '{"nag":"Update your todos."}',
        '{"compacted":true}',
        '{"turn":2,"text":"I wait."}',
        '{"yield":"waiting"}',
        '{"input":"Back","trigger":"wake"}',
        '{"turn":3,"calls":[{"id":"c2","name":"x","output":"y"}]}',
        '{"yield":"idle"}',
        '{"end":true}',
      ),
    ).toMatchInlineSnapshot(`
      "
      s1: 1 session todo-manager
      s1: 2 input user: Go
      s1: 3 turn | 3 call c1 x {} undecided | 3 turn-end | 4 nag: Update your todos. | 5 compaction
      s1: 6 turn | 6 message assistant: I wait. | 6 turn-end | 6 run-end waiting for waiting
      s1: 8 input wake: Back
      s1: 9 turn | 9 call c2 x {} undecided | 9 result c2 null: y | 9 turn-end | 9 run-end
      "
    `)
  })

  test('a sub-agent is a session of its own, with its calls', async () => {
    expect(
      await afterHeader(
        '{"input":"Go","trigger":"user"}',
        '{"turn":1,"calls":[{"id":"c1","name":"task","ok":true}]}',
        '{"subagent":"s1/a","calls":[{"id":"c2","name":"todo","input":{"items":[]},"ok":false,"output":"No"}],"call":"c1","text":"Seen."}',
        '{"subagent":"s1/b"}',
        '{"turn":2,"text":"Done."}',
      ),
    ).toMatchInlineSnapshot(`
      "
      s1: 1 session todo-manager
      s1: 2 input user: Go
      s1: 3 turn | 3 call c1 task {} | 3 result c1 true:  | 3 turn-end | 4 subagent-start s1/a by c1
      s1/a: 4 session todo-manager of s1
      s1/a: 4 input unknown: 
      s1/a: 4 turn | 4 message assistant: Seen. | 4 call c2 todo {"items":[]} | 4 result c2 false: No | 4 turn-end | 4 run-end
      s1: 4 subagent-end s1/a by c1 | 5 subagent-start s1/b | 5 subagent-end s1/b
      s1: 6 turn | 6 message assistant: Done. | 6 turn-end | 6 run-end
      "
    `)
  })

  test('fields that nobody knows are no mistake, and a repeated id is the same call', async () => {
    const { steps, skipped } = await read([
      '{"recording":"todo-ledger/1","session":"s1","profile":"p","goal":"Ship it","parent":"s0","model":"x"}',
      '{"turn":1,"calls":[{"id":"c1","name":"x","ok":true,"cost":3}],"beyond":true,"__proto__":1}',
      '{"turn":1,"calls":[{"id":"c1","name":"x","ok":true}]}',
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session p of s0: Ship it
      s1: 2 input unknown: 
      s1: 2 turn | 2 call c1 x {} | 2 result c1 true:  | 2 turn-end
      s1: 3 turn | 3 turn-end | 3 run-end
      "
    `)
    expect(skipped).toEqual([
      { file: 'r.jsonl', line: 3, reason: 'call "c1" comes again: a repeated id is the same call' },
    ])
  })

  test.each<[string, string, string]>([
    [
      '{"recording":"todo-ledger/2","session":"s1","profile":"x"}',
      '',
      'line 1: recording: expected "todo-ledger/1", got "todo-ledger/2"',
    ],
    [
      '{"recording":"todo-ledger/1","profile":"x"}',
      '',
      'line 1: session: expected a text that is not empty, it is missing',
    ],
    [
      header,
      '{"trun":1}',
      'line 2: expected a line with "turn", "input", "subagent", "nag", "compacted", "yield", "end"; it has none of them',
    ],
    [header, '{"input":7}', 'line 2: input: expected a text, got 7'],
    [
      header,
      '{"input":"x","trigger":"cron"}',
      'line 2: trigger: expected "unknown" or "user" or "external" or "continuation" or "wake" or "reply" or "subagent", got "cron"',
    ],
    [
      header,
      '{"input":"x","at":"yesterday"}',
      'line 2: at: expected a time such as "2026-01-05T10:00:00Z", got "yesterday"',
    ],
    [header, '{"turn":0}', 'line 2: turn: expected a whole number from 1, got 0'],
    [
      header,
      '{"turn":1,"calls":[{"id":"c1","name":"x"},{"name":"x"}]}',
      'line 2: calls[1].id: expected a text that is not empty, it is missing',
    ],
    [header, '{"yield":"waiting"}', 'line 2: expected "yield" after the turn whose run it parks'],
    [
      header,
      '{"subagent":"s1"}',
      'line 2: subagent: expected the id of another session, got that of this one',
    ],
    [header, '{"end":false}', 'line 2: end: expected true, got false'],
    [header, '{"end":true}\n{"turn":1}', 'line 3: expected nothing after the line with "end"'],
  ])('a mistake names file, line and field, and what was expected: %s %s', async (first, second, message) => {
    const reading = read([first, second])
    await expect(reading).rejects.toMatchObject({ code: 'bad-recording', message: `r.jsonl, ${message}` })
    await expect(reading).rejects.toBeInstanceOf(RecordingError)
  })

  test('a line that is no JSON object is left out and counted, as in any format', async () => {
    const { steps, skipped } = await read([
      header,
      '{"turn":1,"text":"I be',
      '{"input":"Go"}',
      '["input"]',
      '{"tur',
    ])
    expect(steps.map(({ kind }) => kind)).toEqual(['session', 'input', 'run-end'])
    expect(skipped.map(({ line }) => line)).toEqual([2, 4, 5])
  })
})
