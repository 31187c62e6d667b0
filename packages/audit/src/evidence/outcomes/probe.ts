/** What a request to a running system, or a program that was run, printed about its own failure while it exited with 0. */

import type { CallDescription } from '../calls/call-description.js'
import { sourceOf } from '../languages/index.js'
import { summaryOf } from './check-output.js'
import { quoted } from './output-text.js'

const statusLine = /\bHTTP\/[\d.]{1,3} (\d{3})\b|^curl: \(22\) The requested URL returned error: (\d{3})\b/gm
const anyCode = /(?<![\w.:-])(000|[1-5]\d\d)(?=$|[,;|)"'\]]|\s{1,3}(?:$|[([\d|-]))/g
const errorBody =
  /(?:^[\s{]{0,6}|^\s{0,4}\{[^{[]{0,300}),?\s{0,6}"(?:detail|error|message|title|code|status|statusCode)"\s{0,3}:\s{0,3}"?(?:Not Found|Unauthorized|Forbidden|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Not authenticated|Method Not Allowed|404|401|403|5\d\d)\b/i
const errorPage =
  /<title>\s{0,4}(?:4\d\d|5\d\d)\b|<h1>(?:404|502|503|500)\b|\b(?:502 Bad Gateway|503 Service Unavailable|504 Gateway Time-out)\b/i
const longestBody = 3000

/** A request that failed. */
export interface FailedRequest {
  /** `HTTP 404`, or what its body says. */
  readonly text: string
  /** True where the call itself asks for that status. */
  readonly asked: boolean
}

/** What speaks of a failed request where none speaks of an answered one, or null. */
export function failedRequest(
  call: CallDescription,
  text: string,
  lines: readonly string[],
): FailedRequest | null {
  const codes = codesOf(call, text, lines)
  if (codes.some((code) => code >= 200 && code < 400)) return null
  const bad = codes.filter((code) => code === 0 || code >= 400)
  if (codes.length > 0) {
    const [first] = bad
    if (first === undefined || bad.length < codes.length) return null
    return {
      text: `HTTP ${first === 0 ? '000' : first}`,
      asked: bad.every((code) => call.askedStatuses.includes(code)),
    }
  }
  if (text.length > longestBody) return null
  const body = errorBody.exec(text) ?? errorPage.exec(text)
  return body === null ? null : { text: quoted(body[0]), asked: call.askedStatuses.length > 0 }
}

function mayHoldStatus(text: string): boolean {
  return text.includes('HTTP/') || text.includes('curl: (22)')
}

function codesOf(call: CallDescription, text: string, lines: readonly string[]): readonly number[] {
  const found = mayHoldStatus(text)
    ? [...text.matchAll(statusLine)].map((match) => Number(match[1] ?? match[2]))
    : []
  const asks = call.commands.some((command) =>
    command.words.some((word) => word.includes('http_code') || word.includes('response_code')),
  )
  if (!asks) return found
  for (const line of lines) {
    if (line.length <= 160) for (const match of line.matchAll(anyCode)) found.push(Number(match[1]))
  }
  return found
}

const failedMark =
  /^\s{0,6}(?:❌|✗|✘|✖|⨯|FAILED\b|FAIL\b|Traceback \(most recent call last\)|(?:[A-Z]\w{0,40})?(?:Error|Exception):(?: |$)|\[?ERROR\]?:? |ELIFECYCLE\b|\(node:\d{1,8}\) Unhandled|\S{1,80}: line \d{1,6}: \S{1,80}: command not found)/
const passedMark = new RegExp(`[✅✓✔]|${sourceOf('passedMark')}`, 'iu')
const failedCount = new RegExp(
  String.raw`(?:❌|${sourceOf('failedCount')})\s{0,3}[:：]\s{0,3}[1-9]\d{0,5}\b|\b\d{1,5} ?(?:\/ ?\d{1,5} )?passed,? (?:and )?[1-9]\d{0,4} failed\b|[:：] ${sourceOf('failedMark')}$`,
  'u',
)
const lastLines = 12
const ready =
  /\b(?:listening|ready|started|serving|running|available)\b.{0,60}(?:\bon\b|\bat\b|\bin\b|port|https?:\/\/|\d{2,5})|^\s{0,4}(?:➜\s{1,4})?-?\s{0,2}Local:\s{1,10}http/i
const saidWell =
  /^\W{0,6}(?:ok|pass(?:ed)?|success(?:ful(?:ly)?)?|done|all good|healthy|all \S{1,20}(?: \S{1,20})? (?:passed|ok|succeeded))\b\W{0,40}$/i

/** True for a line in which a server says that it runs. */
export function isReady(line: string): boolean {
  return ready.test(line.slice(0, 300))
}

/** True where a program says near its end that all went well. */
export function saysPassed(lines: readonly string[]): boolean {
  return lastOf(lines).some(
    (line) => (passedMark.test(line) || saidWell.test(line)) && !failedMark.test(line),
  )
}

/** True for a line that counts what failed beside what passed, or in all. */
function countsFailures(line: string): boolean {
  return (summaryOf(line)?.bad ?? 0) > 0 && (line.match(/\d+/g) ?? []).length > 1
}

function lastOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trim() !== '').slice(-lastLines)
}

/** The line near the end in which a program that exited with 0 says that it failed, or null; doubt says nothing. */
export function printedFailure(lines: readonly string[]): string | null {
  const last = lastOf(lines)
  const counted = last.find((line) => failedCount.test(line)) ?? last.findLast(countsFailures)
  if (counted !== undefined) return quoted(counted)
  const failed = last.find((line) => failedMark.test(line))
  if (failed === undefined || last.some((line) => passedMark.test(line) && !failedMark.test(line)))
    return null
  return quoted(failed)
}

const databaseError =
  /^(?:psql: error|psql:[^\s:]{1,200}:\d{1,6}: (?:ERROR|FATAL):|ERROR:|FATAL:|ERROR \d{3,5}|Error: (?:near|no such|in prepare)|Mongo\w{0,30}Error: |Runtime error|Parse error|\(error\) )/

/** The line in which a database refused a statement, or null. */
export function refusedStatement(lines: readonly string[]): string | null {
  const line = lines.find((one) => databaseError.test(one))
  return line === undefined ? null : quoted(line)
}
