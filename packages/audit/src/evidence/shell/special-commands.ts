/** What the programs did whose options, not their names or subcommands, say what they are for. */

import type { TouchedFile } from '../calls/call-description.js'
import { firstPositional, positionals, wordSet } from './arguments.js'
import { type CommandUse, nothing, ofPurposes, type Purpose } from './command-use.js'
import { filesAmong } from './file-programs.js'
import { kindsOfName } from './script-names.js'

const sendsFields = /^(?:-X|--method|-f|-F|--field|--raw-field|--input)$|^-X(?:POST|PUT|PATCH|DELETE)$/

/** What such a program did, or null where it is none. `input` is the text of its here-document, else null. */
export function useOfSpecial(
  program: string,
  words: readonly string[],
  input: string | null,
): CommandUse | null {
  if (program === 'git') {
    const remote = words[firstPositional(words, words.indexOf('push') + 1, new Set())] ?? ''
    if (words.includes('push') && /^(?:heroku|dokku|piku|production|prod|live)$/.test(remote))
      return ofPurposes(['deploy'], words)
    return { ...nothing, ...useOfGit(words) }
  }
  // beads keeps a list of what is to be done: whatever is said to it is no work of the list's items.
  if (program === 'bd') return nothing
  if (program === 'ctest' && words.some((word) => word === '-N' || word.startsWith('--show-only')))
    return nothing
  if (program === 'tsc') return useOfCompiler(words)
  if (program === 'curl' || program === 'wget') return useOfDownload(program, words)
  if (program === 'manage.py') return useOfManage(words)
  if (program === 'apply_patch')
    return { ...nothing, effect: 'write', files: filesOfPatch(input ?? words[1] ?? '') }
  if (program === 'jq' && (words[1] === 'empty' || words.includes('-e')))
    return ofPurposes(['lint'], words, filesAmong(words))
  if (program === 'gh' && words.includes('graphql'))
    return words.some((word) => /\bmutation\b/.test(word.slice(0, 2000)))
      ? ofPurposes(['execute'], words)
      : nothing
  if (program === 'gh' && words.includes('api') && words.some((word) => sendsFields.test(word)))
    return ofPurposes(['execute'], words)
  if (program === 'deno' && words[1] === 'task') return useOfDenoTask(words)
  if (program === 'str_replace_editor' || program === 'str_replace_based_edit_tool') return useOfEditor(words)
  if (program === 'cargo' || program === 'go') return useOfTestDriver(program, words)
  if (clouds.has(program)) return useOfCloud(words)
  if ((program === 'kubectl' || program === 'helm') && words.some((word) => /^--dry-run(?:=|$)/.test(word)))
    return ofPurposes(['lint'], words)
  if (/^docker(?:-compose)?$/.test(program) && words.includes('up') && words.includes('--build'))
    return ofPurposes(['deploy', 'build'], words)
  const engine = useOfGameEngine(program, words)
  if (engine !== null) return engine
  const settings = useOfSettings(program, words)
  if (settings !== null) return settings
  if (program === 'crontab' && words[1] !== '-l') return ofPurposes(['execute'], words)
  return null
}

function useOfCompiler(words: readonly string[]): CommandUse {
  if (words.includes('--init')) return ofPurposes(['execute'], words)
  if (words.some((word) => /^--(?:showConfig|listFilesOnly)$/.test(word))) return ofPurposes(['read'], words)
  const silent = words.some((word) => /^--noEmit$/i.test(word))
  return ofPurposes(silent ? ['typecheck'] : ['typecheck', 'build'], words, filesAmong(words))
}

/** Deno's tasks are scripts with names. */
function useOfDenoTask(words: readonly string[]): CommandUse {
  const name = words[firstPositional(words, 2, wordSet('--config -c --cwd'))]
  if (name === undefined) return nothing
  const kinds = kindsOfName(name)
  const use = ofPurposes(kinds.length > 0 ? kinds : ['execute'], words)
  return { ...use, scripts: [{ runner: 'deno', name }] }
}

