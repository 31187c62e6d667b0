/** The content of a Claude Code message: texts, who wrote them, and what came of calls. Shapes: docs/sources/agents.md#claude-code. */

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

/**
 * What the texts of a user record are: in one case of six no person wrote them.
 * - `words`: a person's, or another agent's; `notification`: a task in the background ended, a peer wrote
 * - `command`: one that the person gave to the program, or a shell command of the person's own
 * - `reminder` of the todo list; `summary` of what was compacted; `interruption` of the model by the person
 * - `nothing`: the output of commands, notes of the program
 */
export interface UserText {
  readonly kind: 'words' | 'notification' | 'command' | 'reminder' | 'summary' | 'interruption' | 'nothing'
  readonly text: string
}

const beginnings: readonly (readonly [RegExp, UserText['kind']])[] = [
  [/^\[Request interrupted/, 'interruption'],
  [/^<(?:task-notification>|teammate-message)/, 'notification'],
  [/^<(?:command-(?:name|message)|bash-input)>/, 'command'],
  [/^<(?:local-command-|bash-)/, 'nothing'],
  [/^This session is being continued from a previous conversation/, 'summary'],
]

/** How far into a text something of the program's is looked for. */
const headLength = 4000

/** Says what the texts of one user record are; the first that is not the program's own note decides. */
export function readUserTexts(texts: readonly string[]): UserText {
  const said = texts.filter((text) => !isNote(text))
  const first = said[0]?.trimStart()
  if (first === undefined) {
    const reminder = texts.find((text) => remindsOfTodos.test(text.slice(0, headLength)))
    return reminder === undefined ? { kind: 'nothing', text: '' } : { kind: 'reminder', text: reminder }
  }
  const [, kind] = beginnings.find(([beginning]) => beginning.test(first)) ?? [null, 'words' as const]
  return { kind, text: kind === 'command' ? commandIn(first) : said.join('\n') }
}

const remindsOfTodos = /\b(?:TodoWrite|TaskCreate|TaskUpdate|task tools|todo list)\b/i

/** A note that the program puts beside a person's words: a reminder, or what the person's editor shows. */
function isNote(text: string): boolean {
  return /^\s*<(?:system-reminder>|ide_)/.test(text.slice(0, 200))
}

function commandIn(text: string): string {
  if (text.startsWith('<bash-input>')) return `!${inTag(text, 'bash-input') ?? ''}`
  return ['command-name', 'command-args'].flatMap((tag) => inTag(text, tag) ?? []).join(' ')
}

/** The text between a tag and its end at the beginning of a text, trimmed; null where there is none. */
export function inTag(text: string, tag: string): string | null {
  const head = text.slice(0, headLength)
  const start = head.indexOf(`<${tag}>`)
  const end = start === -1 ? -1 : head.indexOf(`</${tag}>`, start)
  return (end === -1 ? '' : head.slice(start + tag.length + 2, end).trim()) || null
}
