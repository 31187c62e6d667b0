import { openLedger, memoryStore } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, runs } from '../../../test/random.js'
import { importRecording } from '../src/import-recording.js'
import { openRecording } from '../src/open-recording.js'
import { profileNamed } from '../src/profiles.js'
import type { RecordingStep, SkippedPiece } from '../src/recording.js'
import { RecordingError } from '../src/recording-error.js'
import { anthropic, asLines, dumped, langChain, openAi, responses } from './chat-records.js'
import { answered, aside, attachment, call, progress, returned, said, system } from './claude-code/records.js'
import { sampleSession as clineSession, sampleHistory } from './cline/records.js'
import { sampleExec, sampleRollout } from './codex/records.js'
import { sampleChat, sampleDocument } from './gemini-cli/records.js'
import { asExport, sampleSession } from './opencode/records.js'
import { sampleActions, sampleEvents } from './openhands/records.js'
import { asLines as asQwenLines, sampleQwen } from './qwen-code/records.js'
import { sampleAcp, sampleAtif, sampleLlmetry, sampleMini } from './standards-records.js'
import { expectOrder } from './step-order.js'
import { sampleTrajectory } from './swe-agent/records.js'

const claudeCodeFile = [
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

const others: readonly [string, string][] = [
  ['codex', sampleRollout],
  ['codex exec', sampleExec],
  ['gemini-cli', sampleChat],
  ['gemini-cli, one document', sampleDocument],
  ['qwen-code', asQwenLines(sampleQwen)],
  ['opencode', asExport(sampleSession, 0).replaceAll('},{', '},\n{')],
  ['opencode, on one line', asExport(sampleSession, 0)],
  ['chat messages, a line each', asLines(openAi)],
  ['chat messages, an array', JSON.stringify(anthropic).replaceAll(',{"role"', ',\n{"role"')],
  [
    'chat messages, requests',
    asLines([3, 5, 8].map((end) => ({ messages: dumped(langChain).slice(0, end) }))),
  ],
  ['chat messages, items', JSON.stringify({ id: 's', messages: responses })],
  ['cline, what the model saw', JSON.stringify(sampleHistory, null, 1)],
  ['cline, a session of its program', JSON.stringify(clineSession, null, 2)],
  ['openhands, actions', JSON.stringify(sampleActions, null, 1)],
  ['openhands, the SDK', sampleEvents.map((event) => JSON.stringify(event)).join('\n')],
  ['swe-agent', JSON.stringify(sampleTrajectory)],
  ['mini-swe-agent', JSON.stringify(sampleMini, null, 2)],
  ['acp', sampleAcp.map((message) => JSON.stringify(message)).join('\n')],
  ['atif', JSON.stringify(sampleAtif, null, 2)],
  ['openllmetry', JSON.stringify(sampleLlmetry)],
]

interface Reading {
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
  readonly trouble: unknown
}

async function read(bytes: Uint8Array): Promise<Reading> {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  async function* once(): AsyncIterable<Uint8Array> {
    yield bytes
  }
  try {
    const recording = await openRecording(
      { name: 'f', bytes: once() },
      { onSkipped: (piece) => skipped.push(piece) },
    )
    for await (const step of recording.steps) steps.push(step)
  } catch (trouble) {
    return { steps, skipped, trouble }
  }
  return { steps, skipped, trouble: null }
}

/** Damage as disks, networks and editors do it. */
const damage = (length: number): fc.Arbitrary<(bytes: Uint8Array) => Uint8Array> => {
  const at = fc.integer({ min: 0, max: length })
  return fc.oneof(
    at.map((end) => (bytes: Uint8Array) => bytes.subarray(0, end)),
    at.map((start) => (bytes: Uint8Array) => bytes.subarray(start)),
    fc.tuple(at, fc.integer({ min: 0, max: 255 })).map(
      ([place, byte]) =>
        (bytes: Uint8Array) =>
          bytes.map((old, index) => (index === place ? byte : old)),
    ),
    fc.tuple(at, at).map(
      ([one, other]) =>
        (bytes: Uint8Array) =>
          Buffer.concat([bytes.subarray(0, one), bytes.subarray(other)]),
    ),
    fc.tuple(at, fc.uint8Array({ maxLength: 20 })).map(
      ([place, more]) =>
        (bytes: Uint8Array) =>
          Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]),
    ),
    fc.integer({ min: 0, max: 30 }).map((place) => (bytes: Uint8Array) => {
      const lines = Buffer.from(bytes).toString().split('\n')
      return Buffer.from([...lines.slice(place), ...lines.slice(0, place), ...lines].join('\n'))
    }),
  )
}

describe('damaged files', () => {
  test.each([['claude-code', claudeCodeFile], ['neutral', neutralFile], ...others])(
    '%s: whole, it reads without trouble',
    async (_, text) => {
      const reading = await read(Buffer.from(text))
      expectOrder(reading.steps, reading.trouble === null)
      expect([reading.trouble, reading.skipped]).toEqual([null, []])
    },
  )

  test.each([['claude-code', claudeCodeFile], ['neutral', neutralFile], ...others])(
    '%s: damaged, only a RecordingError is thrown, and the steps keep their order',
    async (_, text) => {
      const bytes = Buffer.from(text)
      await fc.assert(
        fc.asyncProperty(fc.array(damage(bytes.length), { minLength: 1, maxLength: 3 }), async (blows) => {
          const reading = await read(blows.reduce<Uint8Array>((hurt, blow) => blow(hurt), bytes))
          if (reading.trouble !== null) expect(reading.trouble).toBeInstanceOf(RecordingError)
          expectOrder(reading.steps, reading.trouble === null)
        }),
        { numRuns: runs(500) },
      )
    },
  )

  test.each([['claude-code', claudeCodeFile], ['neutral', neutralFile], ...others])(
    '%s: whatever is left of it can be told to a session',
    async (_, text) => {
      const bytes = Buffer.from(text)
      await fc.assert(
        fc.asyncProperty(fc.array(damage(bytes.length), { minLength: 1, maxLength: 2 }), async (blows) => {
          const { steps } = await read(blows.reduce<Uint8Array>((hurt, blow) => blow(hurt), bytes))
          async function* again(): AsyncIterable<RecordingStep> {
            yield* steps
          }
          const known = steps.every(
            (step) => step.kind !== 'session' || profileNamed(step.profile) !== undefined,
          )
          const importing = importRecording(again(), openLedger({ store: memoryStore() }), {
            format: 'x',
            file: 'f',
          })
          await (known ? importing : expect(importing).rejects.toBeInstanceOf(RecordingError))
        }),
        { numRuns: runs(100) },
      )
    },
  )

  test('claude-code: cut at any byte, all whole lines are read and the torn one is reported', async () => {
    const bytes = Buffer.from(claudeCodeFile)
    const whole = (await read(bytes)).steps
    for (let end = 1200; end < bytes.length; end += isLongRun ? 7 : 61) {
      const { steps, skipped, trouble } = await read(bytes.subarray(0, end))
      const lastLine = bytes.subarray(0, end).toString().split('\n')
      const isTorn =
        lastLine.at(-1) !== '' && lastLine.at(-1) !== claudeCodeFile.split('\n')[lastLine.length - 1]
      expect([trouble, skipped]).toEqual([
        null,
        isTorn ? [{ file: 'f', line: lastLine.length, reason: 'not JSON' }] : [],
      ])
      const firm = steps.filter((step) => ['call', 'result', 'message', 'nag'].includes(step.kind))
      expect(whole).toEqual(expect.arrayContaining(firm))
    }
  })
})
