/** How a tool is recognised, and which lines say how it came out. */

import type { CheckKind, CommandDescription } from '../calls/call.js'
import { wordSet } from '../shell/words.js'

/** Tried on single lines: one of them is enough. */
export type Patterns = RegExp | readonly RegExp[]

/**
 * One family of tools. Each pattern is tried on single lines, cut to a thousand characters, and must be linear: every
 * repetition is bounded or anchored.
 */
export interface ToolForm {
  readonly id: string
  /** What it checks, the kind first that is meant where only its output is seen; none where what it does is no check. */
  readonly kinds: readonly CheckKind[]
  /** The programs by which it is run, with spaces between; only where they run a check of its kinds. */
  readonly programs?: string
  /** Says more of a command that runs it, where the program alone does not say it. */
  readonly command?: (command: CommandDescription) => boolean
  /** True where its words count only behind a command that runs it, because others print the same. */
  readonly own?: true
  /** Lines in which it sums up, with counts. */
  readonly summary?: Patterns
  /** Lines in which it sums up that all is well, and counts nothing bad. */
  readonly success?: Patterns
  /** Lines in which it sums up that it failed. */
  readonly failed?: Patterns
  /** Single lines that only a failed run prints; its own summary outweighs them. */
  readonly marks?: Patterns
  /** Lines in which it says that there was nothing to check. */
  readonly nothing?: Patterns
  /** Lines in which it says that it stopped before all was run. */
  readonly partial?: Patterns
  /** Lines in which it says that it still works. */
  readonly unfinished?: Patterns
  /** A line with which a new run of it begins, so that what stands before is over. */
  readonly again?: RegExp
  /**
   * `added`: it sums up once for each of several parts, and all of them count. `apart`: what passed and what failed are
   * counted on lines of their own, so that a search may drop one.
   */
  readonly counts?: 'added' | 'apart'
  /** True where it prints nothing when all is well. */
  readonly silent?: true
}

/** A family of tools, with how its commands and its output are known. */
export type Tool = ReturnType<typeof defineTool>

export function defineTool(form: ToolForm) {
  const programs = wordSet(form.programs ?? '')
  const { kinds, own, summary, success, failed, nothing, partial } = form
  const prints = [summary, success, failed, nothing, partial]
    .flatMap((patterns = []) => patterns)
    .map(({ source, flags }) => new RegExp(source, `${flags}m`))
  return {
    ...form,
    isRunBy: (command: CommandDescription): boolean =>
      (programs.has(command.program) && command.checks.some((check) => kinds.includes(check))) ||
      form.command?.(command) === true,
    printed: (text: string): boolean => own !== true && prints.some((pattern) => pattern.test(text)),
  }
}
