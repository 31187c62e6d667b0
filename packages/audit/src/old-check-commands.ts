/** The commands with which a session checked its work: what a person, or the model, runs to settle a doubt. */

import type { CheckKind, CommandDescription } from './evidence/calls/call-description.js'
import type { CallWork, Work } from './evidence/work/work.js'

/** The checks of a suite, the first that answers "does it work?" first. */
const suites: readonly CheckKind[] = ['test', 'build', 'typecheck', 'lint']

const longest = 120

/** Finds commands among a session's work, looked through once. */
export class CheckCommands {
  readonly #commands = new Map<CheckKind, string>()

  /** @param work the session's work; of each kind of check the last whole run counts, or else the last of a part */
  constructor(work: readonly Work[]) {
    const whole = new Set<CheckKind>()
    for (const piece of work) {
      if (piece.kind !== 'call') continue
      for (const command of piece.description.commands) {
        const line = lineOf(command, piece)
        if (line === null) continue
        const isWhole = command.filter === null
        for (const kind of command.checks) {
          if (whole.has(kind) && !isWhole) continue
          this.#commands.set(kind, line)
          if (isWhole) whole.add(kind)
        }
      }
    }
  }

  /**
   * The command of the last check of an item; else that of the first of these kinds that the session ran, of any suite
   * where no kind is named; else null.
   */
  commandFor(checks: readonly CheckKind[], last: CallWork | null): string | null {
    const own = last?.description.commands
      .map((command) => lineOf(command, last))
      .find((line) => line !== null)
    if (own !== undefined) return own
    for (const kind of checks.length === 0 ? suites : checks) {
      const command = this.#commands.get(kind)
      if (command !== undefined) return command
    }
    return null
  }
}

/** What runs a tool of the project: descriptions look through it, whoever types the command needs it. */
const launcher =
  /(?:^|[\s;&|(])((?:npx(?: -y| --yes)?|bunx|(?:pnpm|yarn)(?: exec| dlx)?|(?:uv|poetry|pipenv|hatch|rye|mise) run|bundle exec|python3? -m) )$/

/** What a shell replaces where it is not quoted, and nobody knows any more whether it was. */
const replaceable = /[$`*?[{<>\\]/

/** What is not shown as it is, so that it can't be typed as it was. */
const unshown = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/**
 * A check as it can be typed; null where it would not be the same command. Only the check itself: what else stood in
 * its line is not repeated to anybody.
 */
function lineOf({ words, verify }: CommandDescription, { label }: CallWork): string | null {
  if (!verify || words.some((word) => replaceable.test(word) || unshown.test(word))) return null
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
