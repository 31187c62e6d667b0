/** `todo-replay commits`: which commits of a git repository belong to which item. */

import { initialState, type SessionState, type TodoEvent, type TodoItem } from '@todo-ledger/core'
import { type CommandModule, defineCommand } from '../command.js'
import { type Commit, GitRepository } from '../commits/git-repository.js'
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
  help: `A commit belongs to the item that its trailer names (Todo: 3), otherwise to the items in progress when it was made. Each reason is given. Git runs without the repository's hooks and external programs, and fetches nothing.

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

/** A commit is often made right after the mark: so many milliseconds behind the session's end it counts. */
const afterEnd = 10 * 60 * 1000

/** As much of a message is looked through for trailers. */
const messageLength = 20_000
const trailer = /^todo(?:-item)?:[ \t]{0,20}#?(\S{1,200})[ \t]{0,20}$/gim

/** Why a commit belongs to an item. A trailer says so by itself; time may hold for several items. */
interface Reason {
  readonly kind: 'trailer' | 'time'
  readonly detail: string
}

interface FollowedItem {
  item: Pick<TodoItem, 'id' | 'text' | 'status'>
  /** When it was in progress, in milliseconds since 1970. */
  readonly times: { readonly from: number; to: number }[]
}

type SessionCommits = ReturnType<CommitLinks['of']>

/** Follows a session's events, and at the end looks at a repository. */
class CommitLinks {
  readonly #items = new Map<string, FollowedItem>()
  #from: number | null = null
  #to = 0

  /** Takes in an event, in order. @param state the state after it; read at once and not kept */
  observe(event: TodoEvent, { items }: SessionState): void {
    const time = event.at.getTime()
    if (time > 0) {
      this.#from ??= time
      this.#to = time
    }
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    for (const item of items) {
      const known = this.#items.get(item.key)
      const followed = known ?? { item, times: [] }
      if (known === undefined) this.#items.set(item.key, followed)
      const last = followed.times.at(-1)
      if (known?.item.status === 'in_progress' && last !== undefined) last.to = time
      else if (item.status === 'in_progress' && time > 0) followed.times.push({ from: time, to: time })
      followed.item = item
    }
  }

  /** The items with their commits, those on the list first, and what belongs to none. @param state the state at the end */
  of(repository: GitRepository, state: SessionState) {
    for (const { item, times } of this.#items.values()) {
      const last = times.at(-1)
      if (item.status === 'in_progress' && last !== undefined) last.to = this.#to
    }
    const commits = this.#from === null ? [] : repository.commitsBetween(this.#from, this.#to + afterEnd)
    const links = new Map<string, (ReturnType<typeof outputOf> & { reasons: readonly Reason[] })[]>()
    const others: Commit[] = []
    for (const commit of commits.toSorted((one, other) => one.time - other.time)) {
      const found = [...this.#items].flatMap(([key, item]) => {
        const reasons = reasonsOf(item, commit)
        return reasons.length === 0 ? [] : [{ key, reasons }]
      })
      const sure = found.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'trailer'))
      if (found.length === 0) others.push(commit)
      for (const { key, reasons } of sure.length > 0 ? sure : found)
        links.set(key, [...(links.get(key) ?? []), { ...outputOf(commit), reasons }])
    }
    const places = new Map(state.items.map(({ key }, index) => [key, index]))
    const items = [...this.#items]
      .sort(([one], [other]) => (places.get(one) ?? places.size) - (places.get(other) ?? places.size))
      .map(([key, { item }]) => ({
        ...{ id: item.id, text: item.text, status: item.status },
        gone: !places.has(key),
        commits: links.get(key) ?? [],
      }))
    return { items, others: others.map(outputOf) }
  }
}

function outputOf({ hash, time, message }: Commit) {
  return { hash, at: new Date(time).toISOString(), subject: message.split('\n')[0] ?? '' }
}

function reasonsOf({ item, times }: FollowedItem, { message, time }: Commit): readonly Reason[] {
  const reasons: Reason[] = []
  const trailers = [...message.slice(0, messageLength).matchAll(trailer)].map(([, id]) => id)
  if (trailers.includes(item.id))
    reasons.push({ kind: 'trailer', detail: `its trailer names item ${item.id}` })
  // Git counts whole seconds.
  if (times.some(({ from, to }) => time >= from - 999 && time <= to))
    reasons.push({ kind: 'time', detail: 'it was made while the item was in progress' })
  return reasons
}
