/** Failures that say nothing of the work: the surroundings failed, or the call was never let through. */

import { sourceOf } from '../languages/index.js'
import { quoted } from './output-text.js'

/** Words of surroundings that fail: nothing listens, nothing is installed, nobody is logged in, time is up. */
const environment: readonly RegExp[] = [
  /\bE(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|ADDRINUSE|NOSPC|HOSTUNREACH|AI_AGAIN|ACCES|PERM)\b/,
  new RegExp(sourceOf('commandNotFound'), 'u'),
  /\bcommand "[^"]{1,80}" not found/i,
  /\bCannot find (?:module|package) '|\bModuleNotFoundError\b|\bNo module named /,
  /\btimed out\b|\btimeout (?:of|after|exceeded)\b|\bdeadline exceeded\b/i,
  /\bfile or directory not found: |\bno such command: `|\bcould not find `Cargo\.toml`|\bgo\.mod file not found|\bdoes not contain recipe\b|\bCould not read package\.json\b/,
  /\bnpm (?:ERR!|error) code E(?:NOENT|401|403|404|NOTFOUND|TIMEDOUT|CONNREFUSED|USAGE|JSONPARSE)\b/,
  /\bCan't reach database\b|\bHost system is missing dependencies\b|\bHost key verification failed\b|\brequires Xcode\b/,
  /\bconnection to the server .{1,120} was refused\b|\bNo valid credential|\bgh auth login\b|\b(?:not|must be) logged in\b/i,
  /\bMissing script\b|\bERR_PNPM_(?:RECURSIVE_RUN_)?NO_(?:SCRIPT|IMPORTER)|No projects matched the filters|No rule to make target|could not determine executable/,
  /\bERR_PNPM_(?:UNEXPECTED_STORE|OUTDATED_LOCKFILE|FETCH)|\bERESOLVE\b/,
  /\bConnection refused\b|\bCould not (?:resolve host|connect)|\bFailed to connect\b|\bconnection to server .{0,100}failed/i,
  /\bnet::ERR_[A-Z_]{3,40}|\bNetwork is unreachable\b|\bTemporary failure in name resolution\b/,
  /\bPermission denied\b|\bOperation not permitted\b|\ba (?:terminal|password) is required\b/i,
  new RegExp(
    String.raw`^(?:\/\S{1,40}|bash|sh|zsh|cat|ls|cd|python3?|node|\(eval\))[^\n]{0,120}${sourceOf('noSuchFile')}`,
    'u',
  ),
  /can't open file|\bcannot open .{1,100}No such file/,
  /\bnot a git repository\b|\bNo space left on device\b|\bout of memory\b|\bKilled$/i,
  /\bCannot connect to the Docker daemon\b|\bNo such (?:container|service|image)\b|\bport is already allocated\b/i,
  new RegExp(sourceOf('invalidOption'), 'iu'),
  /^curl: (?:try|option|\(\d)/i,
  /\bBrowser is already in use\b|\bExecutable doesn't exist\b|\bplaywright install\b/,
  /\bInvalid API key\b|\bnot authenticated\b|\bAuthentication (?:failed|required)\b|\brate limit/i,
]

/** Words of hosts and hooks that did not let a call through. */
const refusals: readonly RegExp[] = [
  /^The user doesn't want to (?:proceed|take this action)/,
  /^Permission to use \S{1,60} .{0,4000}denied/s,
  /^(?:[a-z]+ )?requested permissions? /i,
  /\b(?:requires|needs) (?:your |user )?approval\b/i,
  /^\[Request interrupted by user/,
  /\[Operation Cancelled\]|\bUser (?:cancel(?:led|ed)|declined|denied|rejected)\b/i,
  /\b(?:denied|rejected|aborted|cancel(?:led|ed)) by (?:the )?user\b/i,
  /\bhook (?:error|blocked|denied)|\bblocked by (?:a )?(?:\S{1,40} )?hook\b|^\S{1,60} operation blocked/i,
  /^Permission for this action has been denied|\buser chose to skip\b/i,
  /\bpermission (?:was )?denied by (?:the )?(?:user|policy)\b/i,
  /^(?:<\w{1,20}>\s{0,4})?(?:The )?(?:tool call|tool use|tool|command|operation|request|execution|task) (?:was |has been )?(?:cancell?ed|aborted|interrupted|declined|skipped)\b/i,
  /^(?:<\w{1,20}>\s{0,4})?(?:Cancell?ed|Aborted|Interrupted)\b.{0,80}$/,
  /\bsandbox (?:denied|error)\b|\bexec(?:ution)? (?:was )?(?:denied|not allowed)\b/i,
]

/** Words of hosts that could not make the call at all. */
const unmade =
  /No such tool available|InputValidationError|Sibling tool call errored|tool_use_error>Error: No such tool/
const refusalHead = 5000
const mostLines = 400

/** The first line that speaks of failing surroundings, or null. */
export function environmentFailure(lines: readonly string[]): string | null {
  const seen =
    lines.length > 2 * mostLines ? [...lines.slice(0, mostLines), ...lines.slice(-mostLines)] : lines
  const line = seen.find(
    (one) => environment.some((pattern) => pattern.test(one)) && !/\berror TS\d/.test(one),
  )
  return line === undefined ? null : quoted(line)
}

/** What hosts write where a command's time was up. */
const outOfTime =
  /^[[<(]?(?:Error: )?(?:The )?(?:command|tool|execution|process|request)(?: execution)? (?:timed out|was (?:killed|terminated|stopped) after)|\bterminated command after exceeding timeout\b|^Command was automatically cancelled because it exceeded\b|^(?:Error: )?Timed? ?out (?:after|waiting for the command)/i
const hostLines = 6

/** True where the host, or the exit status of `timeout`, says that the time of the command was up. */
export function isOutOfTime(lines: readonly string[], status: number | null): boolean {
  const said = lines.filter((line) => line.trim() !== '')
  return (
    status === 124 ||
    [...said.slice(0, hostLines), ...said.slice(-hostLines)].some((line) => outOfTime.test(line))
  )
}

/** `refused` where a person, a permission or a hook stopped the call, `not made` where the host could not make it. */
export function refusalOf(text: string): 'refused' | 'not made' | null {
  const start = text.slice(0, refusalHead)
  if (unmade.test(start.slice(0, 300))) return 'not made'
  return refusals.some((pattern) => pattern.test(start)) ? 'refused' : null
}
