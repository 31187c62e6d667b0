/** What a tool call did, and how it came out: the words in which facts are stated. */

import type { Effect } from '@todo-ledger/core'

/**
 * What kind of check an execute is: `run` runs the program itself, `probe` asks a running system over the network,
 * `browser` looks at a page, `database` asks or migrates one, `deploy` brings something out (and verifies nothing).
 */
export const checkKinds = [
  ...(['test', 'build', 'lint', 'typecheck', 'format'] as const),
  ...(['run', 'probe', 'browser', 'database', 'deploy'] as const),
]
export type CheckKind = (typeof checkKinds)[number]

/** What a command does that people ask for by name, and that is no check. */
export type Deed =
  | ('commit' | 'push' | 'merge' | 'tag' | 'pull-request')
  | ('install' | 'migrate' | 'deploy' | 'publish')

/** A file, as the call names it, below the folder that its line went to. An edit, a removal and a new folder are writes. */
export interface TouchedFile {
  readonly path: string
  readonly access: 'read' | 'write'
}

/**
 * How a check is kept from saying what it found: `lines` of its output are dropped (`| grep -v`, `> /dev/null`), its
 * `status` is thrown away (`|| true`), it is `weakened` by an option (`--passWithNoTests`), or a `subset` is checked.
 */
export interface CheckFilter {
  readonly kind: 'lines' | 'status' | 'weakened' | 'subset'
  /** The words that filter it, as written, such as `| grep -v node_modules`. */
  readonly text: string
}

/** What one command did, by its own words. */
export interface CommandUse {
  readonly effect: Effect
  readonly checks: readonly CheckKind[]
  /** True where the settings name it as a check, so that its exit status is the check's. */
  readonly declared: boolean
  readonly deed: Deed | null
  /** True where it only says what it would do, lists, or prints help or a version: nothing was run. */
  readonly dry: boolean
  /** True where it runs what the log does not show, an unknown script or inline code: it may have been any check. */
  readonly opaque: boolean
  /** True where one of the checks can fail on the work; a deployment alone and mere formatting cannot. */
  readonly verify: boolean
  readonly files: readonly TouchedFile[]
  /** True for a write that changes no content: a new folder, a mode, a removal. */
  readonly housekeeping: boolean
  /** True where no table knows the program, so that it merely counts as executed. */
  readonly guessed: boolean
}

/** What surrounds a command in its line, and bears on what its status and output say. */
export interface CommandPlace {
  readonly filter: CheckFilter | null
  /** True where the call's exit status is not this command's: piped on, `||`, in the background, followed by another. */
  readonly statusHidden: boolean
  /** True where it was started in the background and its end was not waited for. */
  readonly background: boolean
  /** True where what it prints goes into a file or nowhere, so that the call's output does not hold it. */
  readonly outputHidden: boolean
  readonly outputFiles: readonly string[]
}

/** One simple command of a shell line, wrappers such as `npx`, `timeout 60` and `bash -lc` looked through. */
export interface CommandDescription extends CommandUse, CommandPlace {
  /** From its program on, without quotes; expansions stand as written. */
  readonly words: readonly string[]
  /** The program's name without its folder and `.exe`; a program that is named by its path keeps it in `words[0]`. */
  readonly program: string
  /**
   * The folder in which its check runs (`cd api && …`, `--prefix api`), empty for the session's own, and the package or
   * service that it is kept to (`-p core`), empty for all of them; null where it checks nothing.
   */
  readonly subject: { readonly folder: string; readonly package: string } | null
  /** The text that it writes into its file, where the line holds it (`cat <<EOF > x`, `echo … > x`); else null. */
  readonly content: string | null
}

/** What one tool call did, its commands taken together: the strongest effect, and nothing of dry runs. */
export interface CallDescription
  extends Pick<CommandUse, 'effect' | 'checks' | 'verify' | 'dry' | 'opaque' | 'files'>,
    Pick<CommandPlace, 'filter' | 'statusHidden' | 'background'> {
  /** The line that a shell was given, out of an argv and of the shells around it; null for another tool. */
  readonly line: string | null
  /** For a shell each simple command in order, those of substitutions and wrappers included; else empty. */
  readonly commands: readonly CommandDescription[]
  readonly deeds: readonly Deed[]
}

/** One text that a call put in place of another. */
export interface TextChange {
  readonly path: string
  /** What stood there; null where the call writes the whole file, or adds to what the log does not show. */
  readonly before: string | null
  /** What stands there now; null where the file is removed. */
  readonly after: string | null
}

/**
 * How a call came out. `passed`: it did what it was to do. `failed`: it did not. `ran-nothing`: nothing to check was
 * found, all was skipped, or it was a dry run. `end-unseen`: it was refused, interrupted, out of time, or left running.
 * `masked`: its status is hidden, and its output does not say. `in-part`: it stopped before it was through, with nothing
 * bad so far. `unknown`: the log does not hold how it ended.
 */
export type OutcomeStatus =
  | ('passed' | 'failed' | 'ran-nothing' | 'end-unseen')
  | ('masked' | 'in-part' | 'unknown')

/** How a call came out, and how that is known. */
export interface Outcome {
  readonly status: OutcomeStatus
  /** True where nobody says so: it follows from what is missing. */
  readonly inferred: boolean
  /** In a few words: the quoted line where one says so. */
  readonly reason: string
  readonly line: string | null
  /**
   * Why there was no run of the work: `surroundings`: nothing listens, is installed or lets it in; `refused` by a
   * person, a permission or a hook; `interrupted`; `time-up`; `background`. Null where it ran.
   */
  readonly cause: 'surroundings' | 'refused' | 'not-made' | 'interrupted' | 'time-up' | 'background' | null
  /** What the tool says of its own run; null where nothing of the kind was read. */
  readonly report: ToolReport | null
}

/** What a tool printed of its own run. */
export interface ToolReport {
  /** The family of the tool, such as `vitest`; `summary` where only the form of its counts is known. */
  readonly tool: string
  /** What it checks; null where packages are fetched or a step of version control is made. */
  readonly kind: CheckKind | null
  /** `in-part`: it stopped before all was run. `end-unseen`: it waits, watches, or was cut off before it summed up. */
  readonly result: Exclude<OutcomeStatus, 'masked' | 'unknown'>
  /** How many tests or files passed, and how much speaks against the work; null where it does not say. */
  readonly passed: number | null
  readonly bad: number | null
  /** True where the tool itself sums up, false where only single lines of failures or successes were seen. */
  readonly summary: boolean
  /** The line that decided, quoted. */
  readonly line: string
}

/** A result as it was recorded. */
export interface CallResult {
  /** What the host recorded; null where nobody says. */
  readonly ok: boolean | null
  readonly output: string
}
