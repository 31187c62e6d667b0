/** What `commits --json` prints. Scripts rely on its keys. */

import type { TodoStatus } from '@todo-ledger/core'
import type { SessionHead } from '../items/place.js'
import type { CommitReason, ItemCommits, RepositoryCommit, SessionCommits } from './commit-links.js'

/** What `commits --json` prints of a session. */
export interface CommitsOutput extends SessionHead {
  /** The items: those on the list in its order, then those that left it. */
  readonly items: readonly CommittedItem[]
  /** Commits of the session's time that belong to no item, the oldest first. */
  readonly others: readonly CommitOutput[]
}

/** An item with its commits. */
export interface CommittedItem {
  /** Its id, or the last that it had. */
  readonly id: string
  /** Its text, or the last that it had. */
  readonly text: string
  /** Its status, or the last that it had. */
  readonly status: TodoStatus
  /** True where it left the list. */
  readonly gone: boolean
  /** Its commits, the oldest first. */
  readonly commits: readonly LinkedCommit[]
}

/** A commit. */
export interface CommitOutput {
  /** Its hash, in full. */
  readonly hash: string
  /** When it was committed, as ISO 8601 in UTC. */
  readonly at: string
  /** The first line of its message. */
  readonly subject: string
  /** The files that it changes. */
  readonly files: readonly string[]
}

/** A commit that belongs to an item. */
export interface LinkedCommit extends CommitOutput {
  /** Why it belongs to it. */
  readonly reasons: readonly CommitReason[]
}

/** What is printed of a session. */
export function commitsOutput(head: SessionHead, { items, others }: SessionCommits): CommitsOutput {
  return { ...head, items: items.map(itemOutput), others: others.map(commitOutput) }
}

function itemOutput({ id, text, status, gone, commits }: ItemCommits): CommittedItem {
  const linked = commits.map(({ commit, reasons }) => ({ ...commitOutput(commit), reasons }))
  return { id, text, status, gone, commits: linked }
}

function commitOutput({ hash, time, message, files }: RepositoryCommit): CommitOutput {
  const [subject = ''] = message.split('\n')
  return { hash, at: new Date(time).toISOString(), subject, files }
}