/** An editor that is also a program of an agent's shell. */
function useOfEditor(words: readonly string[]): CommandUse {
  const path = words[2] ?? ''
  const access = words[1] === 'view' ? 'read' : 'write'
  return { ...nothing, effect: access, files: path === '' ? [] : [{ path, access }] }
}

/** Tests that are compiled and not run are a build; a tool that is installed is none. */
function useOfTestDriver(program: string, words: readonly string[]): CommandUse | null {
  // Both go through the types first.
  if ((program === 'go' && words.includes('vet')) || (program === 'cargo' && words.includes('clippy')))
    return ofPurposes(['lint', 'typecheck'], words, filesAmong(words))
  if (program === 'go' && words[1] === 'install' && words.some((word) => word.includes('@')))
    return ofPurposes(['execute'], words)
  const chosen = words[words.indexOf('-run') + 1] ?? ''
  const none =
    words.includes('--no-run') ||
    (words[1] === 'test' && words.includes('-c')) ||
    (words.includes('-run') && runsNone.test(chosen)) ||
    words.some((word) => word.startsWith('-run=') && runsNone.test(word.slice(5)))
  // No tests are chosen where the benchmarks are what is to run.
  if (program === 'go' && words.some((word) => /^-(?:test\.)?(?:bench|fuzz)(?:=|$)/.test(word)))
    return ofPurposes(['test', 'run'], words)
  return none && words.some((word) => word === 'test' || word === 'nextest' || word === 'bench')
    ? ofPurposes(['build'], words)
    : null
}

/** Game engines start the editor, the game, or by their options a test runner or an export. */
function useOfGameEngine(program: string, words: readonly string[]): CommandUse | null {
  if (
    !/^(?:godot(?:\d|_.{1,40})?|unity|unity-editor|unrealeditor(?:-cmd)?|ue4editor(?:-cmd)?)$/.test(program)
  )
    return null
  if (
    words.some((word) =>
      /^--?runtests$|runeditmodetests|gut_cmdln|gdunit|run_?tests?\.gd$|automation runtests?/i.test(word),
    )
  )
    return ofPurposes(['test'], words)
  if (words.some((word) => /^--(?:export|build)|^-build\w*$|^-executeMethod$/i.test(word)))
    return ofPurposes(['build'], words)
  return ofPurposes([words.some((word) => word === '--check-only') ? 'typecheck' : 'run'], words)
}

/** The programs that read and write settings in property lists. */
function useOfSettings(program: string, words: readonly string[]): CommandUse | null {
  if (program === 'plistbuddy') {
    const changes = words.some((word) => /^(?:add|set|delete|copy|merge|import|clear)\b/i.test(word))
    return ofFile(changes ? 'write' : 'read', words.length > 1 ? words.at(-1) : undefined)
  }
  if (program === 'plutil') {
    if (words.length < 3 || words.includes('-lint')) return ofPurposes(['lint'], words, filesAmong(words))
    const changes = words.some((word) => /^-(?:replace|insert|remove|create)$/.test(word))
    const prints = words.includes('-p') || words.includes('-o')
    return ofFile(changes || (words.includes('-convert') && !prints) ? 'write' : 'read', words.at(-1))
  }
  if (program === 'defaults') {
    const changes = /^(?:write|delete|rename|import)$/.test(
      words[firstPositional(words, 1, wordSet('-host'))] ?? '',
    )
    return ofFile(
      changes ? 'write' : 'read',
      words.find((word) => word.endsWith('.plist')),
    )
  }
  return null
}

function ofFile(access: 'read' | 'write', path: string | undefined): CommandUse {
  return { ...nothing, effect: access, files: path === undefined ? [] : [{ path, access }] }
}

