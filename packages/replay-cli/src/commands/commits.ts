/** `todo-replay commits`: which commits of a git repository belong to which item. */

import { initialState } from '@todo-ledger/core'
import { type CommandModule, defineCommand } from '../command.js'
import { CommitLinks, type SessionCommits } from '../commits/commit-links.js'
import { GitRepository } from '../commits/git-repository.js'
import { exitCode } from '../failure.js'
import { headLines, headOf, type SessionHead } from '../items/place.js'
import { jsonOption, sourceArgument, sourceOptions, text } from '../options.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'
import { printResults, resultsOf } from './session-results.js'

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

function commitsText(
  head: SessionHead,
  { items, others }: SessionCommits,
  { columns, style }: TextLayout,
): readonly string[] {
  const linked = new Set(items.flatMap(({ commits }) => commits.map(({ hash }) => hash))).size
  const all = linked + others.length
  const commitLines = ({ hash, at, subject }: SessionCommits['others'][number]): readonly string[] =>
    hang(
      `    ${hash.slice(0, 10)}  ${at.slice(0, 16).replace('T', ' ')}  `,
      printable(subject || '(no message)', 200),
      columns,
    )
  if (all === 0) return headLines(head, 'the repository has no commit of its time', columns, style)
  const belong = linked === 1 ? '1 of them belongs' : `${linked} of them belong`
  return [
    ...headLines(head, `${count(all, 'commit')}, ${belong} to an item`, columns, style),
    ...items.flatMap((item) => {
      const { gone, commits } = item
      if (gone && commits.length === 0) return []
      const notes = [...(gone ? ['it left the list'] : []), ...(commits.length === 0 ? ['no commit'] : [])]
      return [
        '',
        ...itemText({ ...item, reason: null }, columns, style),
        ...notes.map((note) => style('dim', `    ${note}`)),
        ...commits.flatMap((commit) => {
          const why = printable(commit.reasons.map(({ detail }) => detail).join('; '), 600)
          return [
            ...commitLines(commit),
            ...wrap(why, columns - 8).map((line) => `        ${style('dim', line)}`),
          ]
        }),
      ]
    }),
    ...(others.length === 0 ? [] : ['', 'of no item', ...others.flatMap(commitLines)]),
  ]
}
