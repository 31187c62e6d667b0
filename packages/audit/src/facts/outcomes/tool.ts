/** How a tool is recognised, and which lines say how it came out. */

import type { CheckKind, CommandDescription } from '../calls/call.js'
import { wordSet } from '../shell/words.js'

/**
 * One family of tools. Each pattern is tried on single lines, cut to a thousand characters, and must be linear: every
 * repetition is bounded or anchored.
 */
export interface ToolForm {
  readonly id: string
  /** What it checks; null where what it does is no check. */
  readonly kind: CheckKind | null
  /** The programs by which it is run, with spaces between; only where they run a check of its kind. */
  readonly programs?: string
  /** Says more of a command that runs it, where the program alone does not say it. */
  readonly command?: (command: CommandDescription) => boolean
  /** What it prints and nobody else, with the flag `m`; the lines in which it sums up when absent; null for nothing. */
  readonly prints?: RegExp | null
  /** Lines in which it sums up, with counts. */
  readonly summary?: readonly RegExp[]
  /** Lines in which it sums up that all is well, and counts nothing bad. */
  readonly success?: readonly RegExp[]
  /** Lines in which it sums up that it failed. */
  readonly failed?: readonly RegExp[]
  /** Single lines that only a failed run prints; its own summary outweighs them. */
  readonly marks?: readonly RegExp[]
  /** Lines in which it says that there was nothing to check. */
  readonly nothing?: readonly RegExp[]
  /** Lines in which it says that it stopped before all was run. */
  readonly partial?: readonly RegExp[]
  /** Lines in which it says that it still works. */
  readonly unfinished?: readonly RegExp[]
  /** A line with which a new run of it begins, so that what stands before is over. */
  readonly again?: RegExp
  /** True where it sums up once for each of several parts, and all of them count. */
  readonly adds?: boolean
  /** True where what passed and what failed are counted on lines of their own, so that a search may drop one. */
  readonly apart?: boolean
  /** True where it prints nothing when all is well. */
  readonly silent?: boolean
}

/** A family of tools, with how its commands and its output are known. */
export interface Tool extends ToolForm {
  isRunBy(command: CommandDescription): boolean
  printed(text: string): boolean
}

export function defineTool(form: ToolForm): Tool {
  const programs = wordSet(form.programs ?? '')
  const { summary = [], success = [], failed = [], nothing = [], partial = [] } = form
  const own = [...summary, ...success, ...failed, ...nothing, ...partial]
  const prints =
    form.prints === undefined
      ? own.map(({ source, flags }) => new RegExp(source, `${flags}m`))
      : [form.prints]
  return {
    ...form,
    isRunBy: (command) =>
      (programs.has(command.program) && command.checks.some((check) => check === form.kind)) ||
      form.command?.(command) === true,
    printed: (text) => prints.some((pattern) => pattern?.test(text) === true),
  }
}
