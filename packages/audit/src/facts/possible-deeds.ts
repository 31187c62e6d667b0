/** Whether a call may have done a deed under a name that no table knows: what may be it is never said not to be it. */

import type { CommandDescription, Deed } from './calls/call.js'
import { gitCommand } from './shell/git.js'
import { wordSet } from './shell/words.js'
import type { CallWork } from './work/work.js'

const onlyChecks = wordSet('test build lint typecheck format probe browser')
/** What brings something to the world outside may do so in one go: a push starts the deployment. */
const outward = wordSet('push tag pull-request deploy publish')
/** What git does beside its deeds, and never on the way to one. */
const aside =
  wordSet(`add stage init clone fetch checkout switch branch config stash reset restore rm mv clean worktree gc
  remote lfs apply notes bisect`)
const committing = wordSet('commit merge pull rebase cherry-pick revert am')

/** True where nobody can say that the call did not do the deed. */
export function mayHaveDone(deed: Deed, call: CallWork): boolean {
  const { commands, effect, files } = call.description
  const isNamed = (word: string) =>
    word
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .includes(deed.replace('-', ''))
  if (commands.length === 0)
    return (effect === 'write' || effect === 'execute') && (files.length === 0 || isNamed(call.tool))
  // What builds or runs fetches what it needs.
  if (deed === 'install' && fetches.test(call.given)) return true
  const sends =
    outward.has(deed) &&
    (/\bssh\b/.test(call.given) || commands.some(({ checks }) => checks.includes('probe')))
  const acting = commands.filter((one) => one.effect !== 'read' && !one.dry)
  return sends || acting.some((one) => one.words.some(isNamed) || mayDo(deed, one))
}

const fetches = /\bnix\b|\bgradlew? (?:.{0,80}:)?dependencies\b|\bgit submodule\b/
const releases = /^(?:\w[\w-]*[-:])?(?:version|release|bump\w*|ship)$/
/** The remote may be asked to do more: `feature:main`, `HEAD:refs/for/main`, `-o merge_request.create`. */
const asksMore = /^(?:-o|--push-option)|\w:\w/

function mayDo(deed: Deed, { program, words, checks, deed: known, effect }: CommandDescription): boolean {
  // Packages may be copied and linked, too.
  if (deed === 'install') return program !== 'rm' && program !== 'git'
  if (program === 'git') {
    const [subcommand = ''] = gitCommand(words) ?? words.slice(1)
    if (committing.has(subcommand)) return deed === 'commit' || deed === 'merge'
    if (subcommand !== 'push' && subcommand !== 'tag') return !aside.has(subcommand)
    return deed === 'merge' || deed === 'pull-request'
      ? words.some((word) => asksMore.test(word))
      : outward.has(deed)
  }
  if (words.slice(0, 4).some((word) => releases.test(word))) return true
  if (effect === 'write') return false
  // What is merged at the host of the repository is pushed there.
  if (known === 'merge') return outward.has(deed)
  if (known !== null) return outward.has(known) && (known !== 'pull-request' || deed === 'push')
  return checks.length === 0 || !checks.every((kind) => onlyChecks.has(kind))
}
