import { describe, expect, test } from 'vitest'
import { readRecording } from '../reading.js'
import { acted, event, observed, sampleEvents, type TestEvent, text } from './records.js'

const asLines = (events: readonly TestEvent[]): string =>
  events.map((each) => JSON.stringify(each)).join('\n')
const read = (events: readonly TestEvent[]): ReturnType<typeof readRecording> =>
  readRecording(asLines(events), 's1.jsonl')

describe('layouts', () => {
  test.each([
    ['an array', JSON.stringify(sampleEvents)],
    ['an array over many lines', JSON.stringify(sampleEvents, null, 2)],
  ])('%s', async (_, written) => {
    const { format, lines, skipped } = await readRecording(written, 's1.json')
    expect([format, skipped, lines]).toEqual(['openhands', [], (await read(sampleEvents)).lines])
  })

  test.each([
    ['/x/b0c1/trajectory.json', 'b0c1'],
    ['/x/fix-the-build.json', 'fix-the-build'],
  ])('%s is the session %s', async (file, session) => {
    const { steps } = await readRecording(asLines(sampleEvents), file)
    expect(steps[0]?.session).toBe(session)
  })
})

const asks = event(1, 'MessageEvent', 'user', { llm_message: { content: text('Go') } })

describe('whether a call worked', () => {
  test.each<[string, TestEvent, boolean | null]>([
    ['a command that ended well', observed(3, 2, '', { exit_code: 0 }), true],
    ['a command that failed', observed(3, 2, '', { exit_code: 1 }), false],
    ['a command that goes on', observed(3, 2, '', { exit_code: -1 }), null],
    [
      'a terminal that says nothing',
      observed(3, 2, '', { kind: 'TerminalObservation', exit_code: null }),
      null,
    ],
    ['an error', observed(3, 2, 'x', { is_error: true }), false],
    ['an error in older versions', observed(3, 2, '', { is_error: undefined, error: 'x' }), false],
    ['anything else', observed(3, 2, 'x'), true],
    [
      'refused',
      event(3, 'UserRejectObservation', 'environment', { tool_call_id: 'c2', rejection_reason: 'no' }),
      false,
    ],
  ])('%s, in the SDK', async (_, result, ok) => {
    const { steps } = await read([asks, acted(2, 'x', {}), result])
    expect(steps.flatMap((step) => (step.kind === 'result' ? [step.ok] : []))).toEqual([ok])
  })
})

describe('facts', () => {
  test.each<[string, readonly TestEvent[], readonly string[]]>([
    [
      'the same event again is the same event',
      [asks, acted(2, 'x', {}), acted(2, 'x', {})],
      ['call c2 x {}', 'turn-end interrupted', 'run-end incomplete'],
    ],
    [
      'the person stops the agent',
      [asks, acted(2, 'x', {}), event(3, 'PauseEvent', 'user')],
      ['call c2 x {}', 'turn-end interrupted', 'run-end incomplete'],
    ],
    [
      'the agent breaks off',
      [asks, acted(2, 'finish', {}), event(3, 'ConversationErrorEvent', 'environment')],
      ['call c2 finish {}'],
    ],
  ])('%s', async (_, events, wanted) => {
    const { lines } = await read(events)
    const told = lines.filter((line) => !/^(?:session|turn$|input)/.test(line))
    expect(told.slice(0, wanted.length)).toEqual(wanted)
  })
})
