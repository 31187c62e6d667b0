/** What came of Claude Code's calls, and the texts of its messages. Hooks load it, so it stands apart. Shapes: docs/sources/agents.md#claude-code. */

import { textsIn } from '../../content-texts.js'
import { isObject, type JsonObject, stringIn } from '../../json.js'

export { textsIn }

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
  const text = typeof content === 'string' ? content : textsIn(content).join('\n')
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
