/** The words in which a tool call, and each command of a shell line, is described. Types only. */

import type { Effect } from '@todo-ledger/core'

/**
 * What kind of check an execute is: `run` runs the program itself, `probe` asks a running system over the network,
 * `browser` looks at a page, `deploy` brings something out (an execute, but nothing that verifies).
 */
export type CheckKind =
  | 'test'
  | 'build'
  | 'lint'
  | 'typecheck'
  | 'format'
  | 'run'
  | 'probe'
  | 'browser'
  | 'database'
  | 'deploy'

/** A file that a call reads or writes. */
export interface TouchedFile {
  /** The path as the call names it; a path inside a container or on another host stays as it stands. */
  readonly path: string
  /** What the call does to it; an edit, a removal and a new folder are writes. */
  readonly access: 'read' | 'write'
}

/**
 * How a check was kept from saying what it found. `lines`: lines of its output were dropped (`| grep -v`,
 * `> /dev/null`). `status`: its exit status was thrown away on purpose (`|| true`, `; true`). `weakened`: an option
 * lets failures pass (`--skipLibCheck`, `--passWithNoTests`). `subset`: only a part was checked (`-t name`, one file).
 */
export type FilterKind = 'lines' | 'status' | 'weakened' | 'subset'

/** What filters a check. */
export interface CheckFilter {
  /** How the check is filtered. */
  readonly kind: FilterKind
  /** The words that filter it, as written, such as `| grep -v node_modules`. */
  readonly text: string
}

/** One simple command of a shell line, wrappers such as `npx` or `timeout 60` looked through. */
export interface CommandDescription {
  /** The command's words from its program on, without quotes; expansions stand as written. */
  readonly words: readonly string[]
  /** The program's name without its folder and `.exe`; a program that is named by its path keeps it in `words[0]`. */
  readonly program: string
  /** What the command did. */
  readonly effect: Effect
  /** The kinds of checks that the command runs, each once. */
  readonly checks: readonly CheckKind[]
  /** True where one of the checks can fail on the work; a deployment alone and mere formatting cannot. */
  readonly verify: boolean
  /** The files that it reads or writes, redirections included. */
  readonly files: readonly TouchedFile[]
  /** True for a write that changes no content: a new folder, a mode, a removal. */
  readonly housekeeping: boolean
  /** What filters it, where it is a check; null where nothing does. */
  readonly filter: CheckFilter | null
  /** True where the call's exit status is not this command's: piped on, `||`, in the background, followed by another. */
  readonly statusHidden: boolean
  /** True where it was started in the background and its end was not waited for. */
  readonly background: boolean
  /** True where what it prints goes into a file or nowhere, so that the call's output does not hold it. */
  readonly outputHidden: boolean
  /** The files that its output goes into. */
  readonly outputFiles: readonly string[]
  /** What the line prints where the command worked: the text of `&& echo …`; null where it prints nothing of the kind. */
  readonly printsAfterSuccess: string | null
  /** What the line prints where the command failed: the text of `|| echo …`. */
  readonly printsAfterFailure: string | null
}

/** What one tool call did. */
export interface CallDescription {
  /** What the call did, the strongest where it did several things. */
  readonly effect: Effect
  /** True where the call checks something: tests, builds, linters, type checks, running the program, probes. */
  readonly verify: boolean
  /** The kinds of checks that the call runs, each once, in the order in which they appear. */
  readonly checks: readonly CheckKind[]
  /** The files that it reads or writes, as named, each path and access once. */
  readonly files: readonly TouchedFile[]
  /** For a shell each simple command in order, those of substitutions and wrappers included; else empty. */
  readonly commands: readonly CommandDescription[]
  /** True where it runs a check whose output or exit status is filtered, that is weakened, or that covers a part only. */
  readonly filtered: boolean
  /** What filters the check, or null. */
  readonly filter: CheckFilter | null
  /** True where it runs checks and the exit status of at least one of them does not reach the call's own. */
  readonly statusHidden: boolean
  /** True where the call only starts something and does not wait for its end. */
  readonly background: boolean
  /** The HTTP statuses of failures that the call itself names, such as 404 of `# expects 404`; an answer with one is as asked. */
  readonly askedStatuses: readonly number[]
}
