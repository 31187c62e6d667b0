/** The sessions of a source to step through. */

import type { AuditOptions } from '@todo-ledger/audit'
import { AuditCollector } from '../audit/audit-source.js'
import { CopiedHistory } from '../audit/copied-history.js'
import type { AuditedSession } from '../audit/followed-session.js'
import type { PageReader } from '../reader/page-reader.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { openSource } from '../sources/open-source.js'
import type { ReadOptions } from '../sources/read-options.js'
import type { Source } from '../sources/source.js'
import type { ConversationChoice } from './conversation-recorder.js'
import { RecordedReplay } from './replay-recorder.js'

/**
 * The sessions of a source, in the order in which they are read.
 * @param reader reads a page for each completion; none is read when undefined
 * @param conversation how their whole texts are kept; they are not when absent
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* readReplays(
  source: Source,
  reading: ReadOptions,
  audit: AuditOptions,
  reader?: PageReader,
  conversation?: ConversationChoice,
): AsyncGenerator<SessionReplay, void, undefined> {
  const audits = new AuditCollector({
    audit,
    ...(reader === undefined ? {} : { wantsPages: (session) => reader.wantsPages(session) }),
  })
  const copies = new CopiedHistory()
  /** By their ids, in the order in which they are read: several files may hold the same session. */
  const recorded = new Map<string, RecordedReplay[]>()
  const replayed = async function* (
    finished: readonly AuditedSession[],
  ): AsyncGenerator<SessionReplay, void, undefined> {
    for (const judged of finished) {
      const audited = reader === undefined ? judged : await reader.read(judged)
      const replay = recorded.get(audited.audit.session)?.shift()
      if (replay !== undefined) yield replay.replay(copies.mark(audited))
    }
  }
  const read = openSource(source, { ...reading, subagents: true }, (session) => {
    const audited = audits.follow(session)
    if (!session.wanted) return audited
    const replay = new RecordedReplay(session.opened, conversation)
    recorded.set(session.id, [...(recorded.get(session.id) ?? []), replay])
    return {
      take(passed) {
        replay.take(passed)
        audited.take?.(passed)
      },
      finish: () => audited.finish(),
    }
  })
  for await (const finished of read) yield* replayed(finished)
  yield* replayed(audits.finish())
}
