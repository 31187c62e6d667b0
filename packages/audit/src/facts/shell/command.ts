/** What one simple command did, its wrappers taken off: the effect, the checks and the files. */

import type { CommandUse } from '../calls/call.js'
import type { KnownTools } from '../calls/tool-names.js'
import { useOfFileProgram } from './file-programs.js'
import { useOfForge, useOfGit } from './git.js'
import { interpreterOf, useOfInterpreter, useOfScript } from './interpreters.js'
import { type Purpose, type Purposes, programs, purposes, subcommands, usualVerbs } from './programs.js'
import { useOfRunner } from './runners.js'
import { isForAll } from './script-names.js'
import { nothing, ofPurposes, writing } from './uses.js'
import { baseName, filesAmong, firstPositional, isOption, touched, wordSet } from './words.js'
import { unwrap } from './wrappers.js'

type Words = readonly string[]

/** Each word of a table with what it is for. */
function wordsOf(table: Purposes): ReadonlyMap<string, Purpose> {
  return new Map(
    purposes.flatMap((one) => [...wordSet(table[one] ?? '')].map((word) => [word, one] as const)),
  )
}

const byProgram = wordsOf(programs)
const byVerb = wordsOf(usualVerbs)
const bySubcommand = new Map(
  Object.entries(subcommands).flatMap(([names, { valued = '', anything = '', ...table }]) => {
    const words = wordsOf(table)
    const options = [...words.keys()].filter((word) => word.startsWith('-') && word.length > 1)
    const known = { valued: wordSet(valued), open: wordSet(anything), words, options }
    return [...wordSet(names)].map((name) => [name, known] as const)
  }),
)
const actingVerbs = wordSet(
  'add create update delete remove rm set install run exec test close edit push pull commit start stop use init',
)

/** What a program of many uses is for with these words; null where the program is not known as such. */
function purposesOfSubcommand(program: string, words: Words): readonly Purpose[] | null {
  const known = bySubcommand.get(program)
  if (known === undefined) return null
  const option = known.options.find((one) => words.includes(one))
  if (option !== undefined) return [known.words.get(option) ?? 'execute']
  let index = firstPositional(words, 1, known.valued)
  // A toolchain in front of cargo's subcommand.
  if (words[index]?.startsWith('+') === true) index = firstPositional(words, index + 1, known.valued)
  const first = words[index]
  const second = words[firstPositional(words, index + 1, known.valued)] ?? ''
  if (first === undefined) return [known.words.get('-') ?? 'execute']
  const own = known.words.get(`${first}.${second}`) ?? known.words.get(first) ?? known.words.get('*')
  const purpose = own ?? purposeOfVerbs(first, second)
  // `mix check` is whatever the project made of it.
  const isUnknown = purpose === null || (own === undefined && program !== 'manage.py' && isForAll(first))
  const isOpen = [first, `${first}.${second}`, isUnknown ? '+' : ''].some((word) => known.open.has(word))
  return [purpose ?? 'execute', ...(isOpen ? (['anything'] as const) : [])]
}

/** What the usual verbs say: `deploy`, `issue list`. */
function purposeOfVerbs(first: string, second: string): Purpose | null {
  // The command lines of clouds say it in one word: `describe-stacks`.
  const looks = /^(?:describe|list|get)-/.test(second) || byVerb.get(second) === 'read'
  return byVerb.get(first) ?? (looks && !actingVerbs.has(first) ? 'read' : null)
}

/** What these are given as paths is what they work on. */
const namesFiles: ReadonlySet<Purpose> = new Set(['test', 'build', 'lint', 'typecheck', 'format', 'run'])
const informing = wordSet('--version -version -V --help -h help')
/** Runners of many packages, which package managers run by their name. */
const monorepoRunners = wordSet('tsc turbo nx lerna moon wireit')
const deepest = 6

