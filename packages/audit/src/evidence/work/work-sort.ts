/** What sort of work a call or a message is, read off its digest. */

import type { CommandDescription } from '../calls/call-description.js'
import { delegateReportLength, report, reportWorth, statementLength } from '../support/fitted.js'
import type { TextFeatures } from './text-features.js'
import type { CallWork, Work, WorkSort } from './work.js'

/** The sort of a piece of work. */
export function sortOf(work: Work): WorkSort {
  switch (work.kind) {
    case 'message':
      return 'text'
    case 'input':
      return work.report ? 'report' : 'none'
    case 'compaction':
      return 'none'
    case 'call':
      return sortOfCall(work)
  }
}

function sortOfCall(call: CallWork): WorkSort {
  const { effect, checks, files, commands } = call.description
  if (effect === 'delegate') return reportsBack(call) ? 'report' : 'delegate'
  if (effect === 'unknown') return 'unknown'
  if (effect === 'think' || effect === 'communicate') return 'text'
  if (checks.length > 0) return 'check'
  if (writesContent(call))
    return files.length === 0 ? 'elsewhere' : writesNotesOnly(call) ? 'notes' : 'product'
  if (commands.some(isVersioning) && effect !== 'read') return 'version'
  if (effect === 'execute') return commands.some(isFetching) ? 'fetch' : runsSomething(call) ? 'run' : 'chore'
  if (effect === 'write') return 'chore'
  return commands.some(looksAtRunning) ? 'status' : 'read'
}

/** Programs that move, wait or look after processes: running them checks nothing. */
const chores = new Set(
  (
    'git gh hub cd mkdir rmdir rm mv cp ln touch chmod chown tar unzip zip gzip kill pkill killall sleep wait export ' +
    'source set unset echo printf true false date clear which type alias nohup disown tee sed awk apt apt-get brew ' +
    'dnf yum pip pip3 conda nvm open'
  ).split(' '),
)

const packageManagers = new Set(
  'npm pnpm yarn bun uv poetry pip pip3 cargo go composer bundle gem brew apt apt-get conda'.split(' '),
)

/** Commands of package managers that fetch and do not run. */
const fetches = new Set(
  'install i add ci remove uninstall update upgrade sync lock init create fetch'.split(' '),
)

/** Commands of git that change files of the work. */
const gitWrites = new Set(['rm', 'mv', 'apply', 'am'])

function isVersioning(command: CommandDescription): boolean {
  return command.program === 'git' || command.program === 'gh' || command.program === 'hub'
}

function isFetching(command: CommandDescription): boolean {
  const { program, words } = command
  if (program === 'wget') return true
  if (program === 'curl') return words.some((word) => /^-[a-zA-Z]*[oO]/.test(word))
  if (program === 'git') return words[1] === 'clone' || words[1] === 'pull'
  return packageManagers.has(program) && words.slice(1, 4).some((word) => fetches.has(word))
}

/** Commands that ask a running system how it is. A process list is none: it shows that something runs, not what. */
function looksAtRunning({ program, words }: CommandDescription): boolean {
  switch (program) {
    case 'docker':
    case 'podman':
      return words.some((word) => word === 'ps' || word === 'logs' || word === 'top')
    case 'kubectl':
      return words.some(
        (word) => word === 'get' || word === 'describe' || word === 'logs' || word === 'rollout',
      )
    case 'systemctl':
    case 'pm2':
    case 'service':
      return words.some(
        (word) => word.includes('status') || word === 'list' || word === 'logs' || word === 'is-active',
      )
    case 'gh':
      return words[1] === 'run' || (words[1] === 'pr' && words[2] === 'checks')
    case 'journalctl':
      return true
    default:
      return false
  }
}

/** True where the call runs something that could fail on its own account, even if no kind of check is known for it. */
export function runsSomething(call: CallWork): boolean {
  const { effect, commands } = call.description
  if (effect !== 'execute') return false
  const isReal = (command: CommandDescription) =>
    command.effect === 'execute' && !chores.has(command.program) && !isFetching(command)
  return commands.length === 0 || commands.some(isReal)
}

/** True where the call wrote content: something written, changed or moved, not just a folder made. */
export function writesContent(call: CallWork): boolean {
  const { commands, effect, files } = call.description
  if (commands.length === 0) return effect === 'write'
  if (effect !== 'write' && !files.some((file) => file.access === 'write')) return false
  return commands.some(
    (command) =>
      command.program !== 'mkdir' &&
      command.program !== 'touch' &&
      (!isVersioning(command) || (command.program === 'git' && gitWrites.has(command.words[1] ?? ''))) &&
      (command.effect === 'write' || command.files.some((file) => file.access === 'write')),
  )
}

/** Paths that are no product: notes, plans, reports and scratch files. */
const notes =
  /(?<!(?:^|[\\/])(?:requirements[\w-]{0,30}|CMakeLists))\.(?:mdx?|txt|rst|adoc)$|(?:^|[\\/])(?:docs?|notes|plans?)[\\/]|\bprd\b|(?:^|[\\/])[\w.-]*\bprogress(?:\.(?:json|ya?ml|log))?$|(?:^|[\\/])te?mp(?:[\\/.]|$)/i

/** True where all files that the call writes are notes, documents or scratch files. */
export function writesNotesOnly(call: CallWork): boolean {
  const written = call.description.files.filter((file) => file.access === 'write')
  return written.length > 0 && written.every((file) => notes.test(file.path))
}

/** True where the call is a sub-agent whose answer is in the log. */
export function reportsBack(call: CallWork): boolean {
  return (
    call.description.effect === 'delegate' &&
    call.outcome?.status !== 'unfinished' &&
    call.outputLength >= delegateReportLength &&
    !isLaunchNote(call)
  )
}

/** An answer that only says that a sub-agent now runs in the background. */
function isLaunchNote({ outputLength, words }: CallWork): boolean {
  return outputLength < 1500 && words.has('launch') && (words.has('background') || words.has('async'))
}

/** How much of a report a text is, 0 to 1: long and structured, long, a statement, an announcement. */
export function reportStrength(text: TextFeatures): number {
  if (text.empty) return 0
  const { length, structure } = text
  if (length >= report.length && structure >= report.structure) return 1
  if (length >= report.shortLength && structure >= report.shortStructure) return 1
  if (length >= report.length || (length >= statementLength && structure >= 2)) return reportWorth.long
  return length >= statementLength ? reportWorth.statement : reportWorth.announcement
}

/** The text for people that a piece of work holds, or null. */
export function textOf(work: Work): TextFeatures | null {
  return work.kind === 'message' || work.kind === 'call' ? work.text : null
}
