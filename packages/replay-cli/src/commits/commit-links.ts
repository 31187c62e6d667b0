/** Which commits of a repository belong to which item of a session, and why. */

import type { SessionState, TodoEvent, TodoItem, TodoStatus } from '@todo-ledger/core'
import { itemsIn } from '@todo-ledger/core/rules'

/** A commit. */
export interface RepositoryCommit {
  /** In full. */
  readonly hash: string
  /** When it was committed, in milliseconds since 1970. */
  readonly time: number
  /** The subject, the body and the trailers. */
  readonly message: string
  /** The files that it changes, from the repository's root, with forward slashes. */
  readonly files: readonly string[]
}

/** A repository, as it is now. Whoever looks for commits brings it: this package starts no program. */
export interface Repository {
  /** The commits of all branches from one time to another, the oldest first; times in milliseconds since 1970. */
  commitsBetween(from: number, to: number): readonly RepositoryCommit[]
  /** The commit of a hash or the beginning of one; null where there is none, or several. */
  commit(hash: string): RepositoryCommit | null
}

/** Why a commit belongs to an item. The first three say so by themselves; time may hold for several items. */
export type CommitReasonKind = 'named' | 'trailer' | 'printed' | 'time'

/** One reason. */
export interface CommitReason {
  readonly kind: CommitReasonKind
  /** In a few words. */
  readonly detail: string
  /** The seq of the call that shows it, where one does. */
  readonly seq?: number
}

/** A commit of an item. */
export interface CommitLink {
  readonly commit: RepositoryCommit
  /** At least one. */
  readonly reasons: readonly CommitReason[]
}

/** An item with its commits. */
export interface ItemCommits {
  readonly key: string
  /** The last that it had, as its text and its status are. */
  readonly id: string
  readonly text: string
  readonly status: TodoStatus
  /** True where it left the list. */
  readonly gone: boolean
  /** The oldest first. */
  readonly commits: readonly CommitLink[]
}

/** What a repository shows of a session. */
export interface SessionCommits {
  /** Those on the list first. */
  readonly items: readonly ItemCommits[]
  /** Commits of the session's time that belong to no item, the oldest first. */
  readonly others: readonly RepositoryCommit[]
}

/** A commit is often made right after the mark: so many milliseconds behind the session's end it counts. */
const afterEnd = 10 * 60 * 1000

/** As much of an output is looked through for what git prints of a new commit. */
const printedLength = 20_000
const printedCommit = /^\[[^\]\n]{1,200} ([\da-f]{7,64})\]/gm
const trailer = /^todo(?:-item)?:[ \t]{0,20}#?(\S{1,200})[ \t]{0,20}$/gim
const namedCommit = /\bcommit:\s?["`]?([\da-f]{7,64})\b/gi

/** A time in which an item was in progress, in milliseconds since 1970. */
interface BusyTime {
  readonly from: number
  to: number
}

/** What is followed of an item. */
interface FollowedItem {
  item: Pick<TodoItem, 'id' | 'text' | 'status'>
  /** The hashes of commits that it names. */
  readonly named: Set<string>
  readonly times: BusyTime[]
  readonly printed: { readonly hash: string; readonly seq: number }[]
}

/** Follows a session's events, and at the end looks at a repository. */
export class CommitLinks {
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
    if (event.type === 'tool.returned') {
      const { call, output } = event.data
      for (const [, hash = ''] of output.slice(0, printedLength).matchAll(printedCommit))
        for (const { key } of itemsIn(items, 'in_progress'))
          this.#items.get(key)?.printed.push({ hash, seq: this.#calls.get(call) ?? event.seq })
    } else if (event.type === 'tool.called') this.#calls.set(event.data.call, event.seq)
    else if (event.type === 'todos.updated' || event.type === 'todos.rolled-back') this.#update(items, time)
  }

  readonly #calls = new Map<string, number>()

  /** The commits of each item. @param state the state after the last event */
  of(repository: Repository, state: SessionState): SessionCommits {
    const isBusy = new Set(itemsIn(state.items, 'in_progress').map(({ key }) => key))
    for (const key of isBusy) {
      const last = this.#items.get(key)?.times.at(-1)
      if (last !== undefined) last.to = this.#to
    }
    const inTime = this.#from === null ? [] : repository.commitsBetween(this.#from, this.#to + afterEnd)
    const named = [...this.#items.values()].flatMap((item) =>
      [...item.named].flatMap((hash) => repository.commit(hash) ?? []),
    )
    const commits = [...new Map([...inTime, ...named].map((commit) => [commit.hash, commit])).values()]
    const links = new Map<string, CommitLink[]>()
    const others: RepositoryCommit[] = []
    for (const commit of commits.sort((one, other) => one.time - other.time)) {
      const found = [...this.#items].flatMap(([key, item]) => {
        const reasons = reasonsOf(item, commit, inTime.includes(commit))
        return reasons.length === 0 ? [] : [{ key, reasons }]
      })
      const sure = found.filter(({ reasons }) => reasons.some(({ kind }) => kind !== 'time'))
      const kept = sure.length > 0 ? sure : found
      if (kept.length === 0) others.push(commit)
      for (const { key, reasons } of kept) links.set(key, [...(links.get(key) ?? []), { commit, reasons }])
    }
    const places = new Map(state.items.map(({ key }, index) => [key, index]))
    const placeOf = ({ key }: ItemCommits) => places.get(key) ?? places.size
    const items = [...this.#items].map(([key, { item }]) => {
      const { id, text, status } = item
      return { key, id, text, status, gone: !places.has(key), commits: links.get(key) ?? [] }
    })
    return { items: items.sort((one, other) => placeOf(one) - placeOf(other)), others }
  }

  #update(items: SessionState['items'], time: number): void {
    for (const item of items) {
      const known = this.#items.get(item.key)
      const followed = known ?? { item, named: new Set(), times: [], printed: [] }
      if (known === undefined) this.#items.set(item.key, followed)
      const wasBusy = known?.item.status === 'in_progress'
      const last = followed.times.at(-1)
      if (wasBusy && last !== undefined) last.to = time
      else if (item.status === 'in_progress' && time > 0) followed.times.push({ from: time, to: time })
      followed.item = item
      for (const text of [item.text, item.notes ?? '', item.reason ?? ''])
        for (const [, hash = ''] of text.matchAll(namedCommit)) followed.named.add(hash.toLowerCase())
    }
  }
}

function reasonsOf(
  { item, named, times, printed }: FollowedItem,
  { hash, message, time }: RepositoryCommit,
  isInTime: boolean,
): readonly CommitReason[] {
  const name = [...named].find((each) => hash.startsWith(each))
  const made = printed.find((each) => hash.startsWith(each.hash))
  const trailers = [...message.slice(0, printedLength).matchAll(trailer)].map(([, id]) => id)
  // Git counts whole seconds.
  const isBusy = times.some(({ from, to }) => time >= from - 999 && time <= to)
  return [
    ...(name === undefined ? [] : [{ kind: 'named' as const, detail: `the item names commit:${name}` }]),
    ...(isInTime && trailers.includes(item.id)
      ? [{ kind: 'trailer' as const, detail: `its trailer names item ${item.id}` }]
      : []),
    ...(made === undefined
      ? []
      : [
          {
            kind: 'printed' as const,
            detail: 'a call made it while the item was in progress',
            seq: made.seq,
          },
        ]),
    ...(isBusy ? [{ kind: 'time' as const, detail: 'it was made while the item was in progress' }] : []),
  ]
}
