/** Lines of Codex files for tests, and a reading of them. */

import { codex } from '../src/codex.js'
import { readLines } from '../src/lines.js'
import type { RecordingStep, SkippedPiece } from '../src/recording.js'

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

export interface Read {
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
}

/** Reads lines, or texts as they stand. */
export async function read(lines: readonly (TestLine | string)[], file = 'rollout-x.jsonl'): Promise<Read> {
  const text = lines.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('')
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  const context = { file, onSkipped: (piece: SkippedPiece) => skipped.push(piece) }
  for await (const step of codex.read(readLines(once(text), context), context)) {
    steps.push(step)
  }
  return { steps, skipped }
}

async function* once(text: string): AsyncIterable<string> {
  yield text
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
