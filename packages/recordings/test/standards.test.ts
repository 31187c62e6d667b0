import { expect, test } from 'vitest'
import { readRecording, table } from './reading.js'

const trajectory = (...steps: readonly object[]) =>
  readRecording(JSON.stringify({ schema_version: 'ATIF-v1.7', session_id: 's', steps }), 'x.json')

test('ATIF: whether a call worked, as each producer says it; a result that names no call', () => {
  const call = (id: string) => ({ tool_call_id: id, function_name: 'bash', arguments: { command: id } })
  const result = (id: string | null, extra: object, content = 'x') => ({ source_call_id: id, content, extra })
  const extras: readonly object[] = [
    { is_error: true },
    { tool_result_is_error: false },
    { status: 'failed' },
    { exit_code: 0 },
    { exit_code: 1 },
  ]
  const steps = [
    { step_id: 1, source: 'user', message: [{ type: 'text', text: 'Go' }] },
    {
      step_id: 2,
      source: 'agent',
      message: 'I try.',
      tool_calls: [...extras, {}, {}].map((_, index) => call(`c${index}`)),
      observation: {
        results: [
          ...extras.map((extra, index) => result(`c${index}`, extra)),
          result('c5', {}, 'x\n\n[error] tool reported failure'),
          result(null, {}),
        ],
      },
    },
    {
      step_id: 3,
      source: 'system',
      message: 'A sum.',
      extra: { context_management: { type: 'compaction' } },
    },
  ]
  const read = trajectory(...steps)
  expect([read.format, read.skipped]).toEqual(['atif', []])
  expect(table(read.steps.filter(({ kind }) => kind !== 'call'))).toMatchInlineSnapshot(`
    "
    s: 1 session recommended
    s: 1 input user: Go
    s: 1 turn | 1 message assistant: I try. | 1 result c0 false: x | 1 result c1 true: x | 1 result c2 false: x | 1 result c3 true: x | 1 result c4 null: x | 1 result c5 false: x

    [error] tool reported failure | 1 result c6 null: x | 1 turn-end | 1 compaction: A sum. | 1 run-end
    "
  `)
})

test('ATIF: results in another order than their calls, are those of their calls', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `c${index}`)
  const step = {
    step_id: 1,
    source: 'agent',
    message: '',
    tool_calls: ids.map((id) => ({ tool_call_id: id, function_name: 'f', arguments: {} })),
    observation: { results: ids.toReversed().map((id) => ({ source_call_id: id, content: id })) },
  }
  const { steps } = trajectory(step)
  const results = steps.flatMap((each) => (each.kind === 'result' ? [[each.call, each.output]] : []))
  expect(results).toEqual(ids.map((id) => [id, id]))
})
