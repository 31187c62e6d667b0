/** What turns cost, as each agent's recordings say it: for the turn it belongs to, and every response once. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { addedUsage, statedUsage, type TokenUsage } from '../src/token-usage.js'
import * as claude from './claude-code/records.js'
import * as cline from './cline/records.js'
import * as codex from './codex/records.js'
import * as gemini from './gemini-cli/records.js'
import * as opencode from './opencode/records.js'
import * as qwen from './qwen-code/records.js'
import { asLines, readRecording } from './reading.js'

/** What each turn cost, in order; null where nothing is said. */
function costs(records: readonly object[]): readonly (TokenUsage | null)[] {
  const { steps } = readRecording(asLines(records), 'recording')
  return steps.flatMap((step) => (step.kind === 'turn-end' ? [step.usage ?? null] : []))
}

function usage(input: number, output: number, cacheRead = 0, cacheWrite = 0, cost: number | null = null) {
  return { input, output, cacheRead, cacheWrite, cost }
}

function claudeAnswer(response: string, content: string | claude.TestRecord, ...spent: readonly number[]) {
  const { message, ...record } = claude.answered(response, content)
  const [input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens] = spent
  const counts = { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens }
  return { ...record, message: { ...Object(message), usage: counts } }
}

function codexCount(total: number, input: number, output: number, cached: number) {
  const last = { input_tokens: input, cached_input_tokens: cached, output_tokens: output }
  const info = { total_token_usage: { total_tokens: total }, last_token_usage: last }
  return codex.event('token_count', { info })
}

const step = (cost: number, input: number, output: number, reasoning = 0, read = 0, write = 0) => ({
  type: 'step-finish',
  cost,
  tokens: { input, output, reasoning, cache: { read, write } },
})

const again = claudeAnswer('m1', claude.call('t1', 'Bash'), 3, 40, 100, 20)

