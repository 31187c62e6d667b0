/** The events of OpenHands, until 2025 actions and observations, since then of the SDK. Shapes: docs/sources/openhands.md. */

import { basename, dirname } from 'node:path'
import { textsIn } from '../../formats/chat-messages/blocks.js'
import { idOfFile, UniqueIds } from '../../ids.js'
import { isObject, type JsonObject, momentOf, objectIn, parsedJson, stringIn } from '../../json-value.js'
import type { ReadContext, RecordingFormat, RecordingStep, RecordReader } from '../../recording.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { Conversation, type SpentByResponse } from './conversation.js'

/** Events of OpenHands in a file. */
export const eventFormat: RecordingFormat = {
  name: 'openhands',
  lists: new Set(['history', 'trajectory', 'events']),
  certaintyOf: (record) => (isEvent(record) ? 1 : 0),
  reader: (context) => eventReader(context, new Map()),
}

/** True for an event that says who it is of, and what was done. */
export function isEvent(record: JsonObject): boolean {
  if (stringIn(record, 'source') === null) return false
  const isAction = stringIn(record, 'action') !== null && objectIn(record, 'args') !== null
  const isObservation = stringIn(record, 'observation') !== null && objectIn(record, 'extras') !== null
  return isAction || isObservation || isOfSdk(record)
}

function isOfSdk(record: JsonObject): boolean {
  return /^(?:\w+Event|Condensation\w*|UserRejectObservation)$/.test(stringIn(record, 'kind') ?? '')
}

/** Reads events. An evaluation writes many conversations into a file. @param spent what responses cost, where it stands elsewhere */
export function eventReader({ file, onSkipped }: ReadContext, spent: SpentByResponse): RecordReader {
  const steps: RecordingStep[] = []
  const ids = new UniqueIds()
  const fallback = nameOf(file)
  let current = new Conversation(fallback, steps, spent)
  return {
    /** A list is a session of its own where it says whose it is, or another one came before it. */
    begin(head, name) {
      const own = stringIn(head ?? {}, 'instance_id') ?? stringIn(head ?? {}, 'conversation_id')
      if (name === null || (own === null && current.isEmpty)) return []
      current.finish()
      current = new Conversation(ids.give(own ?? fallback), steps, spent)
      return steps.splice(0)
    },
    take(record, line) {
      const take = isOfSdk(record)
        ? takeSdkEvent
        : stringIn(record, 'action') !== null
          ? takeAction
          : stringIn(record, 'observation') !== null
            ? takeObservation
            : null
      const { id } = record
      const named = typeof id === 'number' || typeof id === 'string' ? String(id) : null
      if (take === null) onSkipped({ file, line, reason: 'no event of OpenHands' })
      else if (current.begin(named, timeOf(record), line)) take(record, current)
      return steps.splice(0)
    },
    finish() {
      current.finish()
      return steps.splice(0)
    },
  }
}

/** A conversation is called by its folder where the file's name is any conversation's. */
function nameOf(file: string): string {
  const name = idOfFile(file)
  const folder = basename(dirname(file))
  const isGenericName = /^(?:trajectory|events|history|output|session)$/.test(name)
  return isGenericName && folder !== '' && folder !== '.' ? folder : name
}

/** A time without a zone counts as UTC. */
function timeOf(record: JsonObject): Date | null {
  const time = stringIn(record, 'timestamp') ?? ''
  return momentOf(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)
}

/** Tools by what their actions are called; where the call says its tool's name, that counts. */
const tools: ReadonlyMap<string, string> = new Map([
  ['run', 'execute_bash'],
  ['run_ipython', 'execute_ipython_cell'],
  ['read', 'read_file'],
  ['write', 'write_file'],
  ['edit', 'edit_file'],
  ['browse', 'browser'],
  ['browse_interactive', 'browser'],
  ['task_tracking', 'task_tracker'],
  ['think', 'think'],
  ['finish', 'finish'],
  ['reject', 'finish'],
  ['delegate', 'delegate'],
  ['call_tool_mcp', 'call_tool_mcp'],
])
/** What stands beside the input of a tool. */
const notInput =
  /^(?:thought|is_confirmed|confirmation_state|security_risk|hidden|blocking|keep_prompt|impl_source|cwd)$/

function takeAction(event: JsonObject, to: Conversation): void {
  const action = stringIn(event, 'action') ?? ''
  const args = objectIn(event, 'args') ?? {}
  const metadata = objectIn(event, 'tool_call_metadata') ?? {}
  const from = {
    response: stringIn(objectIn(metadata, 'model_response') ?? {}, 'id'),
    spentSoFar: spentSoFar(objectIn(event, 'llm_metrics') ?? {}),
  }
  const isPersons = stringIn(event, 'source') === 'user'
  if (action === 'message') {
    const text = stringIn(args, 'content') ?? ''
    if (isPersons) to.hear(text)
    else to.say(text, from)
    return
  }
  if (action === 'condensation') {
    to.compact(stringIn(args, 'summary'))
    return
  }
  const ofServer = action === 'call_tool_mcp' || action === 'mcp' ? stringIn(args, 'name') : null
  const name = ofServer ?? stringIn(metadata, 'function_name') ?? tools.get(action)
  if (name === undefined || isPersons) return
  // The editor is one tool; the action says what it was called for.
  const command = action === 'read' ? { command: 'view' } : action === 'write' ? { command: 'create' } : {}
  const given = Object.entries(args).filter(
    ([key, each]) => each !== null && each !== '' && !notInput.test(key),
  )
  const input = ofServer === null ? { ...command, ...Object.fromEntries(given) } : (args['arguments'] ?? {})
  const said = stringIn(args, 'thought') ?? stringIn(args, 'final_thought') ?? ''
  to.call({ call: stringIn(metadata, 'tool_call_id'), name, input, said }, from)
}

