/** Audits the sessions of a source: a folder in threads and with what is known of its files, anything else as it is read. The results are the same. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { Call } from '../command.js'
import type { AuditSetup } from '../config/audit-setup.js'
import { unless } from '../options.js'
import type { PageReader } from '../reader/page-reader.js'
import type { ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import { auditSessions } from './audit-collector.js'
import { bytesOf, jobsOption } from './audit-jobs.js'
import { CopiedHistory, ownPart } from './copied-history.js'
import { auditFolder } from './folder-audit.js'
import { FolderProgress } from './folder-progress.js'
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

/** The options of a call that say how its work is done. */
export interface SourceAuditChoice {
  /** As many threads run at once; as many as pay when undefined. */
  readonly jobs: number | undefined
  /** False: every file of a folder is read, and nothing is kept. */
  readonly cache: boolean
}

/** The options that say so. */
export const sourceAuditOptions = {
  ...jobsOption,
  cache: unless('--no-cache', 'for a folder: do not use or write the cache'),
}

/**
 * The audits of a source's sessions, in the order in which the sessions are read; what is copied is marked.
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* auditSource(
  source: Source,
  reading: ReadOptions,
  { setup, tally = false, mark = (audit) => audit, reader }: SourceAudit,
  { options, output, host }: Pick<Call<SourceAuditChoice>, 'options' | 'output' | 'host'>,
): AsyncGenerator<AuditedSession, void, undefined> {
  const bytes = source.kind === 'folder' ? await bytesOf(source.files) : null
  const progress = bytes === null ? null : new FolderProgress(output, bytes)
  const fileDone = (file: string): void => progress?.fileDone(file)
  const copies = new CopiedHistory()
  const { jobs } = options
  const cache = options.cache ? host.env : null
  // A session that is looked for is found in one file, and pages are made of one that was read here.
  const isWhole = reading.session === undefined && reader === undefined
  // What stands beside files that were named is found while they are read.
  const isFolder = source.kind === 'folder' && (source.named === undefined || reading.beside === false)
  const audits =
    source.kind === 'folder' && isFolder && bytes !== null && isWhole
      ? auditFolder(source, reading, { setup, tally, bytes, jobs, cache, fileDone })
      : auditSessions(source, progress === null ? reading : { ...reading, onFile: told(fileDone) }, {
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
}

/** Tells of each file once the next one begins. */
function told(done: (file: string) => void): (next: string) => void {
  let before: string | null = null
  return (next) => {
    if (before !== null) done(before)
    before = next
  }
}
