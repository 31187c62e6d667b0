/** What turns cost, as each agent's recordings say it: for the turn it belongs to, and every response once. */

import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { openRecording } from '../src/open-recording.js'
import { recordedEvents } from '../src/recorded-events.js'
import { addedUsage, statedUsage, type TokenUsage } from '../src/token-usage.js'

/** What each turn cost, in order; null where nothing is said. */
async function costs(lines: readonly object[] | object): Promise<readonly (TokenUsage | null)[]> {
  const text = Array.isArray(lines)
    ? lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    : JSON.stringify(lines)
  const bytes = Readable.from([Buffer.from(text)])
  const found: (TokenUsage | null)[] = []
  for await (const { event, usage = null } of recordedEvents(
    await openRecording({ name: 'recording', bytes }, {}),
  ))
    if (event.type === 'turn.ended') found.push(usage)
  return found
}

function usage(input: number, output: number, cacheRead = 0, cacheWrite = 0, cost: number | null = null) {
  return { input, output, cacheRead, cacheWrite, cost }
}

const at = (second: number): string => `2026-01-05T10:00:${String(second).padStart(2, '0')}.000Z`

const claude = { sessionId: 's1', isSidechain: false, version: '2.1.0', cwd: '/w' }
const claudeInput = {
  ...claude,
  type: 'user',
  uuid: 'u1',
  parentUuid: null,
  timestamp: at(0),
  message: { role: 'user', content: 'Build it' },
}

function claudeRecord(uuid: string, id: string, spent: object, content: object): object {
  const message = { id, role: 'assistant', model: 'm', content: [content], usage: spent }
  return { ...claude, type: 'assistant', uuid, parentUuid: 'u1', timestamp: at(1), message }
}

function claudeUsage(input: number, output: number, read = 0, write = 0): object {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: write,
  }
}

const text = (words: string): object => ({ type: 'text', text: words })
const codexCall = (id: string): object => ({
  type: 'function_call',
  name: 'shell',
  call_id: id,
  arguments: '{"command":["ls"]}',
})

function codexCount(total: number, input: number, output: number, cached: number): object {
  const last = { input_tokens: input, cached_input_tokens: cached, output_tokens: output }
  const info = { total_token_usage: { total_tokens: total }, last_token_usage: last }
  return { timestamp: at(3), type: 'event_msg', payload: { type: 'token_count', info } }
}

function codexItem(payload: object): object {
  return { timestamp: at(2), type: 'response_item', payload }
}

const codexHead = {
  timestamp: at(0),
  type: 'session_meta',
  payload: { id: 's1', timestamp: at(0), cwd: '/w', originator: 'codex', cli_version: '0.1' },
}

const attribute = (key: string, value: string | number): object => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
})

