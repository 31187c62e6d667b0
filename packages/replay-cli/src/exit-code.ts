/** What the program's exit code says. Scripts rely on it. */
export const exitCode: {
  /** Nothing wrong. */
  readonly fine: 0
  /** Completions or findings that `--fail-on` names. */
  readonly findings: 1
  /** A mistake in the call, or a source that can't be read. */
  readonly usage: 2
  /** A fault of the program. */
  readonly fault: 3
} = { fine: 0, findings: 1, usage: 2, fault: 3 }

/** One of the program's exit codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
