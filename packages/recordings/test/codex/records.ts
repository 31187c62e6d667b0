/** Lines of Codex files for tests, and a reading of them. */

import { codex } from '../../src/agents/codex/format.js'
import type { RecordingStep } from '../../src/recording.js'
import { type Read, readFormat } from '../reading.js'

export type TestLine = { readonly [field: string]: unknown }

export function line(type: string, payload: TestLine): TestLine {
  return { timestamp: '2026-01-05T10:00:00.000Z', type, payload }
}

export function meta(id: string, fields: TestLine = {}): TestLine {
  return line('session_meta', { id, cwd: '/home/ada/shop', ...fields })
}

export function item(type: string, fields: TestLine = {}): TestLine {
  return line('response_item', { type, ...fields })
}

export function event(type: string, fields: TestLine = {}): TestLine {
  return line('event_msg', { type, ...fields })
}

/** A call that ended, as an item tells it. */
export function ended(type: string, id: string, fields: TestLine): TestLine {
  return event('item_completed', { thread_id: 's', item: { type, id, ...fields } })
}

/** A message in the model's conversation; several texts are several parts. */
export function message(role: string, ...texts: readonly string[]): TestLine {
  return item('message', { role, content: texts.map((text) => ({ type: 'input_text', text })) })
}

export function call(id: string, name: string, args: unknown): TestLine {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return item('function_call', { call_id: id, name, arguments: text })
}

export function output(id: string, text: unknown): TestLine {
  return item('function_call_output', { call_id: id, output: text })
}

export function count(total: number): TestLine {
  return event('token_count', { info: { total_token_usage: { total_tokens: total } } })
}

export const thought: TestLine = item('reasoning', { summary: [], encrypted_content: 'x' })

/** Reads lines, or texts as they stand. */
export async function read(lines: readonly (TestLine | string)[], file = 'rollout-x.jsonl'): Promise<Read> {
  const text = lines.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('')
  return readFormat(codex, text, file)
}

/** The steps of some kinds, each in a few words. */
export async function told(
  lines: readonly (TestLine | string)[],
  ...kinds: readonly RecordingStep['kind'][]
): Promise<readonly string[]> {
  const { steps } = await read(lines)
  return steps.filter(({ kind }) => kinds.includes(kind)).map(inWords)
}

function inWords(step: RecordingStep): string {
  switch (step.kind) {
    case 'session':
      return `session ${step.session} ${step.profile}${step.parent === null ? '' : ` of ${step.parent}`}`
    case 'input':
      return `${step.trigger}: ${step.text}`
    case 'message':
      return `${step.role}: ${step.text}`
    case 'call':
      return `${step.call} ${step.name} ${JSON.stringify(step.input)}`
    case 'result':
      return `${step.call} ${String(step.ok)}: ${step.output}`
    case 'turn-end':
      return step.interrupted ? 'turn cut' : 'turn over'
    case 'run-end':
      return step.complete ? 'run over' : 'run cut'
    case 'compaction':
      return `compacted: ${step.summary}`
    case 'subagent-start':
    case 'subagent-end':
      return `${step.kind} ${step.child} ${step.call}`
    default:
      return step.kind
  }
}

function asText(lines: readonly TestLine[]): string {
  return lines.map((each) => JSON.stringify(each)).join('\n')
}

const step = { plan: [{ step: 'Build – ✓', status: 'in_progress' }] }

/** A rollout with something of everything. */
export const sampleRollout: string = asText([
  meta('s1'),
  meta('s0'),
  event('task_started'),
  message('user', '<environment_context>\n</environment_context>'),
  message('user', 'Go'),
  event('user_message', { message: 'Go' }),
  thought,
  event('agent_message', { message: 'I plan.' }),
  message('assistant', 'I plan.'),
  call('c1', 'update_plan', step),
  output('c1', 'Plan updated'),
  count(10),
  item('custom_tool_call', {
    call_id: 'c2',
    name: 'exec',
    input: `tools.update_plan(${JSON.stringify(step)})`,
  }),
  event('patch_apply_end', { call_id: 'c2', success: true }),
  item('custom_tool_call_output', { call_id: 'c2', output: 'Script completed' }),
  call('c3', 'spawn_agent', { message: 'Look' }),
  output('c3', '{"agent_id":"a1"}'),
  line('compacted', { message: 'So far.' }),
  event('context_compacted'),
  event('turn_aborted'),
  meta('s2'),
  message('user', 'On'),
  call('c1', 'exec_command', { cmd: 'make' }),
  output('c1', 'Chunk ID: 1\nProcess exited with code 1\nOutput:\n'),
  event('task_complete'),
])

/** An output of `codex exec --json` with something of everything. */
export const sampleExec: string = asText([
  { type: 'thread.started', thread_id: 's1' },
  { type: 'turn.started' },
  { type: 'item.completed', item: { id: 'i0', type: 'reasoning', text: 'Hm.' } },
  {
    type: 'item.started',
    item: { id: 'i1', type: 'todo_list', items: [{ text: 'A – ✓', completed: false }] },
  },
  {
    type: 'item.started',
    item: { id: 'i2', type: 'command_execution', command: 'make', status: 'in_progress' },
  },
  { type: 'item.completed', item: { id: 'i2', type: 'command_execution', command: 'make', exit_code: 1 } },
  {
    type: 'item.updated',
    item: { id: 'i1', type: 'todo_list', items: [{ text: 'A – ✓', completed: true }] },
  },
  { type: 'item.completed', item: { id: 'i3', type: 'agent_message', text: 'Done.' } },
  { type: 'turn.completed', usage: {} },
  { type: 'thread.started', thread_id: 's1' },
  { type: 'turn.started' },
  { type: 'item.completed', item: { id: 'i0', type: 'file_change', changes: [], status: 'completed' } },
  { type: 'turn.failed', error: { message: 'x' } },
])
