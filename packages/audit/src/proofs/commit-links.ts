/** Which commits of a repository belong to which item of a session, and why. */

import type { SessionState, TodoEvent, TodoItem, TodoStatus } from '@todo-ledger/core'
import { normalizeText } from '@todo-ledger/core/profiles'
import { itemOfKey, itemsIn } from '@todo-ledger/core/rules'
import type { KnownTools } from '../facts/calls/tool-names.js'
import { noOwnChecks } from '../facts/shell/own-checks.js'
import { succeeded } from '../facts/work/work.js'
import { WorkLog } from '../facts/work/work-log.js'
import { filesNamedIn, isNamed, normalizePath } from '../promise/named-files.js'
import { referencesIn, textsOf } from './references.js'
import type { Repository, RepositoryCommit } from './repository.js'

/** Why a commit belongs to an item. The first four say so by themselves; time and files may hold for several items. */
export type CommitReasonKind = 'named' | 'trailer' | 'message' | 'printed' | 'time' | 'files'

/** One reason. */
export interface CommitReason {
  /** Which. */
  readonly kind: CommitReasonKind
  /** In a few words. */
  readonly detail: string
  /** The seq of the call that shows it, where one does. */
  readonly seq?: number
}

/** A commit of an item. */
export interface CommitLink {
  /** The commit. */
  readonly commit: RepositoryCommit
  /** Why it is the item's; at least one reason. */
  readonly reasons: readonly CommitReason[]
}

/** An item with its commits. */
export interface ItemCommits {
  /** Its internal key. */
  readonly key: string
  /** Its id, or the last that it had. */
  readonly id: string
  /** Its text, or the last that it had. */
  readonly text: string
  /** Its status, or the last that it had. */
  readonly status: TodoStatus
  /** True where it left the list. */
  readonly gone: boolean
  /** Its commits, the oldest first. */
  readonly commits: readonly CommitLink[]
}

/** What a repository shows of a session. */
export interface SessionCommits {
  /** The items, those on the list first. */
  readonly items: readonly ItemCommits[]
  /** Commits of the session's time that belong to no item, the oldest first. */
  readonly others: readonly RepositoryCommit[]
}

/** A commit is often made right after the mark: so many milliseconds it counts. */
const afterMark = 10 * 60 * 1000

/** As much of an output is looked through for what git prints of a new commit. */
const printedLength = 20_000
const printedCommit = /^\[[^\]\n]{1,200} ([\da-f]{7,64})\]/gm
/** As much of a message is looked through. */
const longestMessage = 20_000
const trailer = /^todo(?:-item)?:[ \t]{0,20}#?(\S{1,200})[ \t]{0,20}$/gim

/** A time in which an item was in progress; where it never was, from the update before its mark to the mark. */
interface Span {
  readonly from: number
  to: number | null
  readonly inProgress: boolean
}

/** What is followed of an item. */
interface FollowedItem {
  id: string
  text: string
  status: TodoStatus
  gone: boolean
  /** The hashes of commits that it names. */
  named: readonly string[]
  readonly spans: Span[]
}

/** A hash that git printed. */
interface PrintedHash {
  readonly hash: string
  readonly seq: number
  readonly busy: readonly string[]
}

/** Follows a session's events, and at the end looks at a repository. */
export class CommitLinks {
  readonly #log: WorkLog
  readonly #items = new Map<string, FollowedItem>()
  readonly #printed: PrintedHash[] = []
  readonly #calls = new Map<string, { readonly seq: number; readonly busy: readonly string[] }>()
  #busy: readonly string[] = []
  #from: number | null = null
  #to: number | null = null
  #lastUpdate: number | null = null

  /** @param tools what is known of agents' tools */
  constructor(tools: KnownTools) {
    this.#log = new WorkLog(noOwnChecks, tools)
  }

  /** Takes in an event, in order. @param state the state after it; read at once and not kept */
  observe(event: TodoEvent, state: SessionState): void {
    const time = event.at.getTime()
    const at = time > 0 ? time : null
    this.#from ??= at
    this.#to = at ?? this.#to
    this.#log.observe(event)
    switch (event.type) {
      case 'tool.called':
        this.#calls.set(event.data.call, { seq: event.seq, busy: this.#log.busyFor(event.actor) })
        break
      case 'tool.returned': {
        const call = this.#calls.get(event.data.call)
        this.#calls.delete(event.data.call)
        if (call === undefined || !event.data.output.includes('[')) break
        for (const [, hash = ''] of event.data.output.slice(0, printedLength).matchAll(printedCommit))
          this.#printed.push({ hash, ...call })
        break
      }
      case 'todos.updated':
      case 'todos.rolled-back':
        this.#update(event, state, at)
        break
      default:
        break
    }
  }

