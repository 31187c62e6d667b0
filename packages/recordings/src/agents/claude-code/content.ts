/** The content of a Claude Code message: its texts, and what came of calls. Hooks load it, so it stands apart. Shapes: docs/sources/agents.md#claude-code. */

import { isObject, type JsonObject, objectsOf, stringIn } from '../../json.js'

/** The blocks of a message's content; a text is a block of itself. */
export function blocksOf(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? objectsOf(content) : []
}

/** The texts of a message's content, blank ones left out; an image or a document as its name in brackets. */
export function textsOf(content: unknown): readonly string[] {
  return blocksOf(content).flatMap((block) => {
    const { type } = block
    if (type === 'tool_reference') return stringIn(block, 'tool_name') ?? []
    if (type === 'image' || type === 'document') return [`[${type}]`]
    const text = type === 'text' ? stringIn(block, 'text') : null
    return text === null || text.trim() === '' ? [] : [text]
  })
}

/**
 * Whether a call worked. A tool of the product gives an object in `toolUseResult`; a text in its place says why the call
 * was refused.
 */
export function worked(block: JsonObject, details: unknown, tool: string): boolean {
  // A command that was cut off ran, but not to its end, whatever else is said of it.
  if (isCutOff(details)) return false
  const { is_error: isError, content } = block
  if (typeof isError === 'boolean') return !isError
  if (typeof content === 'string' && content.startsWith('<tool_use_error>')) return false
  return typeof details !== 'string' || tool.startsWith('mcp__')
}

/** A result's text; where it has none, what a shell printed, and what the product says of its exit code and its end. */
export function outputOf({ content }: JsonObject, details: unknown): string {
  const text = typeof content === 'string' ? content : textsOf(content).join('\n')
  if (!isObject(details)) return text === '' && typeof details === 'string' ? details : text
  const printed = ['stdout', 'stderr', 'returnCodeInterpretation'].flatMap(
    (field) => stringIn(details, field) ?? [],
  )
  const shown = text === '' ? printed.join('\n') : text
  const isSaid = !isCutOff(details) || /interrupted|aborted/i.test(shown)
  return isSaid ? shown : `${shown}\n[Command interrupted]`.trimStart()
}

function isCutOff(details: unknown): boolean {
  return isObject(details) && details['interrupted'] === true
}
