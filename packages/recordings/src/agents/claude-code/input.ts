/** What a text in a user record is: in one case of six no person wrote it. Source: docs/sources/claude-code.md. */

/** What a text in a user record is. */
export type UserText =
  | {
      /** A person's words, or another agent's. */
      readonly kind: 'words'
      /** The words, without what the program put around them. */
      readonly text: string
    }
  | {
      /** A notification from outside: a task in the background ended, a peer wrote. */
      readonly kind: 'notification'
      /** The notification. */
      readonly text: string
      /** The id of the task that it names, or null. */
      readonly task: string | null
      /** The call that started the task, or null. */
      readonly call: string | null
    }
  | {
      /** A command that the person gave to the program, or a shell command of the person's own. */
      readonly kind: 'command'
      /** The command as the person typed it. */
      readonly text: string
    }
  | {
      /** A reminder of the todo list. */
      readonly kind: 'reminder'
      /** The reminder. */
      readonly text: string
    }
  | {
      /** The summary of what was compacted. */
      readonly kind: 'summary'
      /** The summary. */
      readonly text: string
    }
  | {
      /** The person cut the model off; or output of commands, or nothing. */
      readonly kind: 'interruption' | 'nothing'
    }

/** How far into a text its tags are looked for. */
const headLength = 4000

/** Says what the texts of one user record are; the first that is not the program's own note decides. */
export function readUserTexts(texts: readonly string[]): UserText {
  const reminder = texts.find((text) => isNote(text) && remindsOfTodos(text))
  const said = texts.filter((text) => !isNote(text))
  const first = said[0]?.trimStart()
  if (first === undefined) {
    return reminder === undefined ? { kind: 'nothing' } : { kind: 'reminder', text: reminder }
  }
  const text = said.join('\n')
  const head = first.slice(0, headLength)
  if (head.startsWith('[Request interrupted')) {
    return { kind: 'interruption' }
  }
  if (head.startsWith('<task-notification>') || head.startsWith('<teammate-message')) {
    return { kind: 'notification', text, task: inTag(head, 'task-id'), call: inTag(head, 'tool-use-id') }
  }
  if (head.startsWith('<command-name>') || head.startsWith('<command-message>')) {
    const typed = [inTag(head, 'command-name'), inTag(head, 'command-args')]
    return { kind: 'command', text: typed.filter((part) => part !== null).join(' ') }
  }
  if (head.startsWith('<bash-input>')) {
    return { kind: 'command', text: `!${inTag(head, 'bash-input') ?? ''}` }
  }
  if (head.startsWith('<local-command-') || head.startsWith('<bash-')) {
    return { kind: 'nothing' }
  }
  if (head.startsWith('This session is being continued from a previous conversation')) {
    return { kind: 'summary', text }
  }
  return { kind: 'words', text }
}

/** A note that the program puts beside a person's words: a reminder, or what the person's editor shows. */
function isNote(text: string): boolean {
  const head = text.slice(0, 200).trimStart()
  return head.startsWith('<system-reminder>') || head.startsWith('<ide_')
}

function remindsOfTodos(text: string): boolean {
  return /\b(?:TodoWrite|TaskCreate|TaskUpdate|task tools|todo list)\b/i.test(text.slice(0, headLength))
}

/** The text between a tag and its end, trimmed; null where there is none. */
function inTag(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`)
  const end = start === -1 ? -1 : text.indexOf(`</${tag}>`, start)
  const inside = end === -1 ? '' : text.slice(start + tag.length + 2, end).trim()
  return inside === '' ? null : inside
}
