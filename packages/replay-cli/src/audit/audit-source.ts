/** Audits the sessions of a source: a large folder in threads, anything else in this one. The results are the same. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { Call } from '../command.js'
import type { AuditSetup } from '../config/audit-setup.js'
import type { PageReader } from '../reader/page-reader.js'
import type { ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import { auditSessions } from './audit-collector.js'
import { folderWorkOf } from './audit-jobs.js'
import { CopiedHistory, ownPart } from './copied-history.js'
import { FolderProgress } from './folder-progress.js'
import type { AuditedSession } from './followed-session.js'
import { auditInThreads } from './threaded-audit.js'

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
  { options, output }: Pick<Call<{ readonly jobs: number | undefined }>, 'options' | 'output'>,
): AsyncGenerator<AuditedSession, void, undefined> {
  const work = await folderWorkOf(source, options.jobs, reading.session)
  const progress = work === null ? null : new FolderProgress(output, work.bytes)
  const copies = new CopiedHistory()
  let before: string | null = null
  const audits =
    work !== null && work.jobs > 1 && reader === undefined
      ? auditInThreads(work.folder, reading, { setup, tally, jobs: work.jobs, fileDone })
      : auditSessions(source, work === null ? reading : { ...reading, onFile: next }, {
          audit: setup.audit,
          tally,
          ...(reader === undefined ? {} : { pageSizeOf: (session) => reader.pageSizeOf(session) }),
        })
  for await (const audited of audits) {
    const session = copies.mark(reader === undefined ? audited : await reader.read(audited))
    const marked = { ...session, audit: mark(session.audit) }
    progress?.audited(ownPart(marked))
    yield marked
    await output.ready()
  }

  reader?.end()

  function fileDone(file: string): void {
    progress?.fileDone(file)
  }

  function next(file: string): void {
    if (before !== null) fileDone(before)
    before = file
  }
}