/** Describes one command. `input` is the text of its here-document or here-string, else null. Never throws. */
export function useOfCommand(words: Words, input: string | null, tools: KnownTools, depth = 0): CommandUse {
  const raw = words[0] ?? ''
  // PowerShell sets variables so.
  if (raw === '' || depth > deepest || /^\$[\w:]{1,60}=/.test(raw)) return nothing
  const again = (inner: Words) => useOfCommand(unwrap(inner).words, input, tools, depth + 1)
  const program = baseName(raw).toLowerCase()
  const byPath = raw.includes('/') || raw.includes('\\')
  if (!byPath && !raw.startsWith('$') && words.length === 2 && informing.has(words[1] ?? ''))
    return { ...nothing, checks: ofPurposes([byProgram.get(program) ?? 'read'], [program]).checks, dry: true }
  const special = useOfSpecial(program, words, input)
  if (special !== null) return special
  const isKnown = (name: string) =>
    monorepoRunners.has(name) || tools.runsAgent(name) || byProgram.has(name) || bySubcommand.has(name)
  const run = useOfRunner(program, words, isKnown)
  if (run?.command !== undefined) return again(run.command)
  if (run !== null) {
    const known = ofPurposes(run.purposes, words, filesAmong(words, 2))
    return known.effect === 'read' ? known : { ...known, opaque: run.opaque }
  }
  const agent = tools.runsAgent(program) ? 'run' : null
  const purpose = byProgram.get(program) ?? agent
  const purposes = purposesOfSubcommand(program, words) ?? (purpose === null ? [] : [purpose])
  if (purposes.length > 0)
    return ofPurposes(purposes, words, purposes.some((one) => namesFiles.has(one)) ? filesAmong(words) : [])
  const interpreter = interpreterOf(program)
  if (interpreter !== null) return useOfInterpreter(interpreter, words, input, again)
  const file = byPath && !installedFolder.test(raw) ? null : useOfFileProgram(program, words)
  return file ?? useOfUnknown(raw, byPath, words)
}

const has = (words: Words, pattern: RegExp) => words.some((word, index) => index > 0 && pattern.test(word))

/** What the programs did whose options, not their names or subcommands, say what they are for; else null. */
function useOfSpecial(program: string, words: Words, input: string | null): CommandUse | null {
  switch (program) {
    case 'git':
      return useOfGit(words)
    case 'gh':
    case 'glab':
      return useOfForge(words)
    case 'bd':
      // beads keeps a list of what is to be done: whatever is said to it is no work of the list's items.
      return nothing
    case 'tsc': {
      const isSilent = has(words, /^--noEmit$/i)
      return ofPurposes(isSilent ? ['typecheck'] : ['typecheck', 'build'], words, filesAmong(words))
    }
    case 'curl':
    case 'wget':
      return useOfDownload(program, words)
    case 'apply_patch':
      return writing(filesOfPatch(input ?? words[1] ?? ''))
    case 'str_replace_editor': {
      // SWE-agent's editor is a program of its shell.
      const files = touched(words.slice(2, 3), words[1] === 'view' ? 'read' : 'write')
      return words[1] === 'view' ? { ...nothing, files } : writing(files)
    }
    case 'jq':
      return has(words, /^(?:empty|-e)$/) ? ofPurposes(['lint'], words, filesAmong(words)) : null
    case 'rsync':
      return has(words, /^-[a-z]*n/) ? ofPurposes(['deploy'], [...words, '--dry-run']) : null
    case 'cmake':
      // Without these it only sets the build up.
      return has(words, /^--(?:build|install|workflow)$/) ? null : ofPurposes(['anything'], words)
    case 'act':
      return has(words, /^-[nlg]$|^--(?:list|graph)$/)
        ? ofPurposes(['test', 'lint', 'build'], [...words, '--dry-run'])
        : null
    case 'cargo':
    case 'go':
      return useOfTestDriver(program, words)
    default:
      return null
  }
}

const runsNone = /^(?:\^?\$|\^\$|\^?(?:XXX|xxx|NONE|none|NoTests?|__none__)\$?)$/

