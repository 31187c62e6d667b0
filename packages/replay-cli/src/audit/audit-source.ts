/** Audits the sessions of a source; of a folder it says how far it is. */

import type { SessionAudit, Work } from '@todo-ledger/audit'
import type { AuditSetup } from '../config/audit-setup.js'
import type { Output } from '../output.js'
import type { PageReader } from '../reader/page-reader.js'
import { openSource } from '../sources/open-source.js'
import type { ReadOptions } from '../sources/read-options.js'
import type { Source } from '../sources/source.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count, grouped } from '../text/count.js'
import { CopiedHistory } from './copied-history.js'
import { type AuditedSession, type AuditFollowing, FollowedSession } from './followed-session.js'

interface SourceAudit {
  readonly setup: AuditSetup
  /** True: what `stats` counts is counted, too. */
  readonly tally?: boolean
  /** Marks the findings of a session that are known; none when absent. */
  readonly mark?: (audit: SessionAudit) => SessionAudit
  /** Reads a page for each completion; none is read when absent. */
  readonly reader?: PageReader | undefined
}

/**
 * The audits of a source's sessions, in the order in which the sessions are read; what is copied is marked.
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* auditSource(
  source: Source,
  reading: ReadOptions,
  { setup, tally = false, mark = (audit) => audit, reader }: SourceAudit,
  output: Output,
): AsyncGenerator<AuditedSession, void, undefined> {
  const copies = new CopiedHistory()
  let begun = 0
  const onFile = (): void => {
    if (source.kind !== 'folder') return
    output.progress(`${grouped(begun)} of ${count(source.files.length, 'file')}`)
    begun += 1
  }
  const wantsPages = reader && ((session: string) => reader.wantsPages(session))
  for await (const audited of auditSessions(
    source,
    { ...reading, onFile },
    { audit: setup.audit, tally, wantsPages },
  )) {
    const session = copies.mark(reader === undefined ? audited : await reader.read(audited))
    yield { ...session, audit: mark(session.audit) }
    await output.ready()
  }
  reader?.end()
}

/** A session that was read and waits in the line, for its audit or for those before it. */
interface Entry {
  readonly wanted: boolean
  /** Null once it was judged: what it holds is let go of. */
  followed: FollowedSession | null
  audited: AuditedSession | null
  /** The sub-agents whose work was not read yet. */
  readonly missing: Set<string>
}

/**
 * The audits of a source's sessions, in the order in which the sessions are read.
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* auditSessions(
  source: Source,
  reading: ReadOptions,
  following: AuditFollowing,
): AsyncGenerator<AuditedSession, void, undefined> {
  const collector = new AuditCollector(following)
  const options = { ...reading, subagents: true }
  for await (const audited of openSource(source, options, (session) => collector.follow(session)))
    yield* audited
  yield* collector.finish()
}

/** Follows the sessions of a source and hands out their audits in the order in which the sessions were read. */
export class AuditCollector {
  readonly #following: AuditFollowing
  readonly #line: Entry[] = []
  /** What sub-agents did, by their session. */
  readonly #work = new Map<string, readonly Work[]>()

  constructor(following: AuditFollowing = {}) {
    this.#following = following
  }

  /** Follows a session: what comes of it are the audits that can be handed out then, of wanted sessions alone. */
  follow(session: SourceSession): SessionFollower<Promise<readonly AuditedSession[]>> {
    const followed = new FollowedSession(session, this.#following)
    return {
      take: (passed) => followed.take(passed),
      finish: async () => {
        if (session.again !== undefined) await followed.gatherPages(session.again)
        if (session.parent !== null) this.#work.set(session.id, followed.work)
        const missing = new Set([...followed.children].filter((child) => !this.#work.has(child)))
        const entry: Entry = { wanted: session.wanted, followed, audited: null, missing }
        this.#line.push(entry)
        const waiting = session.parent === null ? [] : this.#line
        const freed = waiting.filter((parent) => parent.missing.delete(session.id))
        for (const each of [entry, ...freed]) if (each.missing.size === 0) this.#judge(each)
        return this.#ready()
      },
    }
  }

  /** Audits what still waits for a sub-agent's log: it is not at hand. */
  finish(): readonly AuditedSession[] {
    for (const entry of this.#line) this.#judge(entry)
    return this.#ready()
  }

  #judge(entry: Entry): void {
    if (entry.wanted) entry.audited ??= entry.followed?.judge((session) => this.#work.get(session)) ?? null
    entry.followed = null
  }

  /** Those at the head of the line that are audited. */
  #ready(): readonly AuditedSession[] {
    const waiting = this.#line.findIndex(({ followed }) => followed !== null)
    const ready = this.#line.splice(0, waiting === -1 ? this.#line.length : waiting)
    return ready.flatMap(({ audited }) => audited ?? [])
  }
}
