/** Events of OpenHands' software-agent SDK: `kind` says what they are. Shapes: docs/sources/openhands.md. */

import { type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { momentWithZone, textOfContent } from './action-events.js'
import { type OpenHandsEvent, workedBy } from './event.js'

const kinds = /^(?:\w+Event|Condensation\w*|UserRejectObservation)$/

/** True for an event whose kind is one of the SDK's. */
export function isKindEvent(value: JsonObject): boolean {
  const kind = stringIn(value, 'kind')
  return kind !== null && kinds.test(kind) && stringIn(value, 'source') !== null
}

type Kind<Event> = Event extends OpenHandsEvent ? Omit<Event, 'id' | 'at' | 'spent'> : never

/** Narrows an event. */
export function readKindEvent(value: JsonObject): OpenHandsEvent {
  const time = stringIn(value, 'timestamp')
  const base = { id: stringIn(value, 'id'), at: time === null ? null : momentWithZone(time) }
  return { ...base, ...contentOf(value) }
}

function contentOf(value: JsonObject): Kind<OpenHandsEvent> {
  switch (stringIn(value, 'kind')) {
    case 'MessageEvent':
      return readMessage(value)
    case 'ActionEvent':
      return readCall(value)
    case 'ObservationEvent':
      return readResult(value)
    case 'AgentErrorEvent':
      return { ...answered(value), ok: false, output: stringIn(value, 'error') ?? '' }
    case 'UserRejectObservation':
      return { ...answered(value), ok: false, output: stringIn(value, 'rejection_reason') ?? '' }
    case 'Condensation':
      return { kind: 'compaction', summary: stringIn(value, 'summary') }
    case 'PauseEvent':
    case 'InterruptEvent':
      return { kind: 'stopped' }
    case 'ConversationErrorEvent':
      return { kind: 'broke-off' }
    default:
      return { kind: 'nothing' }
  }
}

function readMessage(value: JsonObject): Kind<OpenHandsEvent> {
  const text = textOfContent(objectIn(value, 'llm_message')?.['content'])
  switch (stringIn(value, 'source')) {
    case 'user':
      return { kind: 'input', text }
    case 'agent':
      return { kind: 'message', text, response: stringIn(value, 'llm_response_id') }
    default:
      return { kind: 'nothing' }
  }
}

function readCall(value: JsonObject): Kind<OpenHandsEvent> {
  const made = objectIn(value, 'tool_call') ?? {}
  return {
    kind: 'call',
    text: textOfContent(value['thought']),
    response: stringIn(value, 'llm_response_id'),
    call: stringIn(value, 'tool_call_id') ?? stringIn(made, 'id'),
    name: stringIn(value, 'tool_name') ?? stringIn(made, 'name') ?? '',
    input: inputOf(value, made),
  }
}

/** The action as the program read it; where it could not, the arguments as the model wrote them. */
function inputOf(value: JsonObject, made: JsonObject): unknown {
  const action = objectIn(value, 'action')
  if (action !== null) {
    return Object.fromEntries(
      Object.entries(action).filter(([name, each]) => name !== 'kind' && each !== null),
    )
  }
  const written = stringIn(made, 'arguments') ?? stringIn(objectIn(made, 'function') ?? {}, 'arguments')
  return written === null ? {} : (nestedJson(written) ?? written)
}

function answered(value: JsonObject): {
  readonly kind: 'result'
  readonly call: string | null
  readonly cause: string | null
} {
  return { kind: 'result', call: stringIn(value, 'tool_call_id'), cause: stringIn(value, 'action_id') }
}

function readResult(value: JsonObject): Kind<OpenHandsEvent> {
  const found = objectIn(value, 'observation') ?? {}
  const output = textOfContent(found['content']) || (stringIn(found, 'output') ?? '')
  const error = stringIn(found, 'error')
  return {
    ...answered(value),
    ok: outcomeOf(found, error),
    output: output === '' ? (error ?? '') : output,
  }
}

/** A command that failed is no error for the program: its exit code says so. */
function outcomeOf(found: JsonObject, error: string | null): boolean | null {
  if (found['is_error'] === true || found['error'] === true || error !== null) {
    return false
  }
  if ('exit_code' in found || /^(?:Terminal|ExecuteBash)/.test(stringIn(found, 'kind') ?? '')) {
    return workedBy(found['exit_code'] ?? objectIn(found, 'metadata')?.['exit_code'])
  }
  return found['is_error'] === false ||
    /^(?:TaskTracker|FileEditor|StrReplace)/.test(stringIn(found, 'kind') ?? '')
    ? true
    : null
}
