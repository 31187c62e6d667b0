/**
 * What Claude Code gives a hook on standard input, read into one shape. Fields and events: https://code.claude.com/docs/en/hooks
 * (read in November 2026), and payloads captured from Claude Code 2.1.224. `agent_id` stands only in what comes from
 * within a sub-agent; `PostToolUseFailure` comes in the place of `PostToolUse`; `PostToolBatch` comes once after all
 * calls of a response, those that were never let through among them.
 */

import {
  arrayIn,
  isObject,
  type JsonObject,
  objectsOf,
  parseJson,
  stringIn,
} from '@todo-ledger/recordings/json'

export type HookCall = ReturnType<typeof callOf>

export interface HookOutcome extends HookCall {
  /** Whether it worked; null where the hook is not given it. */
  readonly ok: boolean | null
  readonly output: string
  /** The structured result, or null. */
  readonly details: unknown
}

export type HookInput = ReturnType<typeof readHookInput>

/** What stands on standard input is not what Claude Code gives a hook. */
export class HookInputError extends Error {
  readonly code = 'bad-hook-input'
}

/** Reads what stands on standard input. @throws HookInputError where it is no hook's input */
export function readHookInput(text: string) {
  const given = parsed(text)
  const name = stringIn(given, 'hook_event_name')
  const session = stringIn(given, 'session_id')
  if (name === null || session === null) {
    throw new HookInputError('The input names no hook_event_name or no session_id.')
  }
  return {
    ...{ name, session },
    /** The sub-agent that it comes from, or null. */
    agent: stringIn(given, 'agent_id'),
    /** The file that Claude Code records the conversation in, or null. */
    transcript: stringIn(given, 'transcript_path'),
    event: eventOf(name, given),
  }
}

function parsed(text: string): JsonObject {
  const given = parseJson(text)
  if ('problem' in given)
    throw new HookInputError(`The input can't be read, ${text.length} characters: ${given.problem}.`)
  if (isObject(given.value)) return given.value
  throw new HookInputError('The input is not a JSON object.')
}

function eventOf(name: string, given: JsonObject) {
  const text = stringIn(given, 'last_assistant_message')
  switch (name) {
    case 'PreToolUse':
      return { kind: 'call' as const, call: callOf(given) }
    case 'PostToolUse':
      return { kind: 'outcome' as const, outcome: outcomeOf(given, true) }
    case 'PostToolUseFailure': {
      const failed = { ...callOf(given), ok: false, output: stringIn(given, 'error') ?? '', details: null }
      return { kind: 'outcome' as const, outcome: failed }
    }
    case 'PostToolBatch': {
      const calls = objectsOf(arrayIn(given, 'tool_calls'))
      return { kind: 'batch' as const, outcomes: calls.map((call) => outcomeOf(call, null)) }
    }
    case 'UserPromptSubmit': {
      const prompt = stringIn(given, 'prompt_id')
      return { kind: 'prompt' as const, text: stringIn(given, 'prompt') ?? '', prompt }
    }
    case 'Stop':
      return { kind: 'stop' as const, text, complete: true }
    case 'StopFailure':
      return { kind: 'stop' as const, text: null, complete: false }
    case 'SubagentStart':
      return { kind: 'agent-start' as const }
    case 'SubagentStop':
      return { kind: 'agent-stop' as const, text }
    case 'SessionStart':
      // After a compaction the same conversation goes on.
      return { kind: given['source'] === 'compact' ? ('nothing' as const) : ('cut' as const) }
    case 'SessionEnd':
      return { kind: 'cut' as const }
    case 'PreCompact':
      return { kind: 'compaction' as const }
    default:
      return { kind: 'nothing' as const }
  }
}

function callOf(given: JsonObject) {
  const call = stringIn(given, 'tool_use_id')
  const name = stringIn(given, 'tool_name')
  if (call === null || name === null) {
    throw new HookInputError(
      'A tool call has no tool_use_id or no tool_name, which Claude Code gives from 2.0.50 on: bring it up to date.',
    )
  }
  const input: unknown = given['tool_input'] ?? {}
  return { call, name, input }
}

function outcomeOf(given: JsonObject, ok: boolean | null): HookOutcome {
  const details = given['tool_response'] ?? null
  return { ...callOf(given), ok, output: outputOf(details), details }
}

/** A structured result as text: what a shell printed, the texts of blocks, else its JSON. */
function outputOf(response: unknown): string {
  if (typeof response === 'string') return response
  if (response === null) return ''
  if (Array.isArray(response)) return textsOf(response) ?? JSON.stringify(response)
  if (!isObject(response)) return String(response)
  const { stdout, stderr, content } = response
  if (typeof stdout === 'string' || typeof stderr === 'string') {
    return [stdout, stderr].filter((part) => typeof part === 'string' && part !== '').join('\n')
  }
  if (typeof content === 'string') return content
  return textsOf(arrayIn(response, 'content')) ?? JSON.stringify(response)
}

function textsOf(blocks: readonly unknown[]): string | null {
  const texts = objectsOf(blocks).flatMap((block) => stringIn(block, 'text') ?? [])
  return texts.length === 0 ? null : texts.join('\n')
}
