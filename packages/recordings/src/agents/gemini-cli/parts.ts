/** What Gemini CLI and its forks have in common: the parts of messages, and what a shell printed. */

import { isObject, objectsOf, stringIn } from '../../json.js'

/** A text, or parts of which some are the model's thoughts, which are said to nobody. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? objectsOf(content) : isObject(content) ? [content] : []
  return parts.flatMap((part) => (part['thought'] === true ? [] : (stringIn(part, 'text') ?? []))).join('')
}

/** A shell call is a success for the program whatever the command ended with: its exit code stands in the text. */
export function isFailedCommand(tool: string, output: string): boolean {
  const code = /(?:^|\n)Exit Code: (-?\d{1,10})\b/.exec(output.slice(-2000))?.[1]
  return tool === 'run_shell_command' && code !== undefined && Number(code) !== 0
}
