/** `todo-replay commits`: which commits of a git repository belong to which item. */

import { initialState } from '@todo-ledger/core'
import { type CommandModule, defineCommand } from '../command.js'
import { CommitLinks } from '../commits/commit-links.js'
import { commitsText } from '../commits/commits-text.js'
import { GitRepository } from '../commits/git-repository.js'
import { exitCode } from '../exit-code.js'
import { headOf } from '../items/place.js'
import { jsonOption, sourceArgument, sourceOptions, text } from '../options.js'
import { printResults, resultsOf } from './session-results.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: {
    ...sourceOptions,
    repo: text('--repo <folder>', "the git repository (default: this folder's)"),
    ...jsonOption,
  },
  help: `A commit belongs to an item that names it (commit:1a2b3c4), that its trailer names (Todo: 3), otherwise to the items in progress when it was made. Each reason is given. Git runs without the repository's hooks and external programs, and fetches nothing.

Example:
  todo-replay commits --repo .`,
  async run(call) {
    const { options, output } = call
    const repository = new GitRepository(options.repo ?? '.')
    const { results, exit } = await resultsOf(call, ({ opened }) => {
      const links = new CommitLinks()
      let last = initialState
      return {
        take({ event, state }) {
          links.observe(event, state)
          last = state
        },
        finish: () => ({ head: headOf(opened), found: links.of(repository, last) }),
      }
    })
    printResults(call, results, {
      json: ({ head, found }) => ({ ...head, ...found }),
      text: ({ head, found }) => commitsText(head, found, output),
      session: ({ head }) => head.session,
    })
    return exit(exitCode.fine)
  },
})
