/** What the programs did whose options, not their names or subcommands, say what they are for. */

import type { Deed, TouchedFile } from '../calls/call.js'
import { filesAmong, touched } from './file-programs.js'
import { type CommandUse, nothing, ofPurposes } from './purposes.js'
import { kindsOfName } from './script-names.js'
import { baseName, firstPositional, positionals, wordSet } from './words.js'

type Words = readonly string[]
type Use = (words: Words, input: string | null) => CommandUse | null

const sendsFields = /^(?:-X|--method|-f|-F|--field|--raw-field|--input)$|^-X(?:POST|PUT|PATCH|DELETE)$/
const executes: Use = (words) => ofPurposes(['execute'], words)
const has = (words: Words, pattern: RegExp) => words.some((word, index) => index > 0 && pattern.test(word))

const uses: ReadonlyMap<string, Use> = new Map<string, Use>([
  ['git', useOfGit],
  // beads keeps a list of what is to be done: whatever is said to it is no work of the list's items.
  ['bd', () => nothing],
  ['tsc', useOfCompiler],
  ['curl', useOfDownload],
  ['wget', useOfDownload],
  [
    'apply_patch',
    (words, input) => ({ ...nothing, effect: 'write', files: filesOfPatch(input ?? words[1] ?? '') }),
  ],
  [
    'jq',
    (words) =>
      words[1] === 'empty' || words.includes('-e') ? ofPurposes(['lint'], words, filesAmong(words)) : null,
  ],
  ['gh', useOfGitHub],
  ['rsync', (words) => (has(words, /^-[a-z]*n/) ? ofPurposes(['deploy'], [...words, '--dry-run']) : null)],
  ['deno', (words) => (words[1] === 'task' ? useOfDenoTask(words) : null)],
  ['str_replace_editor', useOfEditor],
  ['str_replace_based_edit_tool', useOfEditor],
  ['cargo', useOfTestDriver],
  ['go', useOfTestDriver],
  ['docker', useOfCompose],
  ['docker-compose', useOfCompose],
  ['crontab', (words) => (words[1] === '-l' ? null : executes(words, null))],
  ['ctest', (words) => (words.includes('-N') ? ofPurposes(['test'], [...words, '--list-tests']) : null)],
  ...['aws', 'gcloud', 'az', 'doctl', 'oci', 'ibmcloud'].map((cloud) => [cloud, useOfCloud] as const),
])

/** What such a program did, or null where it is none. `input` is the text of its here-document, else null. */
export function useOfSpecial(program: string, words: Words, input: string | null): CommandUse | null {
  const use = uses.get(program)
  return use === undefined ? useOfGameEngine(program, words) : use(words, input)
}

function useOfCompose(words: Words): CommandUse | null {
  return words.includes('up') && words.includes('--build') ? ofPurposes(['deploy', 'build'], words) : null
}

function useOfGitHub(words: Words): CommandUse | null {
  if (words.includes('graphql'))
    return has(words, /^[\s\S]{0,2000}\bmutation\b/) ? ofPurposes(['execute'], words) : nothing
  if (words.includes('api') && has(words, sendsFields)) return ofPurposes(['execute'], words)
  const [group, verb = ''] = positionals(words, 1, wordSet('-R --repo'))
  if (group !== 'pr' || (verb !== 'create' && verb !== 'merge')) return null
  const deed = verb === 'create' ? 'pull-request' : 'merge'
  return { ...ofPurposes(['execute'], words), deed }
}

function useOfCompiler(words: Words): CommandUse {
  if (words.includes('--init')) return ofPurposes(['execute'], words)
  if (has(words, /^--(?:showConfig|listFilesOnly)$/)) return ofPurposes(['typecheck'], [...words, '--help'])
  const silent = has(words, /^--noEmit$/i)
  return ofPurposes(silent ? ['typecheck'] : ['typecheck', 'build'], words, filesAmong(words))
}

/** Deno's tasks are scripts with names. */
function useOfDenoTask(words: Words): CommandUse {
  const name = words[firstPositional(words, 2, wordSet('--config -c --cwd'))]
  if (name === undefined) return nothing
  const kinds = kindsOfName(name)
  const use = ofPurposes(kinds.length > 0 ? kinds : ['execute'], words)
  return { ...use, scripts: [{ runner: 'deno', name }] }
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
  const installs = words[1] === 'install' || words[1] === 'get' || words[1] === 'add' || words[1] === 'fetch'
  if (installs && (!isGo || words[1] === 'get' || has(words, /@/))) return ofPurposes(['install'], words)
  // No tests are chosen where the benchmarks are what is to run.
  if (isGo && has(words, /^-(?:test\.)?(?:bench|fuzz)(?:=|$)/)) return ofPurposes(['test', 'run'], words)
  const chosen = words.includes('-run')
    ? words[words.indexOf('-run') + 1]
    : words.find((word) => word.startsWith('-run='))?.slice(5)
  const none =
    words.includes('--no-run') ||
    (words[1] === 'test' && words.includes('-c')) ||
    (chosen !== undefined && runsNone.test(chosen))
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
  const valued = wordSet('--profile --region --output --project -o -g -n --zone')
  const names = positionals(words, 1, valued).slice(0, 4)
  const looks = names.some((name) =>
    /^(?:describe|list|get|show|ls|tail|read|wait|help|version)(?:-|$)/.test(name),
  )
  return looks && !names.some((name) => /^(?:deploy|invoke|sync|cp)$/.test(name)) ? nothing : null
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
  const isWget = baseName(words[0] ?? '') === 'wget'
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const next = words[index + 1] ?? ''
    if (isWget) {
      if (word === '--spider' || /^-[A-Za-z]{0,4}O-$/.test(word)) return null
      if (/^-[A-Za-z]{0,4}O$/.test(word)) return next
    } else {
      if (/^-[A-Za-z]{0,6}o$/.test(word) || word === '--output') return next
      if (/^-[A-Za-z]{0,6}O$/.test(word) || word === '--remote-name') return ''
    }
  }
  return isWget ? '' : null
}

