/** What hosts say of a call in the text of its result: exit statuses, refusals, interruptions, time that was up. */

import type { CallDescription, Outcome } from '../calls/call.js'

const atStart = [
  /^(?:Error: )?Exit code:? (-?\d{1,5})\b/,
  /^\s*<(?:exit_?code|returncode)>(-?\d{1,5})<\/(?:exit_?code|returncode)>/,
  /^Command executed in terminal [^\n]{0,300}?Exit code: (-?\d{1,5})\b/,
  /^<system>ERROR: Command failed with exit code: (-?\d{1,5})\b/,
  /^Command (?:failed|exited|finished) with (?:exit )?(?:code|status)[: ]{1,2}(-?\d{1,5})\b/i,
  /^(?:Chunk ID: [^\n]{1,80}\n)?(?:Wall time: [^\n]{1,80}\n)?Process exited with code (-?\d{1,5})\b/,
]
/** Of results that are JSON, or that the host begins with words of its own. */
const inFrame = [
  /\n(?:Process exited with code|Exit code:|Exit Code:) (-?\d{1,5})\b/,
  /"exit_?[cC]ode"\s?:\s?(-?\d{1,5})\b/,
]
const atEnd = [
  /\n\[(?:The )?[Cc]ommand (?:completed|finished|failed|succeeded|exited) with exit code (-?\d{1,5})\.?\]\s*(?:\n\[[^\n]{1,300}\]\s*){0,4}$/,
  /\n\[Process exited with code (-?\d{1,5})\]\s*$/,
  /\nCommand exited with code (-?\d{1,5})\s*$/,
  /\n\nExit code:? (-?\d{1,5})\s*$/,
  /\nExit Code: (-?\d{1,5})\n(?:[A-Z][\w ]{1,40}: [^\n]{0,200}\n?){0,4}$/,
  /\(exit code:? (-?\d{1,5})\)\s*$/,
  /<exit_code>(-?\d{1,5})<\/exit_code>\s*$/,
]
const inFrameEnd = [/"exit_?[cC]ode"\s?:\s?(-?\d{1,5})\b/, /(?:\\n|\n)Exit Code: (-?\d{1,5})\b/]

/** The exit status that the host states in the text, or null where it states none; what a program prints is none. */
export function statedExitStatus(output: string): number | null {
  const start = output.slice(0, 600)
  const end = output.length > 600 ? output.slice(-400) : start
  const isFramed = /^(?:[{[]|Chunk ID:|Wall time:|Command:)/.test(start)
  const tries: readonly (readonly [string, readonly RegExp[]])[] = [
    [start, atStart],
    [start, isFramed ? inFrame : []],
    [end, atEnd],
    [end, isFramed ? inFrameEnd : []],
  ]
  for (const [text, patterns] of tries)
    for (const pattern of patterns) {
      const found = pattern.exec(text)?.[1]
      if (found !== undefined) return Number(found)
    }
  return null
}

const statusVariable = /\$\?|\$\{?PIPESTATUS\b/
/** What a line such as `echo "exit: $?"` prints; `HTTP status: 200` is none. */
const printed =
  /(?:^|\n)[^\n]{0,40}?\b(?:exit(?:[ _-]?(?:code|status))?|rc|return ?code)\s{0,2}[:=]\s{0,2}(\d{1,3})\s*(?=\n|$)/gi

/** The last exit status that the command line itself printed, such as `EXIT: 1`, or null. Expects a capped text. */
export function printedExitStatus({ commands }: CallDescription, output: string): number | null {
  const found: number[] = []
  for (const { program, words } of commands) {
    const text = words.slice(1).join(' ')
    if (!/^(?:echo|printf)$/.test(program) || !statusVariable.test(text)) continue
    // What the line prints in front of a status: `rc=` of `echo "rc=$?"`.
    const prefix = text.slice(0, text.search(statusVariable)).slice(0, 80)
    const line = output
      .split('\n')
      .findLast((one) => one.startsWith(prefix) && /^\s?\d{1,3}\b/.test(one.slice(prefix.length)))
    if (line !== undefined) found.push(Number.parseInt(line.slice(prefix.length), 10))
  }
  const own = found.at(-1)
  if (own !== undefined && own <= 255) return own
  const last = [...output.matchAll(printed)].at(-1)?.[1]
  return last === undefined || Number(last) > 255 ? null : Number(last)
}

/** Words of hosts and hooks that did not let a call through. */
const refusals: readonly RegExp[] = [
  /^The user doesn't want to (?:proceed|take this action)/,
  /^Permission to use \S{1,60} .{0,4000}denied/s,
  /^(?:[a-z]+ )?requested permissions? /i,
  /\b(?:requires|needs) (?:your |user )?approval\b/i,
  /\[Operation Cancelled\]|\bUser (?:cancel(?:led|ed)|declined|denied|rejected)\b/i,
  /\b(?:denied|rejected|aborted|cancel(?:led|ed)) by (?:the )?user\b/i,
  /\bhook (?:error|blocked|denied)|\bblocked by (?:a )?(?:\S{1,40} )?hook\b|^\S{1,60} operation blocked/i,
  /^Permission for this action has been denied|\buser chose to skip\b/i,
  /\bpermission (?:was )?denied by (?:the )?(?:user|policy)\b/i,
  /\bsandbox (?:denied|error)\b|\bexec(?:ution)? (?:was )?(?:denied|not allowed)\b/i,
]
const interruptions: readonly RegExp[] = [
  /^\[Request interrupted by user/,
  /^(?:<\w{1,20}>\s{0,4})?(?:The )?(?:tool call|tool use|tool|command|operation|request|execution|task) (?:was |has been )?(?:cancell?ed|aborted|interrupted|declined|skipped)\b/i,
  /^(?:<\w{1,20}>\s{0,4})?(?:Cancell?ed|Aborted|Interrupted)\b.{0,80}$/,
]
/** The same, behind what was printed until then. */
const cutOff = /(?:^|\n)(?:\[Command interrupted\]|<error>Command was aborted before completion<\/error>)\s*$/

/** Words of hosts that could not make the call at all. */
const unmade =
  /No such tool available|InputValidationError|Sibling tool call errored|tool_use_error>Error: No such tool/

/** Why the host did not make the call or did not let it end; null where it says nothing of the kind. */
export function refusalIn(text: string): Outcome['cause'] {
  const start = text.slice(0, 5000)
  if (unmade.test(start.slice(0, 300))) return 'not-made'
  if (refusals.some((pattern) => pattern.test(start))) return 'refused'
  const isCutOff = cutOff.test(text.slice(-200)) || interruptions.some((pattern) => pattern.test(start))
  return isCutOff ? 'interrupted' : null
}

/** What hosts write where a command's time was up. */
const outOfTime =
  /^[[<(]?(?:Error: )?(?:The )?(?:command|tool|execution|process|request)(?: execution)? (?:timed out|was (?:killed|terminated|stopped) after)|\bterminated command after exceeding timeout\b|^Command was automatically cancelled because it exceeded\b|^(?:Error: )?Timed? ?out (?:after|waiting for the command)/i

/** True where the host, or the exit status of `timeout`, says that the time of the command was up. */
export function isOutOfTime(lines: readonly string[], status: number | null): boolean {
  const said = lines.filter((line) => line.trim() !== '')
  return status === 124 || [...said.slice(0, 6), ...said.slice(-6)].some((line) => outOfTime.test(line))
}
