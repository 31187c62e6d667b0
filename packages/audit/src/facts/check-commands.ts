/** The commands with which a session checked its work: what a person, or the model, runs to settle a doubt. */

import type { CommandDescription } from './calls/call.js'
import type { CallWork, Work } from './work/work.js'

const longest = 120

/** Finds commands among a session's work: of each kind of check the last whole run, or else the last of a part. */
export class CheckCommands {
  readonly #commands = new Map<string, { readonly line: string; readonly isWhole: boolean }>()
  #known = 0

  /** Takes in what came since the last time. */
  follow(work: readonly Work[]): void {
    for (const piece of work.slice(this.#known))
      if (piece.kind === 'call') for (const command of piece.description.commands) this.#take(command, piece)
    this.#known = work.length
  }

  /** The command that ran a check of a kind; null where the log shows none that can be typed again. */
  commandFor(check: string): string | null {
    return this.#commands.get(check)?.line ?? null
  }

  #take(command: CommandDescription, call: CallWork): void {
    const line = command.opaque || command.dry ? null : lineOf(command, call)
    const isWhole = command.filter === null
    if (line !== null)
      for (const kind of command.checks)
        if (isWhole || this.#commands.get(kind)?.isWhole !== true) this.#commands.set(kind, { line, isWhole })
  }
}

/** What runs a tool of the project: descriptions look through it, whoever types the command needs it. */
const launcher =
  /(?:^|[\s;&|(])((?:npx(?: -y| --yes)?|bunx|(?:pnpm|yarn)(?: exec| dlx)?|(?:uv|poetry|pipenv|hatch|rye|mise) run|bundle exec|python3? -m) )$/

/** What a shell replaces where it is not quoted, and what is not shown as it is. */
const untypable = /[$`*?[{<>\\\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** A check as it can be typed; null where it would not be the same command, or where nobody would run it again. */
function lineOf({ words, verify }: CommandDescription, { label }: CallWork): string | null {
  if (!verify || words.some((word) => untypable.test(word))) return null
  if (words.some((word) => /^(?:-e|-c|--eval|--version|-p|--print)$/u.test(word))) return null
  const at = label.indexOf(words.slice(0, 2).join(' '))
  const before = at < 0 ? '' : (launcher.exec(label.slice(0, at))?.[1] ?? '')
  const quoted = words.map((word) =>
    /^[\w@%+=:,./^~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  )
  const line = before + quoted.join(' ')
  return line.length > longest ? null : line
}
