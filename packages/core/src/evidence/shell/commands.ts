/** What one simple command did, its wrappers taken off: the effect, the checks and the files. */

import type { Effect } from '../../events.js'
import type { CheckKind, TouchedFile } from '../calls/call-description.js'
import { baseName, firstPositional, isOption, wordSet } from './arguments.js'
import { purposeOfProgram, purposeOfSubcommand } from './check-commands.js'
import { filesAmong, useOfFileProgram } from './file-programs.js'
import { useOfGit } from './git.js'
import { interpret, interpreterOf, useOfCode } from './interpreters.js'
import type { Purpose } from './purpose.js'
import { kindsOfScriptFile } from './script-names.js'
import { isPackageManager, type RunnerUse, useOfPackageManager, useOfTaskRunner } from './task-runners.js'

/** What one command did. */
export interface CommandUse {
  /** What it did. */
  readonly effect: Effect
  /** The kinds of checks that it runs. */
  readonly checks: readonly CheckKind[]
  /** True where one of the checks can fail on the work; a deployment and a mere formatting cannot. */
  readonly verify: boolean
  /** The files that it reads or writes. */
  readonly files: readonly TouchedFile[]
  /** True for a write that changes no content. */
  readonly housekeeping: boolean
  /** True where no table knows the program, so that it merely counts as executed. */
  readonly guessed: boolean
}

const sendsFields = /^(?:-X|--method|-f|-F|--field|--raw-field|--input)$|^-X(?:POST|PUT|PATCH|DELETE)$/
/** What these purposes are told as paths is what they work on. */
const namesFiles: ReadonlySet<Purpose> = new Set(['test', 'build', 'lint', 'typecheck', 'format', 'run'])
const deepest = 6
const nothing: CommandUse = {
  effect: 'read',
  checks: [],
  verify: false,
  files: [],
  housekeeping: false,
  guessed: false,
}
const informing = wordSet('--version -version -V --help -h version help')
const formatChecks = wordSet(
  '--check -c -l -d --diff --list-different --dry-run --check-only --verify-no-changes --lint --test -check -n --set-exit-if-changed',
)
const lookingVerbs = wordSet(
  'show list ls get view status describe info inspect search logs log find diff help version whoami print cat query stats doctor config count context where children tree ready history',
)
const actingVerbs = wordSet(
  'add create update delete remove rm set install run exec close edit push pull commit start stop use init',
)
const checkingVerbs: ReadonlyMap<string, CheckKind> = new Map([
  ['test', 'test'],
  ['tests', 'test'],
  ['e2e', 'test'],
  ['build', 'build'],
  ['compile', 'build'],
  ['lint', 'lint'],
  ['check', 'lint'],
  ['validate', 'lint'],
  ['verify', 'lint'],
  ['typecheck', 'typecheck'],
  ['run', 'run'],
  ['serve', 'run'],
  ['dev', 'run'],
  ['start', 'run'],
  ['eval', 'run'],
  ['deploy', 'deploy'],
])

/** True where the tables know the program as a check or by its subcommands. */
function isKnown(program: string): boolean {
  return (
    program === 'tsc' ||
    purposeOfProgram(program) !== null ||
    purposeOfSubcommand(program, [program]) !== null
  )
}

/** Describes one command. `input` is the text of its here-document or here-string, else null. Never throws. */
export function useOfCommand(words: readonly string[], input: string | null, depth = 0): CommandUse {
  const raw = words[0] ?? ''
  if (raw === '' || depth > deepest) return nothing
  const program = baseName(raw).toLowerCase()
  const byPath = raw.includes('/') || raw.includes('\\')
  if (!byPath && !raw.startsWith('$') && words.length === 2 && informing.has(words[1] ?? '')) return nothing
  const special = useOfSpecial(program, words, input)
  if (special !== null) return special
  if (isPackageManager(program))
    return ofRunner(useOfPackageManager(program, words, isKnown), words, input, depth)
  const runner = useOfTaskRunner(program, words, isKnown)
  if (runner !== null) return ofRunner(runner, words, input, depth)
  const purpose = purposeOfSubcommand(program, words) ?? purposeOfProgram(program)
  if (purpose !== null) return ofPurposes([purpose], words, namesFiles.has(purpose) ? filesAmong(words) : [])
  const interpreter = interpreterOf(program)
  if (interpreter !== null) return useOfInterpreter(interpreter, words, input, depth)
  const file = byPath && !installedFolder.test(raw) ? null : useOfFileProgram(program, words)
  if (file !== null) return { ...nothing, ...file }
  return useOfUnknown(raw, byPath, words)
}

