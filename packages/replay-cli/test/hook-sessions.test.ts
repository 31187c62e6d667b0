/** What hooks record of a session, held against what the reader makes of Claude Code's own recording of it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memoryStore, openLedger, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { importRecording, openRecording } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { faultsIn, fire, type HookJson, HookTexts, todos } from './claude-code-hooks.js'

const folder = mkdtempSync(join(tmpdir(), 'hook-sessions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Call {
  readonly id: string
  readonly tool: 'Edit' | 'Bash' | 'TodoWrite'
  readonly input: HookJson
  readonly outcome: 'works' | 'fails' | 'refused'
}

interface Response {
  readonly id: string
  readonly text: string
  readonly calls: readonly Call[]
  /** The order in which the calls return; serial: each before the next begins. */
  readonly order: 'serial' | 'backwards'
}

/** A run: a prompt, responses with calls, and an answer. */
interface Run {
  readonly prompt: string
  readonly responses: readonly Response[]
  readonly answer: string
}

/** What the model reads of a call. */
function outputOf({ outcome, tool }: Call): string {
  if (outcome === 'refused') return 'This command requires approval'
  if (outcome === 'fails') return 'Exit code 1'
  return tool === 'TodoWrite' ? 'Todos have been modified successfully.' : 'done'
}

/** The hooks of a call, in order: those before it, and those after it. */
function hooksOf(texts: HookTexts, call: Call): readonly [string, readonly string[]] {
  const { id, tool, input, outcome } = call
  const before = texts.before(id, tool, input)
  if (outcome === 'refused') return [before, []]
  if (outcome === 'fails') return [before, [texts.failed(id, tool, input, 'Exit code 1')]]
  return [before, [texts.after(id, tool, input, tool === 'TodoWrite' ? { oldTodos: [] } : 'done')]]
}

const time = { timestamp: '2026-01-05T10:00:00Z', sessionId: 's1', version: '2.1.300' }

/** Claude Code's recording of a response: a record for each block, and one for each result. */
function recordsOf({ id, text, calls }: Response): readonly string[] {
  const blocks = [
    { type: 'text', text },
    ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.tool, input: call.input })),
  ]
  const said = blocks.map((block, index) => ({
    ...time,
    type: 'assistant',
    uuid: `${id}-${index}`,
    message: { id, role: 'assistant', content: [block] },
  }))
  const results = calls.map((call) => ({
    ...time,
    type: 'user',
    uuid: `${call.id}-result`,
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: call.id,
          content: outputOf(call),
          is_error: call.outcome !== 'works',
        },
      ],
    },
  }))
  return [...said, ...results].map((record) => JSON.stringify(record))
}

