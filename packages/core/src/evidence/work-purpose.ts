/** What a call or a message can be evidence of, read off its digest. */

import type { CommandDescription } from './command-description.js'
import type { TextFeatures } from './text-features.js'
import { delegateReportLength, report, statementLength } from './weights.js'
import type { CallWork, Work } from './work.js'

/** Programs that move, fetch, wait or look after processes: running them checks nothing. */
const chores = new Set(
  (
    'git gh hub cd mkdir rmdir rm mv cp ln touch chmod chown tar unzip zip gzip kill pkill killall sleep wait export ' +
    'source set unset echo printf true false date clear which type alias nohup disown tee sed awk apt apt-get brew ' +
    'dnf yum pip pip3 conda nvm'
  ).split(' '),
)

/** Commands of package managers that fetch and do not run. */
const fetching = new Set([
  'install',
  'i',
  'add',
  'ci',
  'remove',
  'uninstall',
  'update',
  'upgrade',
  'sync',
  'lock',
  'init',
  'create',
  'fetch',
])

const packageManagers = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'uv',
  'poetry',
  'pip',
  'pip3',
  'cargo',
  'go',
  'composer',
  'bundle',
  'gem',
  'brew',
  'apt',
  'apt-get',
  'conda',
])

/** True where the command is about versions: a commit, a push, a branch, a pull request. */
export function isVersioning(command: CommandDescription): boolean {
  return command.program === 'git' || command.program === 'gh' || command.program === 'hub'
}

/** True where the command fetches packages or files. */
export function isInstalling(command: CommandDescription): boolean {
  if (command.program === 'wget' || command.program === 'curl' || command.program === 'git') {
    return command.words.some(
      (word) => word === 'clone' || word === 'pull' || /^-[a-zA-Z]*[oO]/.test(word) || word === 'wget',
    )
  }
  return packageManagers.has(command.program) && command.words.slice(1, 4).some((word) => fetching.has(word))
}

/** True where the command runs something that could fail on its own account: no chore, no read, no fetch. */
export function isRealRun(command: CommandDescription): boolean {
  return command.effect === 'execute' && !chores.has(command.program) && !isInstalling(command)
}

/** True where the call runs something that could fail on its own account, even if no kind of check is known for it. */
export function runsSomething(call: CallWork): boolean {
  if (call.description.effect !== 'execute') return false
  if (call.description.commands.length === 0) return true
  return call.description.commands.some(isRealRun)
}

/** True where the call wrote content: a file written, changed or moved, not just a folder made. */
export function writesContent(call: CallWork): boolean {
  const { commands, effect, files } = call.description
  if (commands.length === 0) return effect === 'write'
  return (
    commands.some(
      (command) =>
        command.program !== 'mkdir' &&
        command.program !== 'touch' &&
        !isVersioning(command) &&
        (command.effect === 'write' || command.files.some((file) => file.access === 'write')),
    ) &&
    (effect === 'write' || files.some((file) => file.access === 'write'))
  )
}

/** Paths that are no product: notes, plans and reports. */
const notes =
  /\.(?:mdx?|txt|rst|adoc)$|(?:^|[\\/])(?:docs?|notes|plans?)[\\/]|\bprd\b|progress|(?:^|[\\/])te?mp(?:[\\/.]|$)/i

/** True where all that the call writes are notes and documents. */
export function writesNotesOnly(call: CallWork): boolean {
  const written = call.description.files.filter((file) => file.access === 'write')
  return written.length > 0 && written.every((file) => notes.test(file.path))
}

/** True where the call is a sub-agent whose answer is in the log. */
export function reportsBack(call: CallWork): boolean {
  return (
    call.description.effect === 'delegate' && call.outputLength >= delegateReportLength && !isLaunchNote(call)
  )
}

/** An answer that only says that a sub-agent now runs in the background. */
function isLaunchNote(call: CallWork): boolean {
  return (
    call.outputLength < 1500 &&
    call.words.has('launch') &&
    (call.words.has('background') || call.words.has('async'))
  )
}

/** How much of a report a text is, 0 to 1: long and structured, long, a statement, an announcement. */
export function reportStrength(text: TextFeatures): number {
  if (text.empty) return 0
  if (text.length >= report.length && text.structure >= report.structure) return 1
  if (text.length >= report.length || (text.length >= statementLength && text.structure >= report.structure))
    return 0.75
  if (text.length >= statementLength) return 0.45
  return 0.08
}

/** The text for people that a piece of work holds, or null. */
export function textOf(work: Work): TextFeatures | null {
  return work.kind === 'message' || work.kind === 'call' ? work.text : null
}
