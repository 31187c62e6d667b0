/** What a request to a running system, or a program that was run, printed about its own failure while it exited with 0. */

import type { CallDescription } from '../calls/call.js'
import { badIn } from './counts.js'
import { endOf, summaryOf } from './signs.js'
import { quoted } from './text.js'

const statusLine = /\bHTTP\/[\d.]{1,3} (\d{3})\b|^curl: \(22\) The requested URL returned error: (\d{3})\b/gm
const anyCode = /(?<![\w.:-])(000|[1-5]\d\d)(?=$|[,;|)"'\]]|\s{1,3}(?:$|[([\d|-]))/g

/** The status with which every request of a call was refused, such as `HTTP 404`; 000 where nothing answered. */
export function refusedRequest(
  { checks, commands }: CallDescription,
  text: string,
  lines: readonly string[],
): string | null {
  if (!checks.includes('probe')) return null
  const stated = /HTTP\/|curl: \(22\)/.test(text) ? [...text.matchAll(statusLine)] : []
  const asks = commands.some(({ words }) => words.some((word) => /(?:http|response)_code/.test(word)))
  const short = asks ? lines.filter((line) => line.length <= 160) : []
  const codes = [...stated, ...short.flatMap((line) => [...line.matchAll(anyCode)])].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  const isRefused = codes.length > 0 && codes.every((code) => code === '000' || /^[45]/.test(code))
  return isRefused ? `HTTP ${codes[0]}` : null
}

const failedMark =
  /^\s{0,6}(?:❌|✗|✘|✖|⨯|FAILED\b|FAIL\b|Traceback \(most recent call last\)|(?:[A-Z]\w{0,40})?(?:Error|Exception):(?: |$)|\[?ERROR\]?:? |ELIFECYCLE\b|\(node:\d{1,8}\) Unhandled|\S{1,80}: line \d{1,6}: \S{1,80}: command not found)/
const passedMark = /[✅✓✔]|\bpass(?:ed)?\b|\bsucce(?:ss|eded)\b|\bOK\b|成功|通过/iu
const failedCount =
  /(?:❌|\bfailed|\bfailures?|失败)\s{0,3}[:：]\s{0,3}[1-9]\d{0,5}\b|\b\d{1,5} ?(?:\/ ?\d{1,5} )?passed,? (?:and )?[1-9]\d{0,4} failed\b|[:：] (?:FAIL|FAILED|失败)$/u
const saidWell =
  /^\W{0,6}(?:ok|pass(?:ed)?|success(?:ful(?:ly)?)?|done|all good|healthy|all \S{1,20}(?: \S{1,20})? (?:passed|ok|succeeded))\b\W{0,40}$/i
const ready =
  /\b(?:listening|ready|started|serving|running|available)\b.{0,60}(?:\bon\b|\bat\b|\bin\b|port|https?:\/\/|\d{2,5})|^\s{0,4}(?:➜\s{1,4})?-?\s{0,2}Local:\s{1,10}http/i

/** True for a line in which a server says that it runs. */
export function isReady(line: string): boolean {
  return ready.test(line.slice(0, 300))
}

/** True where a program says near its end that all went well. */
export function saysPassed(lines: readonly string[]): boolean {
  return endOf(lines).some((line) => (passedMark.test(line) || saidWell.test(line)) && !failedMark.test(line))
}

/** The line near the end in which a program that exited with 0 says that it failed, or null; doubt says nothing. */
export function printedFailure(lines: readonly string[]): string | null {
  const last = endOf(lines)
  // A line that counts what failed beside what passed, or in all.
  const countsFailures = (line: string) => {
    const counts = summaryOf(line)
    return counts !== null && badIn(counts) > 0 && (line.match(/\d+/g) ?? []).length > 1
  }
  const counted = last.find((line) => failedCount.test(line)) ?? last.findLast(countsFailures)
  if (counted !== undefined) return quoted(counted)
  const failed = last.find((line) => failedMark.test(line))
  const isMixed = last.some((line) => passedMark.test(line) && !failedMark.test(line))
  return failed === undefined || isMixed ? null : quoted(failed)
}
