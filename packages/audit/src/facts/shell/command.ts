/** What one simple command did, its wrappers taken off: the effect, the checks and the files. */

import type { CheckKind } from '../calls/call.js'
import type { KnownTools } from '../calls/tool-names.js'
import { useOfFileProgram } from './file-programs.js'
import { interpret, interpreterOf, useOfCode } from './interpreters.js'
import { baseName, filesAmong, touched } from './paths.js'
import { type Purpose, type Purposes, programs, subcommands, usualVerbs } from './programs.js'
import { type CommandUse, nothing, ofPurposes } from './purposes.js'
import { type RunnerUse, useOfRunner } from './runners.js'
import { isForAll, kindsOfScriptFile } from './script-names.js'
import { useOfSpecial } from './special-commands.js'
import { firstPositional, isOption, wordSet } from './words.js'
import { unwrap } from './wrappers.js'

const kinds: readonly CheckKind[] = [
  ...([
    'test',
    'build',
    'lint',
    'typecheck',
    'format',
    'run',
    'probe',
    'browser',
    'database',
    'deploy',
  ] as const),
]
const purposes: readonly Purpose[] = [...kinds, 'install', 'publish', 'read', 'write', 'execute']

/** Each word of a table with what it is for. */
function wordsOf(table: Purposes): ReadonlyMap<string, Purpose> {
  return new Map(
    purposes.flatMap((one) => [...wordSet(table[one] ?? '')].map((word) => [word, one] as const)),
  )
}

const byProgram = wordsOf(programs)
const byVerb = wordsOf(usualVerbs)
const bySubcommand = new Map(
  Object.entries(subcommands).flatMap(([names, { valued = '', ...table }]) => {
    const words = wordsOf(table)
    const options = [...words.keys()].filter((word) => word.startsWith('-') && word.length > 1)
    return [...wordSet(names)].map((name) => [name, { valued: wordSet(valued), words, options }] as const)
  }),
)
const actingVerbs = wordSet(
  'add create update delete remove rm set install run exec test close edit push pull commit start stop use init',
)

/** What a program of many uses is for with these words; null where the program is not known as such. */
function purposeOfSubcommand(program: string, words: readonly string[]): Purpose | null {
  const known = bySubcommand.get(program)
  if (known === undefined) return null
  const option = known.options.find((one) => words.includes(one))
  if (option !== undefined) return known.words.get(option) ?? null
  let index = firstPositional(words, 1, known.valued)
  // A toolchain in front of cargo's subcommand.
  if (words[index]?.startsWith('+') === true) index = firstPositional(words, index + 1, known.valued)
  const first = words[index]
  const second = words[firstPositional(words, index + 1, known.valued)] ?? ''
  if (first === undefined) return known.words.get('-') ?? 'execute'
  const own = known.words.get(`${first}.${second}`) ?? known.words.get(first) ?? known.words.get('*')
  return own ?? purposeOfVerbs(first, second) ?? 'execute'
}

/** What the usual verbs say: `deploy`, `issue list`. */
function purposeOfVerbs(first: string, second: string): Purpose | null {
  const looks = byVerb.get(second) === 'read' && !actingVerbs.has(first)
  return byVerb.get(first) ?? (looks ? 'read' : null)
}

/** What these are given as paths is what they work on. */
const namesFiles: ReadonlySet<Purpose> = new Set(['test', 'build', 'lint', 'typecheck', 'format', 'run'])
const informing = wordSet('--version -version -V --help -h version help')
/** Runners of many packages, which package managers run by their name. */
const monorepoRunners = wordSet('turbo nx lerna moon wireit')
const deepest = 6

/** Describes one command. `input` is the text of its here-document or here-string, else null. Never throws. */
export function useOfCommand(
  words: readonly string[],
  input: string | null,
  tools: KnownTools,
  depth = 0,
): CommandUse {
  const raw = words[0] ?? ''
  // PowerShell sets variables so.
  if (raw === '' || depth > deepest || /^\$[\w:]{1,60}=/.test(raw)) return nothing
  const again = (inner: readonly string[]) => useOfCommand(inner, input, tools, depth + 1)
  if (raw.startsWith('$') && words[1] === '=') return again(words.slice(2))
  const program = baseName(raw).toLowerCase()
  const byPath = raw.includes('/') || raw.includes('\\')
  const informs = !byPath && !raw.startsWith('$') && words.length === 2 && informing.has(words[1] ?? '')
  if (informs) return { ...nothing, checks: checksNamed(program), dry: true }
  const special = useOfSpecial(program, words, input)
  if (special !== null) return special
  const isKnown = (name: string) =>
    name === 'tsc' ||
    monorepoRunners.has(name) ||
    tools.runsAgent(name) ||
    byProgram.has(name) ||
    bySubcommand.has(name)
  const runner = useOfRunner(program, words, isKnown)
  if (runner?.kind === 'command') return again(unwrap(runner.words).words)
  if (runner !== null) return ofRunner(runner, words)
  const agent = tools.runsAgent(program) ? 'run' : null
  const purpose = purposeOfSubcommand(program, words) ?? byProgram.get(program) ?? agent
  if (purpose !== null) return ofPurposes([purpose], words, namesFiles.has(purpose) ? filesAmong(words) : [])
  const interpreter = interpreterOf(program)
  if (interpreter !== null) return useOfInterpreter(interpreter, words, input, again)
  const file = byPath && !installedFolder.test(raw) ? null : useOfFileProgram(program, words)
  return file === null ? useOfUnknown(raw, byPath, words) : { ...nothing, ...file }
}

