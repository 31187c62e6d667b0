/** What a call of git, or of the programs of GitHub and GitLab, did. */

import type { CommandUse, Deed } from '../calls/call.js'
import { nothing, ofPurposes, writing } from './uses.js'
import { firstPositional, positionals, touched, wordSet } from './words.js'

const valued = wordSet('-C -c --git-dir --work-tree --namespace --exec-path')
const looks = wordSet(`
  status log diff show blame annotate grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog reflog cat-file
  show-ref for-each-ref name-rev merge-base count-objects check-ignore check-attr var whatchanged cherry range-diff help
  version fsck verify-commit verify-tag symbolic-ref diff-tree diff-index diff-files show-branch --version -`)
/** Subcommands that look when they are given one of these. */
const looksWith: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    branch: '-a -v -vv -r --all --list -l --show-current --contains --merged --no-merged --remotes --format',
    tag: '-l --list -n --contains --points-at --sort',
    remote: '-v --verbose show get-url',
    stash: 'list show',
    config: '--get --list -l --get-all --get-regexp get list',
    worktree: 'list',
    submodule: 'status summary',
    notes: 'list show',
    bisect: 'log view',
    lfs: 'ls-files status env',
  }).map(([name, words]) => [name, wordSet(words)]),
)
const looksBare = wordSet('branch tag remote submodule')
const deeds: readonly Deed[] = ['commit', 'push', 'merge', 'tag']
/** `-n` is no dry run of a commit: it leaves out the hooks. */
const shortDryRuns = wordSet('push add rm mv clean prune')
const changesFiles = wordSet('rm mv restore revert cherry-pick clean')

/** Subcommands of git itself: an alias or an extension may do anything. */
const own = wordSet(`
  add stage init clone fetch checkout switch branch config stash reset restore rm mv clean worktree gc remote submodule lfs
  sparse-checkout maintenance notes bisect bundle archive format-patch apply update-index update-ref prune repack rerere
  mergetool pack-refs commit-graph credential filter-branch commit push tag merge pull rebase cherry-pick revert am`)

/** True for a push that brings tags alone: `git push --tags`, `git push origin v1.0`. */
export function pushesOnlyTags(words: readonly string[]): boolean {
  const rest = words.slice(firstPositional(words, 1, valued) + 1)
  if (rest.some((word) => /^--(?:follow-tags|all|branches|mirror)$/.test(word))) return false
  const references = positionals(rest, 0, wordSet('-o --push-option --repo')).slice(1)
  return references.length === 0
    ? rest.includes('--tags')
    : references.every((word) => /^(?:refs\/tags\/|tag$|v?\d+\.\d)/.test(word))
}

/** True where git runs what the project does before it commits or pushes: its linter, most often. */
export function runsHooks(words: readonly string[]): boolean {
  const at = firstPositional(words, 1, valued)
  const leavesOut = words.slice(at).some((word) => word === '--no-verify' || /^-[a-z]*n[a-z]*$/.test(word))
  return /^(?:commit|push)$/.test(words[at] ?? '') && !leavesOut
}

export function useOfGit(words: readonly string[]): CommandUse {
  const at = firstPositional(words, 1, valued)
  const subcommand = words[at] ?? '-'
  const rest = words.slice(at + 1)
  const has = (pattern: RegExp) => rest.some((word) => pattern.test(word))
  const named = positionals(rest, 0, wordSet('-s --source -m'))
  const looking = looksWith.get(subcommand)
  if (
    looks.has(subcommand) ||
    (looking !== undefined && rest.some((word) => looking.has(word.split('=')[0] ?? ''))) ||
    (looksBare.has(subcommand) && rest.length === 0) ||
    (subcommand === 'config' && named.length === 1)
  )
    return nothing
  const undoes = has(/^(?:--abort|--delete|-d|-D|:.+)$/)
  const deed = undoes ? null : (deeds.find((one) => one === subcommand) ?? null)
  const isDry = has(/^--(?:dry-run|help)$/) || (shortDryRuns.has(subcommand) && has(/^-[a-z]*n[a-z]*$/))
  if (isDry) return { ...nothing, deed, dry: true }
  if (subcommand === 'push' && /^(?:heroku|dokku|piku|production|prod|live)$/.test(named[0] ?? ''))
    return ofPurposes(['deploy'], words)
  if (subcommand === 'apply' || subcommand === 'am') {
    const files = touched(named, 'read')
    return has(/^--(?:check|stat)$/) ? { ...nothing, files } : writing(files)
  }
  if (changesFiles.has(subcommand)) return writing(touched(named, 'write'))
  const dashes = rest.indexOf('--')
  if (subcommand === 'checkout' && dashes >= 0) return writing(touched(rest.slice(dashes + 1), 'write'))
  // What bisecting runs, it runs on other commits.
  const isOpen = !own.has(subcommand) || (subcommand === 'bisect' && named[0] === 'run')
  return { ...nothing, effect: 'execute', deed, opaque: isOpen }
}

/** What git is asked for, behind its own options; null where it works in another folder. */
export function gitCommand(words: readonly string[]): readonly string[] | null {
  const at = firstPositional(words, 1, valued)
  const isElsewhere = words.slice(1, at).some((word) => /^(?:-C|--git-dir|--work-tree)/.test(word))
  return isElsewhere ? null : words.slice(at)
}

const sendsFields = /^(?:-X|--method|-f|-F|--field|--raw-field|--input)$|^-X(?:POST|PUT|PATCH|DELETE)$/

/** What `gh` or `glab` did where its subcommand does not say; else null. */
export function useOfForge(words: readonly string[]): CommandUse | null {
  if (words.includes('graphql'))
    return words.some((word) => /^[\s\S]{0,2000}\bmutation\b/.test(word))
      ? ofPurposes(['execute'], words)
      : nothing
  if (words.includes('api') && words.some((word) => sendsFields.test(word)))
    return ofPurposes(['execute'], words)
  const [group, verb = ''] = positionals(words, 1, wordSet('-R --repo'))
  if ((group !== 'pr' && group !== 'mr') || (verb !== 'create' && verb !== 'merge')) return null
  // What opens a page in the browser leaves it to the person there.
  if (words.includes('--web') || words.includes('-w')) return ofPurposes(['execute'], words)
  return { ...ofPurposes(['execute'], words), deed: verb === 'create' ? 'pull-request' : 'merge' }
}
