/** What any program prints when it crashes or is turned away, whatever its exit status. */

import { quoted } from './output-text.js'

const crashes: readonly RegExp[] = [
  /^\s{0,8}Traceback \(most recent call last\)/,
  /^thread '.{1,200}' (?:\(\d{1,10}\) )?panicked at/,
  /^(?:panic|fatal error): \S/,
  /\bSegmentation fault\b|\(core dumped\)|^Aborted\b.{0,20}$/,
  /^(?:Uncaught|Unhandled) \S{0,40}(?:Error|Exception|Rejection|rejection|exception)\b/,
  /\bUnhandledPromiseRejection|^\[UnhandledPromise/,
  /^Exception in thread "/,
  /^Fatal Python error: |^FATAL ERROR: .{0,200}heap|^PHP (?:Fatal|Parse) error/,
  /^Unhandled exception[.:]/,
  /^goroutine \d{1,6} \[running\]:/,
]
const denials: readonly RegExp[] = [
  /\b(?:[Pp]ermission|[Aa]ccess)(?: to .{1,100})? (?:was )?denied\b/,
  /^(?:ERROR: |error: )?denied: /,
  /\bEACCES\b|\bOperation not permitted\b/,
  /\b(?:401 Unauthorized|403 Forbidden|AccessDenied|NotAuthorized|Unauthorized(?:Exception)?:)/,
  /\b(?:HTTP|status(?: code)?)[ :=/]{1,3}(?:[\d.]{1,3} )?[45]\d\d\b/i,
]
/** What a look at files was not let into says nothing of the work. */
const ofFiles = /^(?:find|ls|grep|rg|du|rm|cat|cp|mv|stat|tree|chmod): /
/** An answer of a server in its own log is no answer to the call. */
const accessLog =
  /"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) [^"]{0,300}"|\b(?:GET|POST|PUT|PATCH|DELETE|HEAD) \/\S{0,200} /
const lastLines = 12

/** The first line of a crash, quoted, or null. */
export function crashIn(lines: readonly string[]): string | null {
  const line = lines.find((one) => crashes.some((pattern) => pattern.test(one)))
  return line === undefined ? null : quoted(line)
}

/** The line near the end in which the call was turned away, quoted, or null. */
export function denialIn(lines: readonly string[]): string | null {
  const last = lines.filter((line) => line.trim() !== '').slice(-lastLines)
  const line = last.find(
    (one) => denials.some((pattern) => pattern.test(one)) && !accessLog.test(one) && !ofFiles.test(one),
  )
  return line === undefined ? null : quoted(line)
}