/** The check that a program is whatever its arguments, of which only help or a version was asked. */
function checksNamed(program: string): readonly CheckKind[] {
  return ofPurposes([byProgram.get(program) ?? 'read'], [program]).checks
}

function ofRunner(use: RunnerUse & { readonly kind: 'purposes' }, words: readonly string[]): CommandUse {
  const known = ofPurposes(use.purposes, words, filesAmong(words, 2))
  if (known.effect === 'read') return known
  return { ...known, scripts: use.scripts ?? [], opaque: use.opaque === true }
}

function useOfInterpreter(
  name: string,
  words: readonly string[],
  input: string | null,
  again: (words: readonly string[]) => CommandUse,
): CommandUse {
  if (name === 'perl' && words.some((word) => /^-[np0-7]{0,4}i/.test(word) || word === '-i')) {
    const files = filesAmong(words.slice(1)).map(({ path }) => path)
    return { ...nothing, effect: 'write', files: touched(files, 'write') }
  }
  const run = interpret(name, words, input)
  if (run.kind === 'purpose') return ofPurposes([run.purpose], words, filesAmong(words))
  if (run.kind === 'command') return again(unwrap(run.words).words)
  if (run.kind === 'file') return ofScriptFile(run.path, words, touched([run.path], 'read'))
  const use = useOfCode(run.code)
  if (use.writes && !use.tests) return { ...nothing, effect: 'write', files: use.files, opaque: true }
  return { ...ofPurposes([use.tests ? 'test' : 'run'], words, use.files), opaque: !use.tests }
}

/** A script that is run by its path: what its name says, and where its content is not known it may be anything. */
function ofScriptFile(path: string, words: readonly string[], files: CommandUse['files']): CommandUse {
  const use = ofPurposes(kindsOfScriptFile(path), words, files)
  const stem = baseName(path).replace(/\.\w{1,5}$/, '')
  const opaque = use.checks.every((kind) => kind === 'run') || isForAll(stem)
  return use.dry ? use : { ...use, scripts: [{ runner: 'file', name: path }], opaque }
}

const scriptFile =
  /\.(?:sh|bash|zsh|py|rb|pl|php|js|mjs|cjs|ts|tsx|ps1|bat|cmd|lua|r|jl|jar|exe|out|command)$/i
/** `/opt/x/bin/rg` is the installed program, `./test` and `bin/find` are the work's own. */
const installedFolder = /^[~/].{0,300}\/s?bin\/[^/]{1,100}$/
const wellKnownFolder = /^(?:\/usr\/(?:local\/)?s?bin|\/s?bin|\/opt\/homebrew\/bin)\//

/** A program that no table knows: what is named by its path or by a variable is the work itself, run. */
function useOfUnknown(raw: string, byPath: boolean, words: readonly string[]): CommandUse {
  const guess: CommandUse = { ...nothing, effect: 'execute', guessed: true, opaque: true }
  if (/[()?,;|&<>'"]|^@/.test(raw) || raw.length > 200) return { ...guess, opaque: false }
  if (/(?:^|[\\/])activate(?:\.\w{1,4})?$/i.test(raw)) return nothing
  if ((byPath && !wellKnownFolder.test(raw)) || scriptFile.test(raw))
    return ofScriptFile(raw, words, [...touched([raw], 'read'), ...filesAmong(words)])
  if (raw.startsWith('$')) return { ...ofPurposes(['run'], words), opaque: true }
  // Generators carry the name of what they make, not of what they do.
  if (/^create-|-init$/i.test(raw)) return { ...guess, opaque: false }
  const at = firstPositional(words, 1, new Set())
  const verb = words[at] ?? ''
  const second = words.find((word, index) => index > at && !isOption(word)) ?? ''
  const usual = purposeOfVerbs(verb, second)
  if (usual === 'read') return nothing
  if (words.some((word) => word === '--version' || word === '--help')) return { ...nothing, dry: true }
  const named = /(?:lint(?:er)?|[-_]check)$/i.test(raw)
    ? 'lint'
    : /[-_](?:tests?|runner)$/i.test(raw)
      ? 'test'
      : null
  const purpose = usual ?? named
  return purpose === null ? guess : ofPurposes([purpose], words, filesAmong(words, 2))
}
