/**
 * What Claude Code gives a hook on standard input, read into one shape. Fields and events: https://code.claude.com/docs/en/hooks
 * (read in November 2026), and payloads captured from Claude Code 2.1.224. `agent_id` stands only in what comes from
 * within a sub-agent; `PostToolUseFailure` comes in the place of `PostToolUse`; `PostToolBatch` comes once after all
 * calls of a response, those that were never let through among them.
 */

import { parseJson } from '@todo-ledger/recordings/json-text'
import { isObject, type JsonObject, textIn } from '../json-object.js'

/** A call of a tool. */
export interface HookCall {
  /** Its id. */
  readonly call: string
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
}

/** A call and what came of it. */
export interface HookOutcome extends HookCall {
  /** Whether it worked; null where the hook is not given it. */
  readonly ok: boolean | null
  /** What came back, as text. */
  readonly output: string
  /** The structured result, or null. */
  readonly details: unknown
}

/** What happened. */
export type HookEvent =
  | {
      /** A tool is about to be called. */
      readonly kind: 'call'
      /** The call. */
      readonly call: HookCall
    }
  | {
      /** A tool has returned. */
      readonly kind: 'outcome'
      /** The call and what came of it. */
      readonly outcome: HookOutcome
    }
  | {
      /** All calls of a response have returned, or were refused. */
      readonly kind: 'batch'
      /** The calls, in order. */
      readonly outcomes: readonly HookOutcome[]
    }
  | {
      /** An input came. */
      readonly kind: 'prompt'
      /** Its text. */
      readonly text: string
      /** The id that Claude Code gives it, or null. */
      readonly prompt: string | null
    }
  | {
      /** The agent has answered; `complete` is false where the answer failed. */
      readonly kind: 'stop'
      /** The answer's text, or null. */
      readonly text: string | null
      /** False where an error cut it off. */
      readonly complete: boolean
    }
  | {
      /** A sub-agent began or came back; the program started anew or ended; the conversation is being compacted. */
      readonly kind: 'agent-start' | 'agent-stop' | 'session-start' | 'session-end' | 'compaction'
      /** The sub-agent's last answer, or null. */
      readonly text: string | null
    }
  | {
      /** Nothing that is recorded. */
      readonly kind: 'nothing'
    }

/** What one hook is given. */
export interface HookInput {
  /** The event's name. */
  readonly name: string
  /** The conversation. */
  readonly session: string
  /** The sub-agent that it comes from, or null. */
  readonly agent: string | null
  /** The file that Claude Code records the conversation in, or null. */
  readonly transcript: string | null
  /** What happened. */
  readonly event: HookEvent
}

/** What stands on standard input is not what Claude Code gives a hook. */
export class HookInputError extends Error {
  /** A stable name of the kind of error. */
  readonly code = 'bad-hook-input'
}

/**
 * Reads what stands on standard input.
 * @throws HookInputError where it is no hook's input
 */
export function readHookInput(text: string): HookInput {
  const given = parsed(text)
  const name = textIn(given, 'hook_event_name')
  const session = textIn(given, 'session_id')
  if (name === null || session === null) {
    throw new HookInputError('The input names no hook_event_name or no session_id.')
  }
  const agent = textIn(given, 'agent_id')
  return { name, session, agent, transcript: textIn(given, 'transcript_path'), event: eventOf(name, given) }
}

/** The tools that change the list: TodoWrite, TaskCreate, TaskUpdate. */
const changesList = /^(?:TodoWrite|Task[A-Z]\w*)$/

/** True for a call that may complete an item: the gate is asked before it is made. */
export function mayComplete({ name, input }: HookCall): boolean {
  return changesList.test(name) && JSON.stringify(input).includes('completed')
}

function parsed(text: string): JsonObject {
  const given = parseJson(text)
  if ('problem' in given)
    throw new HookInputError(`The input can't be read, ${text.length} characters: ${given.problem}.`)
  if (isObject(given.value)) return given.value
  throw new HookInputError('The input is no JSON object.')
}

function eventOf(name: string, given: JsonObject): HookEvent {
  const text = textIn(given, 'last_assistant_message')
  switch (name) {
    case 'PreToolUse':
      return { kind: 'call', call: callOf(given) }
    case 'PostToolUse':
      return { kind: 'outcome', outcome: outcomeOf(given, true) }
    case 'PostToolUseFailure': {
      const failed = { ...callOf(given), ok: false, output: textIn(given, 'error') ?? '', details: null }
      return { kind: 'outcome', outcome: failed }
    }
    case 'PostToolBatch': {
      const calls = Array.isArray(given['tool_calls']) ? given['tool_calls'].filter(isObject) : []
      return { kind: 'batch', outcomes: calls.map((call) => outcomeOf(call, null)) }
    }
    case 'UserPromptSubmit':
      return { kind: 'prompt', text: textIn(given, 'prompt') ?? '', prompt: textIn(given, 'prompt_id') }
    case 'Stop':
      return { kind: 'stop', text, complete: true }
    case 'StopFailure':
      return { kind: 'stop', text: null, complete: false }
    case 'SubagentStart':
      return { kind: 'agent-start', text: null }
    case 'SubagentStop':
      return { kind: 'agent-stop', text }
    case 'SessionStart':
      // After a compaction the same conversation goes on.
      return given['source'] === 'compact' ? { kind: 'nothing' } : { kind: 'session-start', text: null }
    case 'SessionEnd':
      return { kind: 'session-end', text: null }
    case 'PreCompact':
      return { kind: 'compaction', text: null }
    default:
      return { kind: 'nothing' }
  }
}

function callOf(given: JsonObject): HookCall {
  const call = textIn(given, 'tool_use_id')
  const name = textIn(given, 'tool_name')
  if (call === null || name === null) {
    throw new HookInputError(
      'A tool call has no tool_use_id or no tool_name. Claude Code gives both from 2.0.50 on: bring it up to date.',
    )
  }
  return { call, name, input: given['tool_input'] ?? {} }
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
  const texts = Array.isArray(content) ? textsOf(content) : null
  return texts ?? JSON.stringify(response)
}

function textsOf(blocks: readonly unknown[]): string | null {
  const texts = blocks.filter(isObject).flatMap((block) => textIn(block, 'text') ?? [])
  return texts.length === 0 ? null : texts.join('\n')
}
