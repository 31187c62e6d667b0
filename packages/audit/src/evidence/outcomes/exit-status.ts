/** The exit status that a result's text states, in the forms of the agents that write one. */

import type { CallDescription } from '../calls/call-description.js'

/** How far into a text a statement of the host is looked for; what a program prints later is no such statement. */
const head = 600
const tail = 400

const atStart = [
  /^(?:Error: )?Exit code:? (-?\d{1,5})\b/,
  /^\s*<(?:exit_?code|returncode)>(-?\d{1,5})<\/(?:exit_?code|returncode)>/,
  /^Command executed in terminal [^\n]{0,300}?Exit code: (-?\d{1,5})\b/,
  /^<system>ERROR: Command failed with exit code: (-?\d{1,5})\b/,
  /^Command (?:failed|exited|finished) with (?:exit )?(?:code|status)[: ]{1,2}(-?\d{1,5})\b/i,
  /^(?:Chunk ID: [^\n]{1,80}\n)?(?:Wall time: [^\n]{1,80}\n)?Process exited with code (-?\d{1,5})\b/,
]
const inHead = [
  /\n(?:Process exited with code|Exit code:|Exit Code:) (-?\d{1,5})\b/,
  /"exit_?[cC]ode"\s?:\s?(-?\d{1,5})\b/,
]
const inTail = [
  /"exit_?[cC]ode"\s?:\s?(-?\d{1,5})\b/,
  /(?:\\n|\n)Exit Code: (-?\d{1,5})\b/,
  /\(exit code:? (-?\d{1,5})\)\s*$/,
  /<exit_code>(-?\d{1,5})<\/exit_code>\s*$/,
]
/** Statements in brackets, or alone on the last line, that hosts put behind the output. */
const closing = [
  /\n\[(?:The )?[Cc]ommand (?:completed|finished|failed|succeeded|exited) with exit code (-?\d{1,5})\.?\]\s*(?:\n\[[^\n]{1,300}\]\s*){0,4}$/,
  /\n\[Process exited with code (-?\d{1,5})\]\s*$/,
  /\nCommand exited with code (-?\d{1,5})\s*$/,
  /\n\nExit code:? (-?\d{1,5})\s*$/,
  /\nExit Code: (-?\d{1,5})\n(?:[A-Z][\w ]{1,40}: [^\n]{0,200}\n?){0,4}$/,
]
/** What a line such as `echo "exit: $?"` prints; `HTTP status: 200` is none. */
const printed =
  /(?:^|\n)[^\n]{0,40}?\b(?:exit(?:[ _-]?(?:code|status))?|rc|return ?code)\s{0,2}[:=]\s{0,2}(\d{1,3})\s*(?=\n|$)/gi

/** The exit status that the host states in the text, or null where it states none. */
export function statedExitStatus(output: string): number | null {
  const start = output.slice(0, head)
  const end = output.length > head ? output.slice(-tail) : ''
  for (const pattern of atStart) {
    const match = pattern.exec(start)
    if (match !== null) return Number(match[1])
  }
  const json = start.startsWith('{') || start.startsWith('[')
  const isFramed =
    start.startsWith('Chunk ID:') || start.startsWith('Wall time:') || start.startsWith('Command:')
  if (json || isFramed) {
    for (const pattern of inHead) {
      const match = pattern.exec(start)
      if (match !== null) return Number(match[1])
    }
  }
  for (const pattern of closing) {
    const match = pattern.exec(end === '' ? start : end)
    if (match !== null) return Number(match[1])
  }
  for (const pattern of inTail) {
    if (pattern !== inTail[2] && pattern !== inTail[3] && !json && !isFramed) continue
    const match = pattern.exec(end === '' ? start : end)
    if (match !== null) return Number(match[1])
  }
  return null
}

/** The words that a command line printed its status with: what stands before `$?`. */
export type StatusPrefix = string

/** What a call's line prints in front of a status: `rc=` of `echo "rc=$?"`. */
export function statusPrefixes(call: CallDescription): readonly StatusPrefix[] {
  const found: string[] = []
  for (const { program, words } of call.commands) {
    if (program !== 'echo' && program !== 'printf') continue
    const at = words.findIndex((word, index) => index > 0 && statusVariable.test(word))
    if (at < 0) continue
    const before = words.slice(1, at + 1).join(' ')
    found.push(before.slice(0, before.search(statusVariable)).slice(0, 80))
  }
  return found
}

const statusVariable = /\$\?|\$\{?PIPESTATUS\b/

/**
 * The last exit status that the command line itself printed, such as `EXIT: 1`, or null. Expects a capped text.
 * @param prefixes what the line printed before a status, for each `echo … $?` in it
 */
export function printedExitStatus(output: string, prefixes: readonly StatusPrefix[] = []): number | null {
  let last: number | null = null
  for (const prefix of prefixes) {
    const line = output
      .split('\n')
      .findLast((one) => one.startsWith(prefix) && /^\s?\d{1,3}\b/.test(one.slice(prefix.length)))
    if (line !== undefined) last = Number.parseInt(line.slice(prefix.length), 10)
  }
  if (last !== null && last <= 255) return last
  for (const match of output.matchAll(printed)) last = Number(match[1])
  return last === null || last > 255 ? null : last
}