/** What all responses so far cost; what came out of a cache is among the prompt. */
function spentSoFar(metrics: JsonObject): TokenUsage | null {
  const { prompt_tokens, completion_tokens, cache_read_tokens, cache_write_tokens } =
    objectIn(metrics, 'accumulated_token_usage') ?? {}
  return statedUsage({
    input: [prompt_tokens],
    output: [completion_tokens],
    cacheRead: [cache_read_tokens],
    cacheWrite: [cache_write_tokens],
    cost: [metrics['accumulated_cost']],
  })
}

function takeObservation(event: JsonObject, to: Conversation): void {
  const observation = stringIn(event, 'observation') ?? ''
  const extras = objectIn(event, 'extras') ?? {}
  if (observation === 'agent_state_changed') {
    const state = stringIn(extras, 'agent_state') ?? ''
    if (/^(?:awaiting_user_input|finished)$/.test(state)) to.endRun(true)
    else if (/^(?:error|rejected|rate_limited)$/.test(state)) to.endRun(false)
    else if (state === 'stopped') to.stop()
    return
  }
  const output = stringIn(event, 'content') ?? ''
  const cause = typeof event['cause'] === 'number' ? String(event['cause']) : stringIn(event, 'cause')
  const call = stringIn(objectIn(event, 'tool_call_metadata') ?? {}, 'tool_call_id')
  to.answer([call, cause], observationOk(observation, output, extras), output)
}

function observationOk(observation: string, output: string, extras: JsonObject): boolean | null {
  switch (observation) {
    case 'error':
    case 'user_rejected':
    case 'timeout':
      return false
    case 'run':
      return exitOk(objectIn(extras, 'metadata')?.['exit_code'] ?? extras['exit_code'])
    case 'edit':
    case 'write':
    case 'read':
      return !/^\s*ERROR\b/.test(output)
    case 'task_tracking':
      return true
    case 'mcp': {
      const result = parsedJson(output)
      const failed = isObject(result) ? result['isError'] : null
      return typeof failed === 'boolean' ? !failed : null
    }
    default:
      return null
  }
}

/** -1 where a command is not over. */
function exitOk(exitCode: unknown): boolean | null {
  return typeof exitCode === 'number' && exitCode !== -1 ? exitCode === 0 : null
}

function takeSdkEvent(event: JsonObject, to: Conversation): void {
  const from = { response: stringIn(event, 'llm_response_id'), spentSoFar: null }
  const answered = [stringIn(event, 'tool_call_id'), stringIn(event, 'action_id')]
  switch (stringIn(event, 'kind')) {
    case 'MessageEvent': {
      const text = textOf(objectIn(event, 'llm_message')?.['content'])
      if (event['source'] === 'user') to.hear(text)
      else if (event['source'] === 'agent') to.say(text, from)
      return
    }
    case 'ActionEvent': {
      const made = objectIn(event, 'tool_call') ?? {}
      const call = stringIn(event, 'tool_call_id') ?? stringIn(made, 'id')
      const name = stringIn(event, 'tool_name') ?? stringIn(made, 'name') ?? ''
      to.call({ call, name, input: sdkInput(event, made), said: textOf(event['thought']) }, from)
      return
    }
    case 'ObservationEvent': {
      const found = objectIn(event, 'observation') ?? {}
      const error = stringIn(found, 'error')
      const output = textOf(found['content']) || (stringIn(found, 'output') ?? error ?? '')
      to.answer(answered, error === null ? sdkOk(found) : false, output)
      return
    }
    case 'AgentErrorEvent':
      to.answer(answered, false, stringIn(event, 'error') ?? '')
      return
    case 'UserRejectObservation':
      to.answer(answered, false, stringIn(event, 'rejection_reason') ?? '')
      return
    case 'Condensation':
      to.compact(stringIn(event, 'summary'))
      return
    case 'PauseEvent':
    case 'InterruptEvent':
      to.stop()
      return
    case 'ConversationErrorEvent':
      to.endRun(false)
  }
}

function textOf(content: unknown): string {
  return textsIn(content).join('\n')
}

/** The action as the program read it; where it could not, the arguments as the model wrote them. */
function sdkInput(event: JsonObject, made: JsonObject): unknown {
  const action = objectIn(event, 'action')
  if (action !== null)
    return Object.fromEntries(Object.entries(action).filter(([key, each]) => key !== 'kind' && each !== null))
  const written = stringIn(made, 'arguments') ?? stringIn(objectIn(made, 'function') ?? {}, 'arguments')
  return written === null ? {} : (parsedJson(written) ?? written)
}

/** A command that failed is no error for the program: its exit code says so. */
function sdkOk(found: JsonObject): boolean | null {
  const kind = stringIn(found, 'kind') ?? ''
  if (found['is_error'] === true || found['error'] === true) return false
  if ('exit_code' in found || /^(?:Terminal|ExecuteBash)/.test(kind))
    return exitOk(found['exit_code'] ?? objectIn(found, 'metadata')?.['exit_code'])
  return found['is_error'] === false || /^(?:TaskTracker|FileEditor|StrReplace)/.test(kind) ? true : null
}