/** Tests that are compiled and not run are a build; a tool that is installed is none. */
function useOfTestDriver(program: string, words: Words): CommandUse | null {
  // Both go through the types first.
  if (words[1] === 'vet' || words[1] === 'clippy')
    return ofPurposes(['lint', 'typecheck'], words, filesAmong(words))
  if (program === 'go' && (words[1] === 'get' || (words[1] === 'install' && has(words, /@/))))
    return ofPurposes(['install'], words)
  // No tests are chosen where the benchmarks are what is to run.
  if (program === 'go' && has(words, /^-(?:test\.)?(?:bench|fuzz)(?:=|$)/))
    return ofPurposes(['test', 'run'], words)
  const chosen = words[words.indexOf('-run') + 1] ?? ''
  const isBuilt = words.includes('--no-run') || (words[1] === 'test' && words.includes('-c'))
  const none = isBuilt || (words.includes('-run') && runsNone.test(chosen)) || has(words, /^-run=\^?\$$/)
  return none && has(words, /^(?:test|nextest|bench)$/) ? ofPurposes(['build'], words) : null
}

const localHost = /^.{0,200}(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)/i

/** A request asks a running system, unless it brings a file from elsewhere. */
function useOfDownload(program: string, words: Words): CommandUse {
  // Whoever prints the status asks how the system answers.
  const asks = has(words, localHost) || has(words, /^(?:-w|--write-out|--spider)$|^-[A-Za-z]{0,4}O-$/)
  const at = words.findIndex((word) =>
    (program === 'wget' ? /^-O$/ : /^-[A-Za-z]{0,6}o$|^--output$/).test(word),
  )
  const target = at < 0 ? '' : (words[at + 1] ?? '')
  const keeps = at > 0 || program === 'wget' || has(words, /^-[A-Za-z]{0,6}O$|^--remote-name$/)
  if (asks || !keeps || target === '/dev/null' || target === '-') return ofPurposes(['probe'], words)
  return { ...nothing, effect: 'execute', files: touched([target], 'write') }
}

const patchedFile = /^(?:\*\*\* (?:Update|Add|Delete) File: |\*\*\* Move to: |\+\+\+ b\/)(.{1,400})$/gm

/** The files that a patch changes, as git writes it, or `*** Begin Patch`; the first hundred. */
export function filesOfPatch(patch: string) {
  const paths = [...patch.matchAll(patchedFile)].map((match) => (match[1] ?? '').trim())
  return touched([...new Set(paths.filter((path) => path !== '/dev/null'))].slice(0, 100), 'write')
}

const scriptFile =
  /\.(?:sh|bash|zsh|py|rb|pl|php|js|mjs|cjs|ts|tsx|ps1|bat|cmd|lua|r|jl|jar|exe|out|command)$/i
/** `/opt/x/bin/rg` is the installed program, `./test` and `bin/find` are the work's own. */
const installedFolder = /^[~/].{0,300}\/s?bin\/[^/]{1,100}$/
const wellKnownFolder = /^(?:\/usr\/(?:local\/)?s?bin|\/s?bin|\/opt\/homebrew\/bin)\//

/** A program that no table knows: what is named by its path or by a variable is the work itself, run. */
function useOfUnknown(raw: string, byPath: boolean, words: Words): CommandUse {
  const guess: CommandUse = { ...nothing, effect: 'execute', guessed: true, opaque: true }
  if (/[()?,;|&<>'"]|^@/.test(raw) || raw.length > 200) return { ...guess, opaque: false }
  if (/(?:^|[\\/])activate(?:\.\w{1,4})?$/i.test(raw)) return nothing
  if ((byPath && !wellKnownFolder.test(raw)) || scriptFile.test(raw))
    return useOfScript(raw, words, [...touched([raw], 'read'), ...filesAmong(words)])
  if (raw.startsWith('$')) return { ...ofPurposes(['run'], words), opaque: true }
  // Generators carry the name of what they make, not of what they do.
  if (/^create-|-init$/i.test(raw)) return { ...guess, opaque: false }
  const at = firstPositional(words, 1)
  const second = words.find((word, index) => index > at && !isOption(word)) ?? ''
  const usual = purposeOfVerbs(words[at] ?? '', second)
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
