/** The calls in a rollout's items: functions, custom tools, the shell, and what runs at the model's provider. */

import { isObject, type JsonObject, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'

/** A call of the model. */
export interface CallRecord {
  /** The kind of record. */
  readonly kind: 'call'
  /** The id of the call, or null. */
  readonly call: string | null
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
  /** True where it ran at the model's provider, inside the response: no output follows. */
  readonly isDone: boolean
  /** Of a call that is done: whether it worked, or null. */
  readonly ok: boolean | null
}

/** The call that an item holds; null where it holds none. */
export function callOfItem(type: string, item: JsonObject): CallRecord | null {
  const call = stringIn(item, 'call_id') ?? (type === 'local_shell_call' ? stringIn(item, 'id') : null)
  const made = { kind: 'call', call, isDone: false, ok: null } as const
  switch (type) {
    case 'function_call':
      return { ...made, name: nameOf(item), input: inputOf(item['arguments']) }
    case 'custom_tool_call':
      return { ...made, name: nameOf(item), input: customInput(item['input']) }
    case 'local_shell_call':
      return { ...made, name: 'local_shell', input: item['action'] ?? {} }
    case 'tool_search_call':
      return { ...made, name: 'tool_search', input: inputOf(item['arguments']) }
    case 'web_search_call':
      return { ...made, name: 'web_search', input: item['action'] ?? {}, ...done(item) }
    case 'image_generation_call':
      return {
        ...made,
        name: 'image_generation',
        input: { prompt: stringIn(item, 'revised_prompt') },
        ...done(item),
      }
    default:
      return null
  }
}

function done(item: JsonObject): { readonly call: null; readonly isDone: true; readonly ok: boolean | null } {
  const status = stringIn(item, 'status')
  return { call: null, isDone: true, ok: status === 'completed' ? true : status === 'failed' ? false : null }
}

/** Tools of an MCP server are named with it: `mcp__server__tool`. */
function nameOf(item: JsonObject): string {
  const name = stringIn(item, 'name') ?? ''
  const space = stringIn(item, 'namespace') ?? ''
  return !space.startsWith('mcp__') || name.startsWith(space)
    ? name
    : `${space}${space.endsWith('__') ? '' : '__'}${name}`
}

/** Arguments are JSON in a text; what is none stays a text. */
function inputOf(held: unknown): unknown {
  return typeof held === 'string' ? (nestedJson(held) ?? held) : isObject(held) ? held : {}
}

function customInput(held: unknown): unknown {
  return typeof held === 'string' ? { input: held } : (held ?? {})
}
