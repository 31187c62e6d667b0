/** Audits the sessions of a source; of a folder it says how far it is. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { AuditSetup } from '../config/audit-setup.js'
import type { Output } from '../output.js'
import type { PageReader } from '../reader/page-reader.js'
import type { ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import { count, grouped } from '../text/count.js'
import { auditSessions } from './audit-collector.js'
import { CopiedHistory } from './copied-history.js'
import type { AuditedSession } from './followed-session.js'

/** How the sessions of a source are audited. */
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
