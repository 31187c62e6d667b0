/** The content of a Claude Code message: texts, calls, and the results of calls. */

import { isObject, type JsonObject, objectsOf, stringIn } from '../../json-value.js'

/** A tool call in a model response. */
export interface ModelCall {
  /** Its id, or null where the record gives none that names it. */
  readonly call: string | null
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
}

/** What came of a call. */
export interface ToolOutcome {
  /** The call's id, or null where the record gives none that names it. */
  readonly call: string | null
  /** Whether it worked; null where it is not said and a text stands in place of the structured result. */
  readonly ok: boolean | null
  /** What came back, as text. */
  readonly output: string
  /** The structured result beside it, or null. */
  readonly details: unknown
}

/** The texts of a message's content, blank ones left out; an image or a document as its name in brackets. */
export function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') {
    return content.trim() === '' ? [] : [content]
  }
  return Array.isArray(content) ? objectsOf(content).flatMap((block) => blockText(block) ?? []) : []
}

/** The calls of a message's content. */
export function callsOf(content: unknown): readonly ModelCall[] {
  const blocks = Array.isArray(content) ? objectsOf(content) : []
  return blocks
    .filter((block) => block['type'] === 'tool_use')
    .map((block) => ({
      call: callId(block, 'id'),
      name: stringIn(block, 'name') ?? '',
      input: block['input'] ?? {},
    }))
}

/**
 * The results in a message's content.
 * @param content the content; @param result the record's `toolUseResult`, which stands for the only result in it
 */
export function outcomesOf(content: unknown, result: unknown): readonly ToolOutcome[] {
  const blocks = Array.isArray(content)
    ? objectsOf(content).filter((block) => block['type'] === 'tool_result')
    : []
  return blocks.map((block) => {
    const details = blocks.length === 1 ? (result ?? null) : null
    return {
      call: callId(block, 'tool_use_id'),
      ok: worked(block, details),
      output: outputOf(block, details),
      details,
    }
  })
}

/** Recordings that were scrubbed have one word for all ids; it names nothing. */
function callId(block: JsonObject, field: string): string | null {
  const id = stringIn(block, field)
  return id === 'REDACTED' ? null : id
}

function worked(block: JsonObject, details: unknown): boolean | null {
  // A command that was cut off ran, but not to its end, whatever else is said of it.
  if (isCutOff(details)) {
    return false
  }
  if (typeof block['is_error'] === 'boolean') {
    return !block['is_error']
  }
  if (typeof block['content'] === 'string' && block['content'].startsWith('<tool_use_error>')) {
    return false
  }
  return typeof details === 'string' ? null : true
}

function isCutOff(details: unknown): boolean {
  return isObject(details) && details['interrupted'] === true
}

/** The result's text; where it has none, what a shell printed, and what the product says of its exit code and its end. */
function outputOf(block: JsonObject, details: unknown): string {
  const content = block['content']
  const text = typeof content === 'string' ? content : textsOf(content).join('\n')
  if (!isObject(details)) {
    return text === '' && typeof details === 'string' ? details : text
  }
  const printed = ['stdout', 'stderr', 'returnCodeInterpretation'].flatMap(
    (field) => stringIn(details, field) || [],
  )
  const shown = text === '' ? printed.join('\n') : text
  const isSaid = !isCutOff(details) || /interrupted|aborted/i.test(shown)
  return isSaid ? shown : `${shown}\n[Command interrupted]`.trimStart()
}

function blockText(block: JsonObject): string | null {
  switch (block['type']) {
    case 'text': {
      const text = stringIn(block, 'text')
      return text === null || text.trim() === '' ? null : text
    }
    case 'image':
    case 'document':
      return `[${block['type']}]`
    case 'tool_reference':
      return stringIn(block, 'tool_name')
    default:
      return null
  }
}
