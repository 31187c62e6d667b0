/** Whether a call may have done a deed under a name that no table knows: what may be it is never said not to be it. */

import type { CommandDescription, Deed } from './calls/call.js'
import { gitMayDo } from './shell/git.js'
import { bringersOut } from './shell/programs.js'
import { wordSet } from './shell/words.js'
import type { CallWork } from './work/work.js'

/** Programs of version control, and those that work on what it holds. */
const versionControl =
  wordSet(`jj sl hg svn fossil bzr darcs p4 arc stg but gt spr ghstack av git-town git-branchless
  hub gh glab tea az lazygit gitui tig`)
/** Words of programs that make a release, and so commit, tag and push. */
const releases =
  /^(?:np|auto|cz|(?:[\w-]+[-:])?(?:version|release|bump\w*|bump2version|changesets?|publish|ship)(?:[-:][\w-]+)?)$/
/** What fetches what it needs before it builds or runs. */
const fetchers =
  /\b(?:cargo|go|mvnw?|gradlew?|dotnet|sbt|mix|swift|xcodebuild|flutter|dart|bazel|uvx?|poetry|pipenv|pdm|hatch|pixi|tox|nox|docker|docker-compose|podman|deno|bunx?|npx|dlx|nix|stack|cabal|lein|vagrant|terraform|submodule|corepack|link|brew|conda|mamba|mise|asdf|devbox)\b/
const listed = /^(?:[\w:-]*:)?dependencies$/
/** Where packages lie that may be copied or linked. */
const installed = /(?:^|\/)(?:node_modules|vendor|\.?venv)(?:[/.]|$)/
const copiers = wordSet('cp copy xcopy robocopy ln mv rsync ditto tar unzip')
/** What brings something to the world outside: a server that is sent something may do it. */
const outward = wordSet('push pull-request deploy publish')
const requests = wordSet('curl http https xh wget invoke-webrequest invoke-restmethod')
const sends =
  /^(?:-X|--request|--method)?=?(?:POST|PUT|PATCH)$|^(?:-d|-F|-T|--data\S*|--json|--form|--upload-file|--post-\S+)$/
const onlyBuilds = wordSet('test build lint typecheck format')

/** True where nobody can say that the call did not do the deed. */
export function mayHaveDone(deed: Deed, call: CallWork): boolean {
  const { commands, deeds, effect, files } = call.description
  const isNamed = (word: string) =>
    word
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .includes(deed.replace('-', ''))
  if (commands.length === 0)
    return (effect === 'write' || effect === 'execute') && (files.length === 0 || isNamed(call.tool))
  if (
    outward.has(deed) &&
    commands.some((one) => requests.has(one.program) && one.words.some((word) => sends.test(word)))
  )
    return true
  const acting = commands.filter((one) => one.effect !== 'read' && !one.dry)
  if (acting.some(({ effect, words }) => effect === 'execute' && words.some(isNamed))) return true
  switch (deed) {
    case 'install':
      return (
        (acting.length > 0 && fetchers.test(call.given)) ||
        /\bnix(?:-shell| develop| shell)\b/.test(call.given) ||
        acting.some(
          ({ program, words }) => copiers.has(program) && words.some((word) => installed.test(word)),
        ) ||
        // It resolves and fetches what it lists.
        commands.some(
          ({ program, words }) => /^gradlew?$/.test(program) && words.some((word) => listed.test(word)),
        )
      )
    case 'migrate':
      return acting.some(({ checks }) => checks.some((kind) => /^(?:database|run|deploy)$/.test(kind)))
    case 'deploy':
    case 'publish':
      return (
        deeds.some((done) => /^(?:push|tag|deploy|publish)$/.test(done)) ||
        (acting.length > 0 && /\bssh\b/.test(call.given)) ||
        acting.some(
          (one) =>
            mayBringOut(one) ||
            one.words.slice(0, 4).some((word) => !word.startsWith('-') && releases.test(word)),
        )
      )
    default:
      return acting.some(
        ({ program, words }) =>
          versionControl.has(program) ||
          (program === 'git' ? gitMayDo(words, deed) : words.slice(0, 4).some((word) => releases.test(word))),
      )
  }
}

/** True for a program that brings things out, and does nothing else that is known. */
function mayBringOut({ program, checks, deed }: CommandDescription): boolean {
  if (checks.includes('deploy')) return true
  return bringersOut.has(program) && deed === null && !checks.some((kind) => onlyBuilds.has(kind))
}
