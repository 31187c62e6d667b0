/** The commands with which a session checked its work: what a person, or the model, runs to settle a doubt. */

import type { CommandDescription } from './facts/calls/call.js'
import type { CallWork, Work } from './facts/work/work.js'

const longest = 120

/** Finds commands among a session's work: of each kind of check the last whole run, or else the last of a part. */
export class CheckCommands {
  readonly #commands = new Map<string, string>()
  readonly #whole = new Set<string>()
  #known = 0

  /** Takes in what came since the last time. */
  follow(work: readonly Work[]): void {
    for (; this.#known < work.length; this.#known += 1) {
      const piece = work[this.#known]
      if (piece?.kind === 'call') this.#take(piece)
    }
  }

  /** The command that ran a check of a kind; null where the log shows none that can be typed again. */
  commandFor(check: string): string | null {
    return this.#commands.get(check) ?? null
  }

  #take(call: CallWork): void {
    for (const command of call.description.commands) {
      const line = command.opaque || command.dry ? null : lineOf(command, call)
      if (line === null) continue
      const isWhole = command.filter === null
      for (const kind of command.checks) {
        if (this.#whole.has(kind) && !isWhole) continue
        this.#commands.set(kind, line)
        if (isWhole) this.#whole.add(kind)
      }
    }
  }
}

/** What runs a tool of the project: descriptions look through it, whoever types the command needs it. */
const launcher =
  /(?:^|[\s;&|(])((?:npx(?: -y| --yes)?|bunx|(?:pnpm|yarn)(?: exec| dlx)?|(?:uv|poetry|pipenv|hatch|rye|mise) run|bundle exec|python3? -m) )$/

/** What a shell replaces where it is not quoted, and nobody knows any more whether it was. */
const replaceable = /[$`*?[{<>\\]/

/** What is not shown as it is, so that it can't be typed as it was. */
const unshown = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** A check as it can be typed; null where it would not be the same command, or where nobody would run it again. */
function lineOf({ words, verify }: CommandDescription, { label }: CallWork): string | null {
  if (!verify || words.some((word) => replaceable.test(word) || unshown.test(word))) return null
  if (words.some((word) => /^(?:-e|-c|--eval|--version|-p|--print)$/u.test(word))) return null
  const at = label.indexOf(words.slice(0, 2).join(' '))
  const before = at < 0 ? '' : (launcher.exec(label.slice(0, at))?.[1] ?? '')
  const line =
    before + words.map((word) => (/^[\w@%+=:,./^~-]+$/.test(word) ? word : quotedWord(word))).join(' ')
  return line.length > longest ? null : line
}

/** A word in single quotes, as shells read it. */
function quotedWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
