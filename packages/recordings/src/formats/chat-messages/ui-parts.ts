/**
 * Messages as the AI SDK keeps them for a page (`UIMessage`), as its messages for a model, which hold the same. Sources:
 * `packages/ai/src/ui/ui-messages.ts` and `convert-to-model-messages.ts` of vercel/ai; of version 4 `toolInvocations`.
 *
 * One message of the assistant holds all responses to an input: a `step-start` begins the next one; where there are
 * none, what is said after a call. A part of a call holds its result: `tool-<name>`, `dynamic-tool`, `tool-invocation`.
 */

import { arrayIn, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'

/** A call with what came of it. */
interface ToolPart {
  readonly call: JsonObject
  /** Null where it has not returned. */
  readonly result: JsonObject | null
}

/** The messages for a model that a message for a page stands for; null for a message of any other kind. */
export function messagesOfParts(value: JsonObject): readonly JsonObject[] | null {
  const { role } = value
  const parts = partsOf(value)
  if (parts === null || (role !== 'user' && role !== 'assistant' && role !== 'system')) {
    return null
  }
  const { parts: _, toolInvocations: __, ...rest } = value
  if (role !== 'assistant') {
    return [{ ...rest, content: parts }]
  }
  return stepsOf(parts).flatMap((step, index) => messagesOfStep(rest, step, index + 1))
}

/** The parts; where version 4 has the calls in a field of their own, they come before what is said. */
function partsOf(value: JsonObject): readonly JsonObject[] | null {
  const { parts } = value
  if (Array.isArray(parts)) {
    const all = objectsOf(parts)
    return all.length === parts.length && all.every((part) => stringIn(part, 'type') !== null) ? all : null
  }
  const calls = objectsOf(arrayIn(value, 'toolInvocations'))
  const areNamed = calls.length > 0 && calls.every((call) => stringIn(call, 'toolName') !== null)
  const made = calls.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation }))
  return areNamed ? [...made, { type: 'text', text: stringIn(value, 'content') ?? '' }] : null
}

/** The parts of each response. */
function stepsOf(parts: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const hasBorders = parts.some((part) => part['type'] === 'step-start')
  const steps: JsonObject[][] = [[]]
  let hasCall = false
  for (const part of parts) {
    const isNext = hasBorders ? part['type'] === 'step-start' : hasCall && part['type'] === 'text'
    if (isNext) {
      steps.push([])
      hasCall = false
    }
    hasCall ||= toolPart(part) !== null
    steps.at(-1)?.push(part)
  }
  return steps.filter((step) =>
    step.some((part) => toolPart(part) !== null || stringIn(part, 'text') !== null),
  )
}

function messagesOfStep(
  rest: JsonObject,
  step: readonly JsonObject[],
  number: number,
): readonly JsonObject[] {
  const id = stringIn(rest, 'id')
  const own = id === null ? {} : { id: number === 1 ? id : `${id} step ${number}` }
  const tools = step.flatMap((part) => toolPart(part) ?? [])
  const said = step.filter((part) => part['type'] === 'text')
  const results = tools.flatMap(({ result }) => result ?? [])
  const response = { ...rest, ...own, content: [...said, ...tools.map(({ call }) => call)] }
  const { id: _, ...unnamed } = rest
  return [response, ...(results.length === 0 ? [] : [{ ...unnamed, role: 'tool', content: results }])]
}

/** The call in a part; null where it holds none, or the model had not written it to its end. */
function toolPart(part: JsonObject): ToolPart | null {
  const type = stringIn(part, 'type') ?? ''
  const made = type === 'tool-invocation' ? objectIn(part, 'toolInvocation') : part
  const toolName = /^(?:dynamic-tool|tool-invocation)$/.test(type)
    ? stringIn(made ?? {}, 'toolName')
    : /^tool-(?!call$|result$|error$)./.test(type)
      ? type.slice('tool-'.length)
      : null
  if (
    made === null ||
    toolName === null ||
    /^(?:input-streaming|partial-call)$/.test(stringIn(made, 'state') ?? '')
  ) {
    return null
  }
  const base = { toolCallId: made['toolCallId'], toolName }
  const input = made['input'] ?? made['args'] ?? made['rawInput'] ?? {}
  return { call: { ...base, type: 'tool-call', input }, result: resultOf(made, base) }
}

function resultOf(made: JsonObject, base: JsonObject): JsonObject | null {
  const { state, output, result } = made
  switch (state) {
    case 'output-available': {
      const kind = typeof output === 'string' ? 'text' : 'json'
      return { ...base, type: 'tool-result', output: { type: kind, value: output } }
    }
    case 'output-error':
    case 'output-denied': {
      const value = stringIn(made, 'errorText') ?? (state === 'output-denied' ? 'The call was denied.' : '')
      return { ...base, type: 'tool-result', output: { type: 'error-text', value } }
    }
    case 'result':
      return {
        ...base,
        type: 'tool-result',
        result: result ?? '',
      }
    default:
      return null
  }
}
