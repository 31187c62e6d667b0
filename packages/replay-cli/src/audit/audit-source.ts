/** Audits the sessions of a source, with progress where it is a folder. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { AuditSetup } from '../config/audit-setup.js'
import type { Output } from '../output.js'
import type { PageReader } from '../reader/page-reader.js'
import type { ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import { auditSessions } from './audit-collector.js'
import { CopiedHistory, ownPart } from './copied-history.js'
import { folderProgress } from './folder-progress.js'
import type { AuditedSession } from './followed-session.js'

/** How the sessions of a source are audited. */
export interface SourceAudit {
  /** The rules and the settings. */
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
  const progress = source.kind === 'folder' ? await folderProgress(output, source.files) : null
  const copies = new CopiedHistory()
  const onFile = progress === null ? {} : { onFile: told((file) => progress.fileDone(file)) }
  const following = {
    audit: setup.audit,
    tally,
    ...(reader === undefined ? {} : { wantsPages: (session: string) => reader.wantsPages(session) }),
  }
  for await (const audited of auditSessions(source, { ...reading, ...onFile }, following)) {
    const session = copies.mark(reader === undefined ? audited : await reader.read(audited))
    const marked = { ...session, audit: mark(session.audit) }
    progress?.audited(ownPart(marked))
    yield marked
    await output.ready()
  }
  reader?.end()
}

/** Tells of each file once the next one begins. */
function told(done: (file: string) => void): (next: string) => void {
  let before: string | null = null
  return (next) => {
    if (before !== null) done(before)
    before = next
  }
}
