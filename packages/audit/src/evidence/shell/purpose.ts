/** The words in which the tables of programs say what a command is for. Types only. */

import type { CheckKind } from '../calls/call-description.js'

/** What running a program is for: a kind of check, or what it does where it checks nothing. */
export type Purpose = CheckKind | 'read' | 'write' | 'execute'

/**
 * The subcommands of one program by what they are for, written with spaces between. A subcommand of two words is
 * joined by `.`; an option such as `--version` counts wherever it stands; `*` is any other subcommand, `-` is none.
 */
export type ProgramUses = {
  /** Its options in front of the subcommand that take a value. */
  readonly valued?: string
} & { readonly [purpose in Purpose]?: string }