  /** The commits of each item. @param state the state after the last event */
  of(repository: Repository, state: SessionState): SessionCommits {
    // Where ids are mere positions, an update gives new ones to items that it does not name.
    for (const item of state.items) Object.assign(this.#items.get(item.key) ?? {}, shownOf(item))
    const inTime =
      this.#from === null || this.#to === null
        ? []
        : repository.commitsBetween(this.#from, this.#to + afterMark)
    const named = [...this.#items.values()].flatMap((item) =>
      item.named.flatMap((hash) => repository.commit(hash) ?? []),
    )
    const commits = new Map([...inTime, ...named].map((commit) => [commit.hash, commit]))
    const links = new Map<string, CommitLink[]>()
    const others: RepositoryCommit[] = []
    const sorted = [...commits.values()].sort((one, other) => one.time - other.time)
    for (const commit of sorted) {
      const found = [...this.#items].flatMap(([key, item]) => {
        const reasons = this.#reasons(key, item, commit)
        return reasons.length === 0 ? [] : [{ key, reasons }]
      })
      const sure = found.filter(({ reasons }) => reasons.some(({ kind }) => decisive.has(kind)))
      const kept = sure.length > 0 ? sure : found
      if (kept.length === 0) others.push(commit)
      for (const { key, reasons } of kept) links.set(key, [...(links.get(key) ?? []), { commit, reasons }])
    }
    const place = new Map(state.items.map(({ key }, index) => [key, index]))
    const items = [...this.#items]
      .map(([key, { id, text, status, gone }]) => ({
        key,
        id,
        text,
        status,
        gone,
        commits: links.get(key) ?? [],
      }))
      .sort((one, other) => (place.get(one.key) ?? place.size) - (place.get(other.key) ?? place.size))
    return { items, others }
  }

  #update(
    event: Extract<TodoEvent, { readonly type: 'todos.updated' | 'todos.rolled-back' }>,
    state: SessionState,
    at: number | null,
  ): void {
    for (const change of event.data.changes) {
      if (change.type === 'goal-set') continue
      const known = this.#items.get(change.key)
      if (change.type === 'added') {
        const { key, id, text, status } = change
        const spans = known?.spans ?? []
        this.#items.set(key, { id, text, status, gone: false, named: known?.named ?? [], spans })
        if (status === 'completed' && change.before === undefined) this.#mark(key, at)
      } else if (change.type === 'removed') {
        this.#items.set(change.key, {
          id: change.id,
          text: change.text,
          status: change.status,
          gone: true,
          named: known?.named ?? [],
          spans: known?.spans ?? [],
        })
      } else if (change.type === 'status-set' && change.to === 'completed') this.#mark(change.key, at)
    }
    const items = itemsIn(state.items, 'in_progress')
    const busy = items.map(({ key }) => key)
    const isBusy = new Set(busy)
    for (const key of this.#busy) {
      const span = this.#items.get(key)?.spans.at(-1)
      if (!isBusy.has(key) && span !== undefined) span.to ??= at
    }
    for (const key of busy)
      if (!this.#busy.includes(key) && at !== null)
        this.#items.get(key)?.spans.push({ from: at, to: null, inProgress: true })
    for (const change of event.data.changes) {
      const item = change.type === 'goal-set' ? undefined : itemOfKey(state.items, change.key)
      const followed = item === undefined ? undefined : this.#items.get(item.key)
      if (item === undefined || followed === undefined) continue
      const hashes = referencesIn(textsOf(item)).flatMap(({ kind, value }) =>
        kind === 'commit' ? [value.toLowerCase()] : [],
      )
      if (hashes.length > 0) followed.named = [...new Set([...followed.named, ...hashes])]
      Object.assign(followed, shownOf(item))
    }
    this.#busy = busy
    this.#log.setBusy(items)
    this.#lastUpdate = at ?? this.#lastUpdate
  }

