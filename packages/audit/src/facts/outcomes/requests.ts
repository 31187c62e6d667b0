/** What a request to a running system, or a program that was run, printed about its own failure while it exited with 0. */

import type { CallDescription } from '../calls/call.js'
import { badIn } from './counts.js'
import { endOf, summaryOf } from './signs.js'
import { quoted } from './text.js'

const statusLine = /\bHTTP\/[\d.]{1,3} (\d{3})\b|^curl: \(22\) The requested URL returned error: (\d{3})\b/gm
const anyCode = /(?<![\w.:-])(000|[1-5]\d\d)(?=$|[,;|)"'\]]|\s{1,3}(?:$|[([\d|-]))/g
const errorBody =
  /(?:^[\s{]{0,6}|^\s{0,4}\{[^{[]{0,300}),?\s{0,6}"(?:detail|error|message|title|code|status|statusCode)"\s{0,3}:\s{0,3}"?(?:Not Found|Unauthorized|Forbidden|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Not authenticated|Method Not Allowed|404|401|403|5\d\d)\b/i
const errorPage =
  /<title>\s{0,4}(?:4\d\d|5\d\d)\b|<h1>(?:404|502|503|500)\b|\b(?:502 Bad Gateway|503 Service Unavailable|504 Gateway Time-out)\b/i

/** A request that failed: `HTTP 404`, or what its body says; `asked` where the call itself asks for that status. */
export interface FailedRequest {
  readonly text: string
  readonly asked: boolean
}

/** What speaks of a failed request where none speaks of an answered one, or null. */
export function failedRequest(
  call: CallDescription,
  text: string,
  lines: readonly string[],
): FailedRequest | null {
  const codes = codesOf(call, text, lines)
  const bad = codes.filter((code) => code === 0 || code >= 400)
  const [first] = bad
  if (codes.length > 0) {
    if (first === undefined || bad.length < codes.length) return null
    const asked = bad.every((code) => call.askedStatuses.includes(code))
    return { text: `HTTP ${first === 0 ? '000' : first}`, asked }
  }
  const body = text.length > 3000 ? null : (errorBody.exec(text) ?? errorPage.exec(text))
  return body === null ? null : { text: quoted(body[0]), asked: call.askedStatuses.length > 0 }
}

function codesOf({ commands }: CallDescription, text: string, lines: readonly string[]): readonly number[] {
  const stated = /HTTP\/|curl: \(22\)/.test(text) ? [...text.matchAll(statusLine)] : []
  const asks = commands.some(({ words }) => words.some((word) => /(?:http|response)_code/.test(word)))
  const short = asks ? lines.filter((line) => line.length <= 160) : []
  const printed = short.flatMap((line) => [...line.matchAll(anyCode)])
  return [...stated, ...printed].map((match) => Number(match[1] ?? match[2]))
}

const failedMark =
  /^\s{0,6}(?:❌|✗|✘|✖|⨯|FAILED\b|FAIL\b|Traceback \(most recent call last\)|(?:[A-Z]\w{0,40})?(?:Error|Exception):(?: |$)|\[?ERROR\]?:? |ELIFECYCLE\b|\(node:\d{1,8}\) Unhandled|\S{1,80}: line \d{1,6}: \S{1,80}: command not found)/
const passedMark = /[✅✓✔]|\bpass(?:ed)?\b|\bsucce(?:ss|eded)\b|\bOK\b|成功|通过/iu
const failedCount =
  /(?:❌|\bfailed|\bfailures?|失败)\s{0,3}[:：]\s{0,3}[1-9]\d{0,5}\b|\b\d{1,5} ?(?:\/ ?\d{1,5} )?passed,? (?:and )?[1-9]\d{0,4} failed\b|[:：] (?:FAIL|FAILED|失败)$/u
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
  return endOf(lines).some((line) => (passedMark.test(line) || saidWell.test(line)) && !failedMark.test(line))
}

/** True for a line that counts what failed beside what passed, or in all. */
function countsFailures(line: string): boolean {
  const counts = summaryOf(line)
  return counts !== null && badIn(counts) > 0 && (line.match(/\d+/g) ?? []).length > 1
}

/** The line near the end in which a program that exited with 0 says that it failed, or null; doubt says nothing. */
export function printedFailure(lines: readonly string[]): string | null {
  const last = endOf(lines)
  const counted = last.find((line) => failedCount.test(line)) ?? last.findLast(countsFailures)
  if (counted !== undefined) return quoted(counted)
  const failed = last.find((line) => failedMark.test(line))
  const isMixed = last.some((line) => passedMark.test(line) && !failedMark.test(line))
  return failed === undefined || isMixed ? null : quoted(failed)
}

const databaseError =
  /^(?:psql: error|psql:[^\s:]{1,200}:\d{1,6}: (?:ERROR|FATAL):|ERROR:|FATAL:|ERROR \d{3,5}|Error: (?:near|no such|in prepare)|Mongo\w{0,30}Error: |Runtime error|Parse error|\(error\) )/

/** The line in which a database refused a statement, or null. */
export function refusedStatement(lines: readonly string[]): string | null {
  const line = lines.find((one) => databaseError.test(one))
  return line === undefined ? null : quoted(line)
}
