/** What a git command did: looked, changed files of the working tree, or changed the repository. */

import type { TouchedFile } from '../calls/call-description.js'
import { firstPositional, positionals, wordSet } from './arguments.js'

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
export function useOfGit(words: readonly string[]): {
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