function ofPurposes(
  purposes: readonly Purpose[],
  words: readonly string[],
  files: readonly TouchedFile[] = [],
): CommandUse {
  const checks = purposes.filter(
    (one): one is CheckKind => one !== 'read' && one !== 'write' && one !== 'execute',
  )
  const effect = checks.length > 0 || purposes.includes('execute') ? 'execute' : (purposes[0] ?? 'read')
  const verify = checks.some((kind) => kind !== 'deploy' && (kind !== 'format' || checksFormat(words)))
  return {
    effect: effect === 'write' ? 'write' : effect === 'read' ? 'read' : 'execute',
    checks,
    verify,
    files,
    housekeeping: false,
    guessed: false,
  }
}

function checksFormat(words: readonly string[]): boolean {
  return words.some((word, index) => index > 0 && (formatChecks.has(word) || /(?:^|[:_-])check$/.test(word)))
}

function ofRunner(use: RunnerUse, words: readonly string[], input: string | null, depth: number): CommandUse {
  if (use.kind === 'command') return useOfCommand(use.words, input, depth + 1)
  return ofPurposes(use.purposes, words, filesAmong(words, 2))
}

function useOfSpecial(program: string, words: readonly string[], input: string | null): CommandUse | null {
  if (program === 'git') return { ...nothing, ...useOfGit(words) }
  if (program === 'tsc') return useOfCompiler(words)
  if (program === 'curl' || program === 'wget') return useOfDownload(program, words)
  if (program === 'manage.py') return useOfManage(words)
  if (program === 'apply_patch')
    return { ...nothing, effect: 'write', files: filesOfPatch(input ?? words[1] ?? '') }
  if (program === 'jq' && (words[1] === 'empty' || words.includes('-e')))
    return ofPurposes(['lint'], words, filesAmong(words))
  if (program === 'gh' && words.includes('api') && words.some((word) => sendsFields.test(word)))
    return ofPurposes(['execute'], words)
  if (program === 'crontab' && words[1] !== '-l') return ofPurposes(['execute'], words)
  return null
}

function useOfCompiler(words: readonly string[]): CommandUse {
  if (words.some((word) => /^--(?:init|showConfig|listFilesOnly)$/.test(word)))
    return ofPurposes(['read'], words)
  const silent = words.some((word) => /^--noEmit$/i.test(word))
  return ofPurposes(silent ? ['typecheck'] : ['typecheck', 'build'], words, filesAmong(words))
}

const localHost = /(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)/i

/** A request asks a running system, unless it brings a file from elsewhere. */
function useOfDownload(program: string, words: readonly string[]): CommandUse {
  const probe = ofPurposes(['probe'], words)
  if (words.some((word) => localHost.test(word.slice(0, 300)))) return probe
  const target = targetOfDownload(program, words)
  if (target === '/dev/null' || target === '-' || target === null) return probe
  return { ...nothing, effect: 'execute', files: target === '' ? [] : [{ path: target, access: 'write' }] }
}

/** The file that a download goes to: empty where the address names it, null where it goes to the screen. */
function targetOfDownload(program: string, words: readonly string[]): string | null {
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (program === 'curl') {
      if (word === '-o' || word === '--output' || /^-[A-Za-z]{1,6}o$/.test(word))
        return words[index + 1] ?? ''
      if (/^-[A-Za-z]{0,6}O$/.test(word) || word === '--remote-name') return ''
    } else if (word === '--spider' || /^-[A-Za-z]{0,4}O-$/.test(word)) return null
    else if (/^-[A-Za-z]{0,4}O$/.test(word)) return words[index + 1] ?? ''
  }
  return program === 'wget' ? '' : null
}