const patchedFile = /^(?:\*\*\* (?:Update|Add|Delete) File: |\*\*\* Move to: |\+\+\+ b\/)(.{1,400})$/gm

/** The files that a patch changes, as git writes it, or `*** Begin Patch`; the first hundred. */
export function filesOfPatch(patch: string): readonly TouchedFile[] {
  const paths = [...patch.matchAll(patchedFile)].map((match) => (match[1] ?? '').trim())
  const named = paths.filter((path) => path !== '/dev/null')
  return touched([...new Set(named)].slice(0, 100), 'write')
}

const gitValued = wordSet('-C -c --git-dir --work-tree --namespace --exec-path')
const gitLooks = wordSet(`
  status log diff show blame annotate grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog reflog cat-file
  show-ref for-each-ref name-rev merge-base count-objects check-ignore check-attr var whatchanged cherry range-diff help
  version fsck verify-commit verify-tag symbolic-ref diff-tree diff-index diff-files show-branch bugreport --version -`)
const changesFiles = wordSet('rm mv restore revert cherry-pick clean')
/** Subcommands that look when they are given no argument of their own, or only one of these. */
const looksWith: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'branch',
    wordSet('-a -v -vv -r --all --list -l --show-current --contains --merged --no-merged --remotes --format'),
  ],
  ['tag', wordSet('-l --list -n --contains --points-at --sort')],
  ['remote', wordSet('-v --verbose show get-url')],
  ['stash', wordSet('list show')],
  ['config', wordSet('--get --list -l --get-all --get-regexp get list')],
  ['worktree', wordSet('list')],
  ['submodule', wordSet('status summary')],
  ['notes', wordSet('list show')],
  ['bisect', wordSet('log view')],
  ['lfs', wordSet('ls-files status env')],
])
const looksBare = wordSet('branch tag remote submodule')
const gitDeeds: ReadonlyMap<string, Deed> = new Map([
  ['commit', 'commit'],
  ['push', 'push'],
  ['merge', 'merge'],
  ['tag', 'tag'],
])
/** `-n` is no dry run of a commit: it leaves out the hooks. */
const shortDryRuns = wordSet('push add rm mv clean prune')

function useOfGit(words: Words): CommandUse {
  const at = firstPositional(words, 1, gitValued)
  const subcommand = words[at] ?? '-'
  const rest = words.slice(at + 1)
  const named = positionals(rest, 0, wordSet('-s --source -m'))
  const looking = looksWith.get(subcommand)
  const looks =
    gitLooks.has(subcommand) ||
    (looking !== undefined && rest.some((word) => looking.has(word.split('=')[0] ?? ''))) ||
    (looksBare.has(subcommand) && rest.length === 0) ||
    (subcommand === 'config' && named.length === 1)
  if (looks) return nothing
  const undoes = has(['', ...rest], /^(?:--abort|--delete|-d|-D|:.+)$/)
  const deed = undoes ? null : (gitDeeds.get(subcommand) ?? null)
  const dry =
    rest.includes('--dry-run') || (shortDryRuns.has(subcommand) && has(['', ...rest], /^-[a-z]*n[a-z]*$/))
  if (dry || rest.includes('--help')) return { ...nothing, deed, dry: true }
  if (subcommand === 'push' && /^(?:heroku|dokku|piku|production|prod|live)$/.test(named[0] ?? ''))
    return ofPurposes(['deploy'], words)
  if (subcommand === 'apply' || subcommand === 'am') {
    const effect = rest.includes('--check') || rest.includes('--stat') ? 'read' : 'write'
    return { ...nothing, effect, files: touched(named, 'read') }
  }
  if (changesFiles.has(subcommand)) return { ...nothing, effect: 'write', files: touched(named, 'write') }
  const dashes = rest.indexOf('--')
  if (subcommand === 'checkout' && dashes >= 0)
    return { ...nothing, effect: 'write', files: touched(rest.slice(dashes + 1), 'write') }
  return { ...nothing, effect: 'execute', deed }
}
