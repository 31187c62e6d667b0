/** Who wrote the texts of a Claude Code message. Shapes: docs/sources/agents.md#claude-code. */

/**
 * What the texts of a user record are: in one case of six no person wrote them.
 * - `words`: a person's, or another agent's; `notification`: a task in the background ended, a peer wrote
 * - `command`: one that the person gave to the program, or a shell command of the person's own
 * - `summary` of what was compacted; `interruption` of the model by the person
 * - `nothing`: the output of commands, notes of the program
 */
export interface UserText {
  readonly kind: 'words' | 'notification' | 'command' | 'summary' | 'interruption' | 'nothing'
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
  if (first === undefined) return { kind: 'nothing', text: '' }
  const [, kind] = beginnings.find(([beginning]) => beginning.test(first)) ?? [null, 'words' as const]
  return { kind, text: kind === 'command' ? commandIn(first) : said.join('\n') }
}

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
