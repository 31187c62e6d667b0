/** The server's log: one JSON object a line. Nothing that a session holds is written there. */

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  /** In the program's words. */
  readonly message: string
  readonly [field: string]: string | number | boolean | null | undefined
}

export type Log = (entry: LogEntry) => void

export function jsonLog(stream: { write(text: string): unknown }, clock: () => Date = () => new Date()): Log {
  return (entry) => void stream.write(`${JSON.stringify({ time: clock().toISOString(), ...entry })}\n`)
}

/** What went wrong, without its message: that may quote what a session holds. */
export function faultFields(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  const at = frames.slice(0, 5).join(' ').replaceAll(/ +/g, ' ').trim()
  return { error: error.name + (error.cause instanceof Error ? `, of ${error.cause.name}` : ''), ...code, at }
}
