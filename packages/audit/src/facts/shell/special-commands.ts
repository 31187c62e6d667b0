/** What the programs did whose options, not their names or subcommands, say what they are for. */

import type { TouchedFile } from '../calls/call.js'
import { useOfGit } from './git.js'
import { baseName, filesAmong, touched } from './paths.js'
import { type CommandUse, nothing, ofPurposes } from './purposes.js'
import { positionals, wordSet } from './words.js'

type Words = readonly string[]
type Use = (words: Words, input: string | null) => CommandUse | null

const has = (words: Words, pattern: RegExp) => words.some((word, index) => index > 0 && pattern.test(word))

const uses: ReadonlyMap<string, Use> = new Map<string, Use>([
  ['git', useOfGit],
  // beads keeps a list of what is to be done: whatever is said to it is no work of the list's items.
  ['bd', () => nothing],
  ['tsc', useOfCompiler],
  ['curl', useOfDownload],
  ['wget', useOfDownload],
  ['apply_patch', (words, input) => written(filesOfPatch(input ?? words[1] ?? ''))],
  ['jq', (words) => (has(words, /^(?:empty|-e)$/) ? ofPurposes(['lint'], words, filesAmong(words)) : null)],
  ['gh', useOfGitHub],
  ['rsync', (words) => (has(words, /^-[a-z]*n/) ? ofPurposes(['deploy'], [...words, '--dry-run']) : null)],
  ['str_replace_editor', useOfEditor],
  ['str_replace_based_edit_tool', useOfEditor],
  ['cargo', useOfTestDriver],
  ['go', useOfTestDriver],
  ['docker', useOfCompose],
  ['docker-compose', useOfCompose],
  ['ctest', (words) => (words.includes('-N') ? ofPurposes(['test'], [...words, '--list-tests']) : null)],
  ...['aws', 'gcloud', 'az', 'doctl', 'oci', 'ibmcloud'].map((cloud) => [cloud, useOfCloud] as const),
])

/** What such a program did, or null where it is none. `input` is the text of its here-document, else null. */
export function useOfSpecial(program: string, words: Words, input: string | null): CommandUse | null {
  const use = uses.get(program)
  return use === undefined ? useOfGameEngine(program, words) : use(words, input)
}

function written(files: readonly TouchedFile[]): CommandUse {
  return { ...nothing, effect: 'write', files }
}

function useOfCompose(words: Words): CommandUse | null {
  return words.includes('up') && words.includes('--build') ? ofPurposes(['deploy', 'build'], words) : null
}

const sendsFields = /^(?:-X|--method|-f|-F|--field|--raw-field|--input)$|^-X(?:POST|PUT|PATCH|DELETE)$/

function useOfGitHub(words: Words): CommandUse | null {
  if (words.includes('graphql'))
    return has(words, /^[\s\S]{0,2000}\bmutation\b/) ? ofPurposes(['execute'], words) : nothing
  if (words.includes('api') && has(words, sendsFields)) return ofPurposes(['execute'], words)
  const [group, verb = ''] = positionals(words, 1, wordSet('-R --repo'))
  if (group !== 'pr' || (verb !== 'create' && verb !== 'merge')) return null
  return { ...ofPurposes(['execute'], words), deed: verb === 'create' ? 'pull-request' : 'merge' }
}

function useOfCompiler(words: Words): CommandUse {
  if (words.includes('--init')) return ofPurposes(['execute'], words)
  if (has(words, /^--(?:showConfig|listFilesOnly)$/)) return ofPurposes(['typecheck'], [...words, '--help'])
  const silent = has(words, /^--noEmit$/i)
  return ofPurposes(silent ? ['typecheck'] : ['typecheck', 'build'], words, filesAmong(words))
}

/** An editor that is also a program of an agent's shell. */
function useOfEditor(words: Words): CommandUse {
  const access = words[1] === 'view' ? 'read' : 'write'
  return { ...nothing, effect: access, files: touched(words.slice(2, 3), access) }
}

const runsNone = /^(?:\^?\$|\^\$|\^?(?:XXX|xxx|NONE|none|NoTests?|__none__)\$?)$/