const runsNone = /^(?:\^?\$|\^\$|\^?(?:XXX|xxx|NONE|none|NoTests?|__none__)\$?)$/
const clouds = wordSet('aws gcloud az doctl oci ibmcloud')

/** The command lines of clouds name what only looks by its verb, however deep it stands. */
function useOfCloud(words: readonly string[]): CommandUse | null {
  const names = positionals(words, 1, wordSet('--profile --region --output --project -o -g -n --zone')).slice(
    0,
    4,
  )
  const looks = names.some((name) =>
    /^(?:describe|list|get|show|ls|tail|read|wait|help|version)(?:-|$)/.test(name),
  )
  return looks && !names.some((name) => /^(?:deploy|invoke|sync|cp)$/.test(name)) ? nothing : null
}

const localHost = /(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)/i

/** A request asks a running system, unless it brings a file from elsewhere. */
function useOfDownload(program: string, words: readonly string[]): CommandUse {
  const probe = ofPurposes(['probe'], words)
  if (words.some((word) => localHost.test(word.slice(0, 300)))) return probe
  // Whoever prints the status asks how the system answers.
  if (words.some((word) => word === '-w' || word === '--write-out')) return probe
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

/** The files that a patch changes, as git writes it, or `*** Begin Patch`; the first hundred. */
export function filesOfPatch(patch: string): readonly TouchedFile[] {
  const found = new Map<string, TouchedFile>()
  for (const match of patch.matchAll(patchedFile)) {
    const path = (match[1] ?? '').trim()
    if (path !== '' && path !== '/dev/null') found.set(path, { path, access: 'write' })
    if (found.size >= 100) break
  }
  return [...found.values()]
}

const valued = wordSet('-C -c --git-dir --work-tree --namespace --exec-path')
const looks = wordSet(`
  status log diff show blame annotate grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog reflog cat-file
  show-ref for-each-ref name-rev merge-base count-objects check-ignore check-attr var whatchanged cherry range-diff help
  version fsck verify-commit verify-tag symbolic-ref diff-tree diff-index diff-files show-branch bugreport --version -`)
const changesFiles = wordSet('rm mv apply am restore revert cherry-pick clean')
const readsPatches = wordSet('apply am')
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
const bare = wordSet('branch tag remote submodule')

/** What the git command did and which files it names. Commits, merges and pushes are `execute`. */
function useOfGit(words: readonly string[]): {
  readonly effect: 'read' | 'write' | 'execute'
  readonly files: readonly TouchedFile[]
} {
  const at = firstPositional(words, 1, valued)
  const subcommand = words[at] ?? '-'
  const rest = words.slice(at + 1)
  if (looks.has(subcommand) || (words.length === 2 && words[1] === '--version'))
    return { effect: 'read', files: [] }
  const looking = looksWith.get(subcommand)
  if (looking !== undefined) {
    if (rest.some((word) => looking.has(word.split('=')[0] ?? ''))) return { effect: 'read', files: [] }
    if (rest.length === 0 && bare.has(subcommand)) return { effect: 'read', files: [] }
    if (subcommand === 'config' && positionals(rest, 0, valued).length === 1)
      return { effect: 'read', files: [] }
  }
  if (readsPatches.has(subcommand)) {
    const files = positionals(rest, 0, valued).map((path): TouchedFile => ({ path, access: 'read' }))
    return { effect: rest.includes('--check') || rest.includes('--stat') ? 'read' : 'write', files }
  }
  if (changesFiles.has(subcommand))
    return { effect: 'write', files: written(positionals(rest, 0, wordSet('-s --source -m'))) }
  const dashes = rest.indexOf('--')
  if (subcommand === 'checkout' && dashes >= 0)
    return { effect: 'write', files: written(rest.slice(dashes + 1)) }
  return { effect: 'execute', files: [] }
}

function written(paths: readonly string[]): readonly TouchedFile[] {
  return paths.map((path) => ({ path, access: 'write' }))
}
