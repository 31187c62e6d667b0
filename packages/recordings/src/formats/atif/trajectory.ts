/** What stands in a trajectory of ATIF, narrowed from JSON to what a reader needs. Shapes: docs/sources/atif.md. */

import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { textIn } from '../chat-messages/blocks.js'

/** In an `extra`: what this project adds to what the standard has words for. */
const ownExtra = 'todo_ledger'

/** What this project's own export says in an `extra`; empty where it says nothing. */
function ownIn(value: JsonObject): JsonObject {
  return objectIn(objectIn(value, 'extra') ?? {}, ownExtra) ?? {}
}

/** What a trajectory says of itself before its steps. */
export interface AtifHead {
  /** Its session's id, or null. */
  readonly session: string | null
  /** The name of its profile, or null. */
  readonly profile: string | null
  /** Its list's goal, or null. */
  readonly goal: string | null
  /** The session that started it, or null. */
  readonly parent: string | null
}

/** Reads what stands before the steps. */
export function headOf(value: JsonObject): AtifHead {
  const own = ownIn(value)
  return {
    session: stringIn(own, 'session') ?? stringIn(value, 'session_id') ?? stringIn(value, 'trajectory_id'),
    profile: stringIn(own, 'profile'),
    goal: stringIn(own, 'goal'),
    parent: stringIn(own, 'parent'),
  }
}

/** The session of a trajectory that is embedded in another one's, or that a step of it names. */
export function childOf(parent: string, value: JsonObject): string | null {
  const own = stringIn(ownIn(value), 'session')
  const id = stringIn(value, 'trajectory_id')
  const path = stringIn(value, 'trajectory_path')
  return (
    own ??
    (id === null ? null : `${parent}/${id}`) ??
    stringIn(value, 'session_id') ??
    path?.replace(/^.*[\\/]|\.json$/g, '') ??
    null
  )
}

/** A call. */
export interface AtifCall {
  /** Its id, or null. */
  readonly id: string | null
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
}

/** What came back of a call. */
export interface AtifResult {
  /** The call that it answers, or null. */
  readonly call: string | null
  /** Whether it worked, as far as the producer says. */
  readonly ok: boolean | null
  /** What came back, as text; null where nothing did. */
  readonly output: string | null
  /** The structured result beside it, or null. */
  readonly details: unknown
  /** The trajectories of sub-agents that it points to. */
  readonly references: readonly JsonObject[]
}

/** A step. */
export interface AtifStep {
  /** Who it is by. */
  readonly source: 'user' | 'agent' | 'system'
  /** When, or null. */
  readonly at: Date | null
  /** What is said. */
  readonly text: string
  /** Its calls. */
  readonly calls: readonly AtifCall[]
  /** What came back. */
  readonly results: readonly AtifResult[]
  /** What the response cost, or null. */
  readonly usage: TokenUsage | null
  /** True where it says that the conversation was compacted. */
  readonly isCompaction: boolean
  /** What this project's own export adds. */
  readonly own: JsonObject
}

const sources = ['user', 'agent', 'system'] as const

/** Narrows a step; a text says why it can't be read. */
export function readStep(value: JsonObject): AtifStep | string {
  const source = sources.find((each) => each === value['source'])
  if (source === undefined) return 'a step without a source that is known'
  const metrics = objectIn(value, 'metrics') ?? {}
  const context = objectIn(objectIn(value, 'extra') ?? {}, 'context_management')
  return {
    source,
    at: momentOf(value['timestamp']),
    text: textIn(value['message']),
    calls: objectsOf(arrayIn(value, 'tool_calls')).map(callOf),
    results: objectsOf(arrayIn(objectIn(value, 'observation') ?? {}, 'results')).map(resultOf),
    usage: statedUsage({
      input: [metrics['prompt_tokens']],
      output: [metrics['completion_tokens']],
      cacheRead: [metrics['cached_tokens']],
      cost: [metrics['cost_usd']],
    }),
    isCompaction: source === 'system' && context !== null && context['type'] === 'compaction',
    own: ownIn(value),
  }
}

function callOf(value: JsonObject): AtifCall {
  const given = value['arguments'] ?? {}
  const isBare = ownIn(value)['bare'] === true
  return {
    id: stringIn(value, 'tool_call_id'),
    name: stringIn(value, 'function_name') ?? '',
    input: isBare ? objectIn(value, 'arguments')?.['input'] : given,
  }
}

function resultOf(value: JsonObject): AtifResult {
  const { content = null } = value
  return {
    call: stringIn(value, 'source_call_id'),
    ok: outcomeOf(value, typeof content === 'string' ? content : ''),
    output: content === null ? null : textIn(content),
    details: ownIn(value)['details'] ?? null,
    references: objectsOf(arrayIn(value, 'subagent_trajectory_ref')),
  }
}

/** The line that Harbor's converter of Claude Code adds to what failed. */
const saysFailed = /(?:^|\n)\[error\] tool reported failure\s*$/

/** The standard has no field for it, so each producer says it in its own way. */
function outcomeOf(result: JsonObject, content: string): boolean | null {
  const extra = objectIn(result, 'extra') ?? {}
  const stated = ownIn(result)['ok'] ?? extra['ok']
  if (typeof stated === 'boolean') return stated
  const failed = extra['is_error'] ?? extra['tool_result_is_error']
  if (typeof failed === 'boolean') return !failed
  const { status } = extra
  if (typeof status === 'string' && /^(?:error|failed|failure)$/i.test(status)) return false
  if (typeof status === 'string' && /^(?:success|ok)$/i.test(status)) return true
  const code = extra['exit_code'] ?? extra['return_code'] ?? extra['returncode']
  if (code === 0) return true
  return saysFailed.test(content) ? false : null
}
