/** Events of OpenHands until 2025: actions, and observations that answer them. Shapes: docs/sources/openhands.md. */

import { arrayIn, isObject, type JsonObject, momentOf, objectIn, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { type OpenHandsEvent, workedBy } from './event.js'

/** True for an action or an observation that says who it is of, or that has a known kind. */
export function isActionEvent(value: JsonObject): boolean {
  const isAction = stringIn(value, 'action') !== null && objectIn(value, 'args') !== null
  const isObservation =
    stringIn(value, 'observation') !== null &&
    typeof value['content'] === 'string' &&
    objectIn(value, 'extras') !== null
  return (isAction || isObservation) && stringIn(value, 'source') !== null
}

/** Narrows an event; a text says why it can't be read. */
export function readActionEvent(value: JsonObject): OpenHandsEvent | string {
  const { id } = value
  const base = { id: typeof id === 'number' || typeof id === 'string' ? String(id) : null, at: timeOf(value) }
  const action = stringIn(value, 'action')
  const observation = stringIn(value, 'observation')
  if (action !== null) {
    return { ...base, spent: spentBy(objectIn(value, 'llm_metrics')), ...readAction(action, value) }
  }
  return observation === null ? 'no event of OpenHands' : { ...base, ...readObservation(observation, value) }
}

type Kind<Event> = Event extends OpenHandsEvent ? Omit<Event, 'id' | 'at' | 'spent'> : never
type Content = Kind<OpenHandsEvent>

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
const notInput: ReadonlySet<string> = new Set([
  'thought',
  'is_confirmed',
  'confirmation_state',
  'security_risk',
  'hidden',
  'blocking',
  'keep_prompt',
  'impl_source',
  'cwd',
])

/** What came out of a cache is among the prompt. */
function spentBy(metrics: JsonObject | null): TokenUsage | null {
  if (metrics === null) return null
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

function readAction(action: string, value: JsonObject): Content {
  const args = objectIn(value, 'args') ?? {}
  const metadata = objectIn(value, 'tool_call_metadata') ?? {}
  const response = responseIn(metadata)
  if (action === 'message') {
    const text = stringIn(args, 'content') ?? ''
    return stringIn(value, 'source') === 'user'
      ? { kind: 'input', text }
      : { kind: 'message', text, response }
  }
  if (action === 'condensation') {
    return { kind: 'compaction', summary: stringIn(args, 'summary') }
  }
  const own = action === 'call_tool_mcp' || action === 'mcp' ? stringIn(args, 'name') : null
  const name = own ?? stringIn(metadata, 'function_name') ?? tools.get(action)
  if (name === undefined || stringIn(value, 'source') === 'user') {
    return { kind: 'nothing' }
  }
  return {
    kind: 'call',
    text: stringIn(args, 'thought') ?? stringIn(args, 'final_thought') ?? '',
    response,
    call: stringIn(metadata, 'tool_call_id'),
    name,
    input: own === null ? { ...editorCommand(action), ...inputIn(args) } : (args['arguments'] ?? {}),
  }
}

/** The editor is one tool; the action says what it was called for. */
function editorCommand(action: string): JsonObject {
  return action === 'read' ? { command: 'view' } : action === 'write' ? { command: 'create' } : {}
}

function inputIn(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).filter(([name, each]) => each !== null && each !== '' && !notInput.has(name)),
  )
}

/** Calls of one response have the same. */
function responseIn(metadata: JsonObject): string | null {
  const model = objectIn(metadata, 'model_response')
  return model === null ? null : stringIn(model, 'id')
}

/** States of the agent in which it waits for the person, and those in which it broke off. */
const waiting: ReadonlySet<string> = new Set(['awaiting_user_input', 'finished'])
const broken: ReadonlySet<string> = new Set(['error', 'rejected', 'rate_limited'])

function readObservation(observation: string, value: JsonObject): Content {
  const extras = objectIn(value, 'extras') ?? {}
  if (observation === 'agent_state_changed') {
    const state = stringIn(extras, 'agent_state') ?? ''
    return {
      kind: waiting.has(state)
        ? 'waits'
        : state === 'stopped'
          ? 'stopped'
          : broken.has(state)
            ? 'broke-off'
            : 'nothing',
    }
  }
  const metadata = objectIn(value, 'tool_call_metadata') ?? {}
  const { cause } = value
  const call = stringIn(metadata, 'tool_call_id')
  if (call === null && typeof cause !== 'number' && typeof cause !== 'string') {
    return { kind: 'nothing' }
  }
  const output = stringIn(value, 'content') ?? ''
  return {
    kind: 'result',
    call,
    cause: cause === undefined || cause === null ? null : String(cause),
    ok: outcomeOf(observation, output, extras),
    output,
  }
}

function outcomeOf(observation: string, output: string, extras: JsonObject): boolean | null {
  switch (observation) {
    case 'error':
    case 'user_rejected':
    case 'timeout':
      return false
    case 'run':
      return workedBy(objectIn(extras, 'metadata')?.['exit_code'] ?? extras['exit_code'])
    case 'edit':
    case 'write':
    case 'read':
      return !/^\s*ERROR\b/.test(output)
    case 'task_tracking':
      return true
    case 'mcp': {
      const result = nestedJson(output)
      const failed = isObject(result) ? result['isError'] : null
      return typeof failed === 'boolean' ? !failed : null
    }
    default:
      return null
  }
}

/** ISO 8601, without a zone in older files: then it is taken as that of the sea. */
function timeOf(value: JsonObject): Date | null {
  const time = stringIn(value, 'timestamp')
  return time === null ? null : momentWithZone(time)
}

/** The moment that a text names; without a zone, as UTC. */
export function momentWithZone(time: string): Date | null {
  return momentOf(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)
}

/** The texts of a list of contents, or a text. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') {
    return content
  }
  const parts = Array.isArray(content) ? arrayIn({ content }, 'content') : []
  return parts.flatMap((part) => (isObject(part) ? (stringIn(part, 'text') ?? []) : [])).join('\n')
}