const callWithout = fc.oneof(
  fc.constant({ tool: 'Edit' as const, input: { file_path: '/home/me/project/a.js', new_string: 'b' } }),
  fc.constant({ tool: 'Bash' as const, input: { command: 'npm test' } }),
  fc
    .subarray(['> Fix the parser', '- Run the tests', 'x Read the code', '- Write the docs'])
    .map((items) => ({ tool: 'TodoWrite' as const, input: todos(...items) })),
)
const sessions: fc.Arbitrary<readonly Run[]> = fc
  .array(
    fc.array(
      fc.record({
        order: fc.constantFrom('serial' as const, 'backwards' as const),
        calls: fc.array(
          fc.tuple(
            callWithout,
            fc.constantFrom('works' as const, 'works' as const, 'fails' as const, 'refused' as const),
          ),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      { maxLength: 3 },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((runs) =>
    runs.map((responses, run) => ({
      prompt: `Prompt ${run}`,
      answer: `Answer ${run}`,
      responses: responses.map(({ order, calls }, index) => ({
        id: `msg-${run}-${index}`,
        text: `Said in ${run}-${index}`,
        // Two updates of one response are made one after the other.
        order: calls.filter(([{ tool }]) => tool === 'TodoWrite').length > 1 ? ('serial' as const) : order,
        calls: calls.map(([call, outcome], place) => ({
          ...call,
          outcome,
          id: `c-${run}-${index}-${place}`,
        })),
      })),
    })),
  )

/** A call that was never let through, alone and as the last of a response, before others. */
const withRefusals: Run = {
  prompt: 'Refuse some',
  answer: 'Some were refused',
  responses: [['r1'], ['r2', 'r3'], ['r4']].map((ids, index) => ({
    id: `msg-r${index}`,
    text: `Said in r${index}`,
    order: 'serial',
    calls: ids.map((id) => ({
      id,
      tool: 'Bash',
      input: { command: `echo ${id}` },
      outcome: id === 'r2' ? 'works' : 'refused',
    })),
  })),
}

/** Plays a session to the hook, with the transcript growing as Claude Code's does. */
async function play(runs: readonly Run[], transcript: string, ledger: string): Promise<void> {
  const texts = new HookTexts('s1', transcript)
  const settings = { ledger, log: `${ledger}.log` }
  const records: string[] = []
  const written = (...more: readonly string[]): void => {
    records.push(...more)
    writeFileSync(transcript, `${records.join('\n')}\n`)
  }
  for (const { prompt, responses, answer } of runs) {
    await fire(texts.prompt(prompt), settings)
    written(
      JSON.stringify({ ...time, type: 'user', uuid: prompt, message: { role: 'user', content: prompt } }),
    )
    for (const response of responses) {
      const hooks = response.calls.map((call) => hooksOf(texts, call))
      const lines = recordsOf(response)
      const said = lines.slice(0, 1 + response.calls.length)
      const results = lines.slice(said.length)
      if (response.order === 'serial') {
        for (const [index, [before, after]] of hooks.entries()) {
          await fire(before, settings)
          if (index === 0) written(...said)
          for (const text of after) await fire(text, settings)
          written(...results.slice(index, index + 1))
        }
      } else {
        for (const [before] of hooks) await fire(before, settings)
        written(...said)
        for (const [, after] of [...hooks].reverse()) for (const text of after) await fire(text, settings)
        written(...results)
      }
      const told = response.calls.map((call) => [call.id, call.tool, call.input, outputOf(call)] as const)
      await fire(texts.batch(...told), settings)
    }
    await fire(texts.stop(answer), settings)
    written(
      JSON.stringify({
        ...time,
        type: 'assistant',
        uuid: `end of ${prompt}`,
        message: { id: `end of ${prompt}`, role: 'assistant', content: [{ type: 'text', text: answer }] },
      }),
    )
  }
}

/** What both must say: in which turn each call was made, what came of it, and what the list was after it. */
async function told(events: AsyncIterable<TodoEvent>): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const event of events) {
    const { turn, data } = event
    if (event.type === 'tool.called') lines.push(`${turn} called ${event.data.call} ${event.data.name}`)
    if (event.type === 'tool.returned') lines.push(`${turn} returned ${event.data.call} ${event.data.ok}`)
    if (event.type === 'todos.rejected') lines.push(`${turn} rejected ${event.data.call}`)
    if (event.type === 'todos.updated') {
      lines.push(`${turn} updated ${event.data.call} ${JSON.stringify(event.data.changes)}`)
    }
    if (event.type === 'turn.ended') lines.push(`${turn} ended ${event.data.interrupted}`)
    if (event.type === 'message.recorded') lines.push(`${turn} said ${event.data.text}`)
    if (event.type === 'run.started') lines.push(`${turn} run ${JSON.stringify(data)}`)
  }
  return lines
}

async function imported(transcript: string): Promise<readonly string[]> {
  const ledger = openLedger({ store: memoryStore() })
  const recording = await openRecording(transcript)
  await importRecording(recording.steps, ledger, { format: recording.format, file: transcript })
  return told(ledger.events('s1'))
}

let count = 0
/** A session that was played, as its hooks and as its transcript tell it. */
async function both(runs: readonly Run[]) {
  count += 1
  const ledger = join(folder, `${count}.db`)
  const transcript = join(folder, `${count}`, 's1.jsonl')
  mkdirSync(dirname(transcript))
  await play(runs, transcript, ledger)
  expect(faultsIn(`${ledger}.log`)).toEqual([])
  const store = sqliteStore(ledger, { readOnly: true })
  const hooked = await told(store.read('s1'))
  await store.close()
  return { hooked, recorded: await imported(transcript) }
}

test('hooks record what the reader makes of the transcript', async () => {
  await fc.assert(
    fc.asyncProperty(sessions, async (played) => {
      const { hooked, recorded } = await both(played)
      // Calls that run beside each other are told in the order in which they return.
      expect([...hooked].sort()).toEqual([...recorded].sort())
    }),
    { numRuns: runs(6), examples: [[[withRefusals]]] },
  )
})