/** The recording, and what its turns cost. */
const table: readonly (readonly [agent: string, records: readonly object[], (TokenUsage | null)[]])[] = [
  [
    'Claude Code: a message over several records counts once, as its last record has it; cached tokens are input',
    [
      claude.said('Build it'),
      claudeAnswer('m1', 'I look.', 3, 1, 100, 20),
      again,
      again,
      claudeAnswer('m2', 'Done.', 5, 7),
      claudeAnswer('m1', 'I look.', 900, 900),
    ],
    [usage(123, 40, 100, 20), usage(5, 7)],
  ],
  [
    'Codex: what is counted again with the same total costs nothing more',
    [
      codex.meta('s1'),
      codex.message('user', 'Build it'),
      codex.call('c1', 'shell', {}),
      codexCount(110, 100, 10, 80),
      codex.output('c1', 'ok'),
      codexCount(110, 100, 10, 80),
      codex.message('assistant', 'Done.'),
      codexCount(330, 200, 20, 0),
    ],
    [usage(100, 10, 80), usage(200, 20)],
  ],
  [
    'codex exec: what it says of a task stands with its last response',
    [
      { type: 'thread.started', thread_id: 's1' },
      { type: 'item.completed', item: { id: 'i1', type: 'agent_message', text: 'Done.' } },
      { type: 'turn.completed', usage: { input_tokens: 50, cached_input_tokens: 40, output_tokens: 5 } },
    ],
    [usage(50, 5, 40)],
  ],
  [
    'Gemini CLI: thoughts are output, what tools were given is input',
    [
      gemini.header,
      gemini.asked('m1', 'Build it'),
      {
        ...gemini.answered('m2', 'Done.'),
        tokens: { input: 100, output: 10, cached: 60, thoughts: 5, tool: 2, total: 117 },
      },
    ],
    [usage(102, 15, 60)],
  ],
  [
    'Qwen Code: what is no prompt is output, whether thoughts are among the candidates or not',
    [
      qwen.typed('r1', 'Build it'),
      {
        ...qwen.answered('r2', 'Done.'),
        usageMetadata: {
          ...{ promptTokenCount: 100, candidatesTokenCount: 30, thoughtsTokenCount: 20 },
          ...{ cachedContentTokenCount: 50, totalTokenCount: 130 },
        },
      },
    ],
    [usage(100, 30, 50)],
  ],
  [
    'opencode: a step for itself, else the message; cached tokens stand beside the input',
    [
      opencode.session('ses_1', [
        opencode.asked('m1', 1, 'Build it'),
        opencode.answered(
          'm2',
          2,
          ['I look.', step(0.01, 10, 3, 1, 90, 5), { type: 'step-start' }, 'Done.', step(0.02, 7, 2)],
          step(0.03, 7, 2),
        ),
        opencode.answered('m3', 3, ['More.'], step(0.5, 1, 1)),
      ]),
    ],
    [usage(105, 4, 90, 5, 0.01), usage(7, 2, 0, 0, 0.02), usage(1, 1, 0, 0, 0.5)],
  ],
  [
    'Cline, as the model saw it',
    [
      cline.sent('<task>\nBuild it\n</task>'),
      {
        ...cline.answered('Done.'),
        metrics: { tokens: { prompt: 90, completion: 5, cached: 80 }, cost: 0.04 },
      },
    ],
    [usage(90, 5, 80, 0, 0.04)],
  ],
  [
    'OpenTelemetry',
    [
      {
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    ...{ traceId: 'a', spanId: 'b', startTimeUnixNano: '1767607200000000000' },
                    attributes: Object.entries({
                      'gen_ai.operation.name': 'chat',
                      'gen_ai.usage.input_tokens': 100,
                      'gen_ai.usage.output_tokens': 9,
                      'gen_ai.usage.cache_read.input_tokens': 60,
                      'gen_ai.usage.cache_creation.input_tokens': 30,
                    }).map(([key, value]) => ({
                      key,
                      value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
                    })),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    [usage(100, 9, 60, 30)],
  ],
  [
    'LangChain',
    [
      { type: 'human', content: 'Build it', id: 'h1' },
      {
        ...{ type: 'ai', content: 'Done.', id: 'a1' },
        usage_metadata: {
          ...{ input_tokens: 100, output_tokens: 9, total_tokens: 109 },
          input_token_details: { cache_read: 60, cache_creation: 1 },
        },
      },
    ],
    [usage(100, 9, 60, 1)],
  ],
  [
    'the neutral recording, of which one turn says nothing and one says of nothing how much',
    [
      { recording: 'todo-ledger/1', session: 's1', profile: 'claude-code' },
      { turn: 1, text: 'a', usage: { input: 10, output: 2, cacheRead: 4, cost: 0.5 } },
      { input: 'on' },
      { turn: 2, text: 'b' },
      { input: 'on' },
      { turn: 3, text: 'c', usage: { input: 0, cost: null } },
    ],
    [usage(10, 2, 4, 0, 0.5), null, null],
  ],
]

test.each(table)('%s', (_, records, expected) => {
  expect(costs(records)).toEqual(expected)
})

test('over however many records a response is spread, and however often they come again, it counts once', () => {
  const count = fc.nat(1000)
  const response = fc.array(fc.tuple(count, count, count, count), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(response, { minLength: 1, maxLength: 6 }), fc.nat(3), (responses, copies) => {
      const records = responses.flatMap((snapshots, number) =>
        snapshots.map((spent, part) => claudeAnswer(`m${number}`, `part ${number}.${part}`, ...spent)),
      )
      // A history that was copied into the file stands there once more.
      const found = costs([claude.said('Build it'), ...records, ...records.slice(0, copies)])
      const expected = responses.map((snapshots) => {
        const most = (place: 0 | 1 | 2 | 3): number => Math.max(...snapshots.map((each) => each[place]))
        const input = Math.max(...snapshots.map(([fresh, , read, write]) => fresh + read + write))
        return statedUsage({ input: [input], output: [most(1)], cacheRead: [most(2)], cacheWrite: [most(3)] })
      })
      expect(found.filter((each) => each !== null)).toEqual(expected.filter((each) => each !== null))
    }),
    { numRuns: runs(60) },
  )
})

test('two costs together; money is known where one of them says it', () => {
  expect(addedUsage(usage(1, 2, 3, 4, 0.5), usage(10, 20, 30, 40))).toEqual(usage(11, 22, 33, 44, 0.5))
  expect(addedUsage(usage(1, 2), usage(10, 20)).cost).toBeNull()
})

test('what is more than can be counted is no count, so that sums stay numbers; whole tokens stay whole', () => {
  for (const value of [1e308, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, -1, '7', null])
    expect(statedUsage({ input: [1, value], output: [value], cost: [value] })).toMatchObject({
      input: 1,
      output: 0,
      cost: null,
    })
  const many = 4_999_999_999
  expect(addedUsage(usage(many, many), usage(many, 1)).input).toBe(2 * many)
  expect(addedUsage(usage(2 ** 53 - 1, 0, 0, 0, 2 ** 53 - 1), usage(0, 0, 0, 0, 0.1)).cost).toBe(2 ** 53 - 1)
})
