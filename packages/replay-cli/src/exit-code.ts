/**
 * What the program's exit code says; scripts rely on it: nothing wrong, what `--fail-on` names, a mistake in the call or
 * a source that can't be read, a fault of the program.
 */
export const exitCode: { readonly fine: 0; readonly findings: 1; readonly usage: 2; readonly fault: 3 } = {
  fine: 0,
  findings: 1,
  usage: 2,
  fault: 3,
}

/** One of the program's exit codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