/** The commands of a Django project. */
function useOfManage(words: readonly string[]): CommandUse {
  const command = words[firstPositional(words, 1, new Set())] ?? ''
  const purposes: ReadonlyMap<string, Purpose> = new Map<string, Purpose>([
    ['test', 'test'],
    ['check', 'lint'],
    ['runserver', 'run'],
    ['shell', 'run'],
    ['shell_plus', 'run'],
    ['migrate', 'database'],
    ['loaddata', 'database'],
    ['dbshell', 'database'],
    ['showmigrations', 'read'],
    ['sqlmigrate', 'read'],
  ])
  return ofPurposes([purposes.get(command) ?? 'execute'], words)
}

const patchedFile = /^(?:\*\*\* (?:Update|Add|Delete) File: |\*\*\* Move to: |\+\+\+ b\/)(.{1,400})$/gm

/** The files that a patch changes, in the forms of Codex and of git; the first hundred. */
export function filesOfPatch(patch: string): readonly TouchedFile[] {
  const found = new Map<string, TouchedFile>()
  for (const match of patch.matchAll(patchedFile)) {
    const path = (match[1] ?? '').trim()
    if (path !== '' && path !== '/dev/null') found.set(path, { path, access: 'write' })
    if (found.size >= 100) break
  }
  return [...found.values()]
}

function useOfInterpreter(
  name: string,
  words: readonly string[],
  input: string | null,
  depth: number,
): CommandUse {
  if (name === 'perl' && words.some((word) => /^-[np0-7]{0,4}i/.test(word) || word === '-i')) {
    const files = filesAmong(words.slice(1)).map((file): TouchedFile => ({ ...file, access: 'write' }))
    return { ...nothing, effect: 'write', files }
  }
  const told = interpret(name, words, input)
  if (told.kind === 'purpose') return ofPurposes([told.purpose], words, filesAmong(words))
  if (told.kind === 'command') return useOfCommand(told.words, input, depth + 1)
  if (told.kind === 'file') {
    return ofPurposes(kindsOfScriptFile(told.path), words, [{ path: told.path, access: 'read' }])
  }
  const use = useOfCode(told.code)
  return use.writes
    ? { ...nothing, effect: 'write', files: use.files }
    : ofPurposes(['run'], words, use.files)
}

const scriptFile =
  /\.(?:sh|bash|zsh|py|rb|pl|php|js|mjs|cjs|ts|tsx|ps1|bat|cmd|lua|r|jl|jar|exe|out|command)$/i
/** `/opt/x/bin/rg` is the installed program, `./test` and `bin/find` are the work's own. */
const installedFolder = /^[~/].{0,300}\/s?bin\/[^/]{1,100}$/
const wellKnownFolder = /^(?:\/usr\/(?:local\/)?s?bin|\/s?bin|\/opt\/homebrew\/bin)\//

/** A program that no table knows: what is named by its path or by a variable is the work itself, run. */
function useOfUnknown(raw: string, byPath: boolean, words: readonly string[]): CommandUse {
  if (/[()?,;|&<>'"]|^@/.test(raw) || raw.length > 200)
    return { ...nothing, effect: 'execute', guessed: true }
  if ((byPath && !wellKnownFolder.test(raw)) || scriptFile.test(raw)) {
    return ofPurposes(kindsOfScriptFile(raw), words, [{ path: raw, access: 'read' }, ...filesAmong(words)])
  }
  if (raw.startsWith('$')) return ofPurposes(['run'], words)
  const verb = words.find((word, index) => index > 0 && !isOption(word)) ?? ''
  const second = words.find((word, index) => index > words.indexOf(verb) && !isOption(word)) ?? ''
  if (lookingVerbs.has(verb) || (lookingVerbs.has(second) && !actingVerbs.has(verb))) return nothing
  if (words.some((word) => word === '--version' || word === '--help')) return nothing
  const kind = checkingVerbs.get(verb)
  if (kind !== undefined) return ofPurposes([kind], words, filesAmong(words, 2))
  if (/(?:lint(?:er)?|[-_]check)$/i.test(raw)) return ofPurposes(['lint'], words, filesAmong(words))
  if (/[-_](?:tests?|runner)$/i.test(raw)) return ofPurposes(['test'], words, filesAmong(words))
  return { ...nothing, effect: 'execute', guessed: true }
}