/** The recording, and what its turns cost. */
const table: readonly (readonly [agent: string, recording: object, costs: readonly (TokenUsage | null)[]])[] =
  [
    [
      'Claude Code: a message over several records counts once, as its last record has it; cached tokens are input',
      [
        claudeInput,
        claudeRecord('a1', 'm1', claudeUsage(3, 1, 100, 20), text('I look.')),
        claudeRecord('a2', 'm1', claudeUsage(3, 40, 100, 20), {
          type: 'tool_use',
          id: 't1',
          name: 'Bash',
          input: { command: 'ls' },
        }),
        claudeRecord('a2', 'm1', claudeUsage(3, 40, 100, 20), text('the same record again')),
        claudeRecord('a3', 'm2', claudeUsage(5, 7), text('Done.')),
        claudeRecord('a4', 'm1', claudeUsage(900, 900), text('I look.')),
      ],
      [usage(123, 40, 100, 20), usage(5, 7)],
    ],
    [
      'Codex: what is counted again with the same total costs nothing more',
      [
        codexHead,
        codexItem({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Build it' }] }),
        codexItem(codexCall('c1')),
        codexCount(110, 100, 10, 80),
        codexItem({ type: 'function_call_output', call_id: 'c1', output: 'ok' }),
        codexCount(110, 100, 10, 80),
        codexItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }),
        codexCount(330, 200, 20, 0),
      ],
      [usage(100, 10, 80), usage(200, 20)],
    ],
    [
      'codex exec: what it says of a task stands with its last response',
      [
        { type: 'thread.started', thread_id: 's1' },
        { type: 'turn.started' },
        { type: 'item.completed', item: { id: 'i1', type: 'agent_message', text: 'Done.' } },
        { type: 'turn.completed', usage: { input_tokens: 50, cached_input_tokens: 40, output_tokens: 5 } },
      ],
      [usage(50, 5, 40)],
    ],
    [
      'Gemini CLI: thoughts are output, what tools were given is input',
      {
        sessionId: 's1',
        projectHash: 'p',
        startTime: at(0),
        messages: [
          { id: 'm1', type: 'user', timestamp: at(0), content: 'Build it' },
          {
            id: 'm2',
            type: 'gemini',
            timestamp: at(1),
            content: 'Done.',
            tokens: { input: 100, output: 10, cached: 60, thoughts: 5, tool: 2, total: 117 },
          },
        ],
      },
      [usage(102, 15, 60)],
    ],
    [
      'Qwen Code: what is no prompt is output, whether thoughts are among the candidates or not',
      [
        {
          uuid: 'r1',
          sessionId: 's1',
          timestamp: at(0),
          type: 'user',
          cwd: '/w',
          version: '0.1',
          message: { role: 'user', parts: [{ text: 'Build it' }] },
        },
        {
          uuid: 'r2',
          parentUuid: 'r1',
          sessionId: 's1',
          timestamp: at(1),
          type: 'assistant',
          cwd: '/w',
          version: '0.1',
          message: { role: 'model', parts: [{ text: 'Done.' }] },
          usageMetadata: {
            promptTokenCount: 100,
            candidatesTokenCount: 30,
            thoughtsTokenCount: 20,
            cachedContentTokenCount: 50,
            totalTokenCount: 130,
          },
        },
      ],
      [usage(100, 30, 50)],
    ],
    [
      'opencode: a step for itself; cached tokens stand beside the input',
      {
        info: { id: 'ses_1', title: 't', version: '1', time: { created: 1 } },
        messages: [
          {
            info: { id: 'msg_1', role: 'user', sessionID: 'ses_1', time: { created: 1 } },
            parts: [{ id: 'p1', type: 'text', text: 'Build it' }],
          },
          {
            info: {
              id: 'msg_2',
              role: 'assistant',
              sessionID: 'ses_1',
              time: { created: 2 },
              cost: 0.03,
              tokens: { input: 7, output: 2, reasoning: 0, cache: { read: 0, write: 0 } },
            },
            parts: [
              { id: 'p2', type: 'step-start' },
              { id: 'p3', type: 'text', text: 'I look.' },
              {
                id: 'p4',
                type: 'step-finish',
                cost: 0.01,
                tokens: { input: 10, output: 3, reasoning: 1, cache: { read: 90, write: 5 } },
              },
              { id: 'p5', type: 'step-start' },
              { id: 'p6', type: 'text', text: 'Done.' },
              {
                id: 'p7',
                type: 'step-finish',
                cost: 0.02,
                tokens: { input: 7, output: 2, reasoning: 0, cache: { read: 0, write: 0 } },
              },
            ],
          },
          {
            info: {
              id: 'msg_3',
              role: 'assistant',
              sessionID: 'ses_1',
              time: { created: 3 },
              cost: 0.5,
              tokens: { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } },
            },
            parts: [{ id: 'p8', type: 'text', text: 'More.' }],
          },
        ],
      },
      [usage(105, 4, 90, 5, 0.01), usage(7, 2, 0, 0, 0.02), usage(1, 1, 0, 0, 0.5)],
    ],
    [
      'Cline, as the model saw it',
      [
        { role: 'user', content: [{ type: 'text', text: '<task>\nBuild it\n</task>' }], ts: 1767607200000 },
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'Done.' }],
          ts: 1767607201000,
          metrics: { tokens: { prompt: 90, completion: 5, cached: 80 }, cost: 0.04 },
        },
      ],
      [usage(90, 5, 80, 0, 0.04)],
    ],
    [
      'OpenTelemetry',
      {
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [1].map((number) => ({
                  traceId: 'a'.repeat(32),
                  spanId: String(number).repeat(16),
                  name: 'chat m',
                  startTimeUnixNano: `176760720${number}000000000`,
                  endTimeUnixNano: `176760720${number}500000000`,
                  attributes: [
                    attribute('gen_ai.operation.name', 'chat'),
                    attribute('gen_ai.conversation.id', 's1'),
                    attribute(
                      'gen_ai.output.messages',
                      JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'Done.' }] }]),
                    ),
                    attribute('gen_ai.usage.input_tokens', 100),
                    attribute('gen_ai.usage.output_tokens', 9),
                    attribute('gen_ai.usage.cache_read.input_tokens', 60),
                    attribute('gen_ai.usage.cache_creation.input_tokens', 30),
                  ],
                })),
              },
            ],
          },
        ],
      },
      [usage(100, 9, 60, 30)],
    ],
    [
      'LangChain',
      [
        { type: 'human', content: 'Build it', id: 'h1' },
        {
          type: 'ai',
          content: 'Done.',
          id: 'a1',
          usage_metadata: {
            input_tokens: 100,
            output_tokens: 9,
            total_tokens: 109,
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

describe('what a turn cost', () => {
  test.each(table)('%s', async (_, recording, expected) => {
    expect(await costs(recording)).toEqual(
      expected.map(
        (each) => each && { ...each, cost: each.cost === null ? null : expect.closeTo(each.cost, 9) },
      ),
    )
  })
})

test('over however many records a response is spread, and however often they come again, it counts once', async () => {
  const count = fc.nat(1000)
  const response = fc.array(fc.tuple(count, count, count, count), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(response, { minLength: 1, maxLength: 6 }),
      fc.nat(3),
      async (responses, copies) => {
        const records = responses.flatMap((snapshots, number) =>
          snapshots.map(([input, output, read, write], part) =>
            claudeRecord(
              `a${number}.${part}`,
              `m${number}`,
              claudeUsage(input, output, read, write),
              text(`part ${number}.${part}`),
            ),
          ),
        )
        // A history that was copied into the file stands there once more.
        const found = await costs([claudeInput, ...records, ...records.slice(0, copies)])
        const expected = responses.map((snapshots) => {
          const most = (place: 0 | 1 | 2 | 3): number => Math.max(...snapshots.map((each) => each[place]))
          const input = Math.max(...snapshots.map(([fresh, , read, write]) => fresh + read + write))
          return statedUsage({
            input: [input],
            output: [most(1)],
            cacheRead: [most(2)],
            cacheWrite: [most(3)],
          })
        })
        expect(found.filter((each) => each !== null)).toEqual(expected.filter((each) => each !== null))
      },
    ),
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
