/** What one simple command did, its wrappers taken off: the effect, the checks and the files. */

import type { CheckKind, TouchedFile } from '../calls/call-description.js'
import { type KnownTools, noTools } from '../calls/tool-names.js'
import { baseName, isOption, wordSet } from './arguments.js'
import { purposeOfProgram, purposeOfSubcommand } from './check-commands.js'
import { type CommandUse, nothing, ofPurposes, type Purpose } from './command-use.js'
import { filesAmong, useOfFileProgram } from './file-programs.js'
import { interpret, interpreterOf, useOfCode } from './interpreters.js'
import { kindsOfScriptFile } from './script-names.js'
import { useOfSpecial } from './special-commands.js'
import { isPackageManager, type RunnerUse, useOfPackageManager, useOfTaskRunner } from './task-runners.js'
import { unwrap } from './wrappers.js'

/** What these are given as paths is what they work on. */
const namesFiles: ReadonlySet<Purpose> = new Set(['test', 'build', 'lint', 'typecheck', 'format', 'run'])
const deepest = 6
const informing = wordSet('--version -version -V --help -h version help')
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

/** Runners of many packages, which package managers run by their name. */
const monorepoRunners = wordSet('turbo nx lerna moon wireit')

/** True where the tables know the program as a check or by its subcommands, or it runs an agent. */
function isKnown(program: string, tools: KnownTools): boolean {
  return (
    program === 'tsc' ||
    monorepoRunners.has(program) ||
    tools.runsAgent(program) ||
    purposeOfProgram(program) !== null ||
    purposeOfSubcommand(program, [program]) !== null
  )
}

/** Describes one command. `input` is the text of its here-document or here-string, else null. Never throws. */
export function useOfCommand(
  words: readonly string[],
  input: string | null,
  tools: KnownTools = noTools,
  depth = 0,
): CommandUse {
  const isKnownHere = (program: string): boolean => isKnown(program, tools)
  const raw = words[0] ?? ''
  if (raw === '' || depth > deepest) return nothing
  // PowerShell sets variables so.
  if (/^\$[\w:]{1,60}=/.test(raw)) return nothing
  if (raw.startsWith('$') && words[1] === '=') return useOfCommand(words.slice(2), input, tools, depth + 1)
  const program = baseName(raw).toLowerCase()
  const byPath = raw.includes('/') || raw.includes('\\')
  if (!byPath && !raw.startsWith('$') && words.length === 2 && informing.has(words[1] ?? '')) return nothing
  const special = useOfSpecial(program, words, input)
  if (special !== null) return special
  if (isPackageManager(program))
    return ofRunner(useOfPackageManager(program, words, isKnownHere), words, input, tools, depth)
  const runner = useOfTaskRunner(program, words, isKnownHere)
  if (runner !== null) return ofRunner(runner, words, input, tools, depth)
  const purpose =
    purposeOfSubcommand(program, words) ??
    purposeOfProgram(program) ??
    (tools.runsAgent(program) ? 'run' : null)
  if (purpose !== null) return ofPurposes([purpose], words, namesFiles.has(purpose) ? filesAmong(words) : [])
  const interpreter = interpreterOf(program)
  if (interpreter !== null) return useOfInterpreter(interpreter, words, input, tools, depth)
  const file = byPath && !installedFolder.test(raw) ? null : useOfFileProgram(program, words)
  if (file !== null) return { ...nothing, ...file }
  return useOfUnknown(raw, byPath, words)
}

function ofRunner(
  use: RunnerUse,
  words: readonly string[],
  input: string | null,
  tools: KnownTools,
  depth: number,
): CommandUse {
  if (use.kind === 'command') return useOfCommand(unwrap(use.words).words, input, tools, depth + 1)
  const known = ofPurposes(use.purposes, words, filesAmong(words, 2))
  return use.scripts === undefined || known.effect === 'read' ? known : { ...known, scripts: use.scripts }
}

function useOfInterpreter(
  name: string,
  words: readonly string[],
  input: string | null,
  tools: KnownTools,
  depth: number,
): CommandUse {
  if (name === 'perl' && words.some((word) => /^-[np0-7]{0,4}i/.test(word) || word === '-i')) {
    const files = filesAmong(words.slice(1)).map((file): TouchedFile => ({ ...file, access: 'write' }))
    return { ...nothing, effect: 'write', files }
  }
  const run = interpret(name, words, input)
  if (run.kind === 'purpose') return ofPurposes([run.purpose], words, filesAmong(words))
  if (run.kind === 'command') return useOfCommand(unwrap(run.words).words, input, tools, depth + 1)
  if (run.kind === 'file') {
    return ofPurposes(kindsOfScriptFile(run.path), words, [{ path: run.path, access: 'read' }])
  }
  const use = useOfCode(run.code)
  if (use.tests) return ofPurposes(['test'], words, use.files)
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
  if (/(?:^|[\\/])activate(?:\.\w{1,4})?$/i.test(raw)) return nothing
  if ((byPath && !wellKnownFolder.test(raw)) || scriptFile.test(raw)) {
    return ofPurposes(kindsOfScriptFile(raw), words, [{ path: raw, access: 'read' }, ...filesAmong(words)])
  }
  if (raw.startsWith('$')) return ofPurposes(['run'], words)
  // Generators carry the name of what they make, not of what they do.
  if (/^create-|-init$/i.test(raw)) return { ...nothing, effect: 'execute', guessed: true }
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
