/** `todo-replay commits`: which commits of a git repository belong to which item. */

import { initialState } from '@todo-ledger/core'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { CommitLinks } from '../commits/commit-links.js'
import { type CommitsOutput, commitsOutput } from '../commits/commits-output.js'
import { commitsText } from '../commits/commits-text.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { headOf } from '../items/place.js'
import { jsonOption, type OptionValues, sourceArgument, sourceOptions, text } from '../options.js'
import { GitRepository } from '../repository/git-repository.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'

const options = {
  ...sourceOptions,
  repo: text('--repo <folder>', "the git repository (default: this folder's)"),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `A commit belongs to an item that names it (commit:1a2b3c4), that its trailer names (Todo: 3), or during which a call made it; otherwise to the items in progress when it was made. Each reason is given. Git runs without the repository's hooks and external programs, and fetches nothing.

Example:
  todo-replay commits --repo .`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const repository = new GitRepository(options.repo ?? '.')
  const source = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  const found = await listOf(openSource(source, reading, (session) => commitsOf(session, repository)))
  const [only] = found
  if (options.json) output.json(only !== undefined && found.length === 1 ? only : { sessions: found })
  else
    for (const [index, session] of found.entries()) {
      if (index > 0) output.line()
      output.lines(commitsText(session, output.columns, output.style))
    }
  return reading.report.exit(exitCode.fine)
}

function commitsOf({ opened }: SourceSession, repository: GitRepository): SessionFollower<CommitsOutput> {
  const links = new CommitLinks()
  let last = initialState
  return {
    take({ event, state }) {
      links.observe(event, state)
      last = state
    },
    finish: () => commitsOutput(headOf(opened), links.of(repository, last)),
  }
}