/** Tests that are compiled and not run are a build; a tool that is installed is none. */
function useOfTestDriver(words: Words): CommandUse | null {
  const isGo = baseName(words[0] ?? '') === 'go'
  // Both go through the types first.
  if (words.includes(isGo ? 'vet' : 'clippy'))
    return ofPurposes(['lint', 'typecheck'], words, filesAmong(words))
  const fetches = /^(?:install|get|add|fetch)$/.test(words[1] ?? '')
  if (fetches && (!isGo || words[1] === 'get' || has(words, /@/))) return ofPurposes(['install'], words)
  // No tests are chosen where the benchmarks are what is to run.
  if (isGo && has(words, /^-(?:test\.)?(?:bench|fuzz)(?:=|$)/)) return ofPurposes(['test', 'run'], words)
  const joined = words.find((word) => word.startsWith('-run='))?.slice(5)
  const chosen = words.includes('-run') ? words[words.indexOf('-run') + 1] : joined
  const isBuilt = words.includes('--no-run') || (words[1] === 'test' && words.includes('-c'))
  const none = isBuilt || (chosen !== undefined && runsNone.test(chosen))
  return none && has(words, /^(?:test|nextest|bench)$/) ? ofPurposes(['build'], words) : null
}

/** Game engines start the editor, the game, or by their options a test runner or an export. */
function useOfGameEngine(program: string, words: Words): CommandUse | null {
  if (!/^(?:godot(?:\d|_.{1,40})?|unity(?:-editor)?|(?:unreal|ue4)editor(?:-cmd)?)$/.test(program))
    return null
  const tests = /^--?runtests$|runeditmodetests|gut_cmdln|gdunit|run_?tests?\.gd$|automation runtests?/i
  if (has(words, tests)) return ofPurposes(['test'], words)
  if (has(words, /^--(?:export|build)|^-build\w*$|^-executeMethod$/i)) return ofPurposes(['build'], words)
  return ofPurposes([words.includes('--check-only') ? 'typecheck' : 'run'], words)
}

/** The command lines of clouds name what only looks by its verb, however deep it stands. */
function useOfCloud(words: Words): CommandUse | null {
  const names = positionals(words, 1, wordSet('--profile --region --output --project -o -g -n --zone'))
  const path = names.slice(0, 4).join(' ')
  const looks = /(?:^| )(?:describe|list|get|show|ls|tail|read|wait|help|version)(?:-| |$)/.test(path)
  return looks && !/(?:^| )(?:deploy|invoke|sync|cp)(?: |$)/.test(path) ? nothing : null
}

const localHost = /^.{0,200}(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)/i

/** A request asks a running system, unless it brings a file from elsewhere. */
function useOfDownload(words: Words): CommandUse {
  const probe = ofPurposes(['probe'], words)
  // Whoever prints the status asks how the system answers.
  if (has(words, localHost) || has(words, /^(?:-w|--write-out)$/)) return probe
  const target = targetOfDownload(words)
  if (target === '/dev/null' || target === '-' || target === null) return probe
  return { ...nothing, effect: 'execute', files: touched([target], 'write') }
}

/** The file that a download goes to: empty where the address names it, null where it goes to the screen. */
function targetOfDownload(words: Words): string | null {
  if (baseName(words[0] ?? '') === 'wget') {
    if (has(words, /^--spider$|^-[A-Za-z]{0,4}O-$/)) return null
    const at = words.findIndex((word) => /^-[A-Za-z]{0,4}O$/.test(word))
    return at < 0 ? '' : (words[at + 1] ?? '')
  }
  const at = words.findIndex((word) => /^-[A-Za-z]{0,6}o$|^--output$/.test(word))
  if (at > 0) return words[at + 1] ?? ''
  return has(words, /^-[A-Za-z]{0,6}O$|^--remote-name$/) ? '' : null
}

const patchedFile = /^(?:\*\*\* (?:Update|Add|Delete) File: |\*\*\* Move to: |\+\+\+ b\/)(.{1,400})$/gm

/** The files that a patch changes, as git writes it, or `*** Begin Patch`; the first hundred. */
export function filesOfPatch(patch: string): readonly TouchedFile[] {
  const paths = [...patch.matchAll(patchedFile)].map((match) => (match[1] ?? '').trim())
  return touched([...new Set(paths.filter((path) => path !== '/dev/null'))].slice(0, 100), 'write')
}