  /** What was never in progress was worked on between two updates. */
  #mark(key: string, at: number | null): void {
    const item = this.#items.get(key)
    const from = this.#lastUpdate ?? this.#from
    if (item === undefined || at === null || from === null || item.spans.some(({ inProgress }) => inProgress))
      return
    item.spans.push({ from, to: at, inProgress: false })
  }

  #reasons(key: string, item: FollowedItem, commit: RepositoryCommit): readonly CommitReason[] {
    const named = item.named.find((hash) => commit.hash.startsWith(hash))
    const trailers = [...commit.message.slice(0, longestMessage).matchAll(trailer)].map(
      ([, name = '']) => name,
    )
    const printed = this.#printed.filter(({ hash }) => commit.hash.startsWith(hash))
    const own = printed.find(({ busy }) => busy.includes(key)) ?? printed[0]
    const isInTime =
      this.#from !== null &&
      this.#to !== null &&
      commit.time >= this.#from - 999 &&
      commit.time <= this.#to + afterMark
    const circumstances = this.#circumstances(key, item, commit, { isInTime, made: own?.seq ?? null })
    const reasons: (CommitReason | null)[] = [
      named === undefined ? null : { kind: 'named', detail: `the item names commit:${named}` },
      isInTime && trailers.includes(item.id)
        ? { kind: 'trailer', detail: `its trailer names item ${item.id}` }
        : null,
      isInTime && saysText(commit.message, item.text)
        ? { kind: 'message', detail: 'its message says what the item says' }
        : null,
      own === undefined ? null : printedReason(own, key, circumstances),
      ...circumstances,
    ]
    return reasons.filter((reason) => reason !== null)
  }

  /** When it was made, and what it changes. */
  #circumstances(
    key: string,
    { text, spans }: FollowedItem,
    { time, files }: RepositoryCommit,
    { isInTime, made }: { readonly isInTime: boolean; readonly made: number | null },
  ): readonly CommitReason[] {
    const paths = files.map((file) => ({ file, path: normalizePath(file) }))
    const names = filesNamedIn(text).map(normalizePath)
    const named = isInTime ? paths.find(({ path }) => names.some((name) => isNamed(path, name))) : undefined
    const changes: CommitReason | null =
      named === undefined
        ? this.#writtenFor(key, paths, made)
        : { kind: 'files', detail: `it changes ${named.file}, which the item names` }
    // Git counts whole seconds.
    const inside = spans.find(({ from, to }) => time >= from - 999 && (to === null || time <= to))
    if (inside !== undefined) {
      const detail = inside.inProgress
        ? 'it was made while the item was in progress'
        : 'it was made between the mark and the update before'
      return [{ kind: 'time', detail }, ...(changes === null ? [] : [changes])]
    }
    const before = spans.findLast(({ to }) => to !== null && to < time && time - to <= afterMark)
    // At another time a file that was written for the item may be anybody's, unless the session made the commit.
    if (before?.to == null) return changes === null || (named === undefined && made === null) ? [] : [changes]
    if (changes === null) return []
    const minutes = Math.round((time - before.to) / 60_000)
    const detail = `it was made ${minutes === 0 ? 'right' : `${minutes} min`} after the item's time`
    return [{ kind: 'time', detail }, changes]
  }

  #writtenFor(
    key: string,
    paths: readonly { readonly file: string; readonly path: string }[],
    made: number | null,
  ): CommitReason | null {
    for (const call of this.#log.work) {
      if (made !== null && call.seq > made) break
      if (call.kind !== 'call' || !call.busy.includes(key) || !succeeded(call)) continue
      const written = call.description.files.filter(({ access }) => access === 'write')
      const found = paths.find(({ path }) => written.some((each) => isNamed(normalizePath(each.path), path)))
      if (found !== undefined)
        return {
          kind: 'files',
          detail: `it changes ${found.file}, which was written for the item`,
          seq: call.seq,
        }
    }
    return null
  }
}

/** A commit that the session made is the item's where it was in progress, or where the commit holds what was written for it. */
function printedReason(
  { busy, seq }: PrintedHash,
  key: string,
  circumstances: readonly CommitReason[],
): CommitReason | null {
  if (busy.includes(key))
    return { kind: 'printed', detail: 'a call made it while the item was in progress', seq }
  const holds = circumstances.some(({ kind }) => kind === 'files')
  return holds ? { kind: 'printed', detail: 'a call of the session made it', seq } : null
}

const decisive: ReadonlySet<CommitReasonKind> = new Set(['named', 'trailer', 'message', 'printed'])

/** What people see of an item that is on the list. */
function shownOf({ id, text, status }: TodoItem): Pick<FollowedItem, 'id' | 'text' | 'status' | 'gone'> {
  return { id, text, status, gone: false }
}

/** True where the message's first line says the item's text, or the other way round; `fix(parser): ` aside. */
function saysText(message: string, text: string): boolean {
  const [subject = ''] = message.split('\n')
  const said = normalizeText(subject.slice(0, 500).replace(/^\w{1,20}(?:\([^)]{0,60}\))?!?:\s*/, ''))
  const wanted = normalizeText(text)
  const [shorter, longer] = said.length < wanted.length ? [said, wanted] : [wanted, said]
  return shorter.split(' ').length >= 3 && ` ${longer} `.includes(` ${shorter} `)
}
