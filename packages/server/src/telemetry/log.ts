/** The server's log: one JSON object a line. Nothing that a session holds is written there. */

/** One line. */
export interface LogEntry {
  /** How grave it is. */
  readonly level: 'info' | 'warn' | 'error'
  /** What happened, in the program's words. */
  readonly message: string
  /** What goes with it. */
  readonly [field: string]: string | number | boolean | null | undefined
}

/** Writes lines. */
export type Log = (entry: LogEntry) => void

/** A log that writes to a stream. */
export function jsonLog(stream: { write(text: string): unknown }, clock: () => Date = () => new Date()): Log {
  return (entry) => {
    stream.write(`${JSON.stringify({ time: clock().toISOString(), ...entry })}\n`)
  }
}

/** What went wrong, without its message: that may quote what a session holds. */
export function faultFields(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  const cause = error.cause instanceof Error ? `, of ${error.cause.name}` : ''
  return {
    error: `${error.name}${cause}`,
    ...code,
    at: frames.slice(0, 5).join(' ').replaceAll(/ +/g, ' ').trim(),
  }
}
