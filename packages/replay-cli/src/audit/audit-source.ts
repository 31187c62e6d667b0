/** Audits the sessions of a source; of a folder it says how far it is. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { AuditSetup } from '../config/audit-setup.js'
import type { Output } from '../output.js'
import type { PageReader } from '../reader/page-reader.js'
import type { ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import { count, grouped } from '../text/count.js'
import { auditSessions } from './audit-collector.js'
import { CopiedHistory, ownPart } from './copied-history.js'
import type { AuditedSession } from './followed-session.js'

/** How the sessions of a source are audited. */
export interface SourceAudit {
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
  const progress = source.kind === 'folder' ? new FolderProgress(output, source.files) : null
  const copies = new CopiedHistory()
  const following = {
    ...{ audit: setup.audit, tally },
    ...(reader === undefined ? {} : { wantsPages: (session: string) => reader.wantsPages(session) }),
  }
  const onFile = progress === null ? {} : { onFile: () => progress.begins() }
  for await (const audited of auditSessions(source, { ...reading, ...onFile }, following)) {
    const session = copies.mark(reader === undefined ? audited : await reader.read(audited))
    const marked = { ...session, audit: mark(session.audit) }
    progress?.audited(ownPart(marked))
    yield marked
    await output.ready()
  }
  reader?.end()
}

/** Says how many files are begun, and the findings so far. */
class FolderProgress {
  readonly #output: Output
  readonly #files: number
  #begun = 0
  #findings = 0

  constructor(output: Output, files: readonly string[]) {
    this.#output = output
    this.#files = files.length
  }

  begins(): void {
    const files = `${grouped(this.#begun)} of ${count(this.#files, 'file')}`
    this.#begun += 1
    this.#output.progress(`${files}, ${count(this.#findings, 'finding')}`)
  }

  audited({ audit }: AuditedSession): void {
    this.#findings += audit.findings.filter(
      ({ severity, known }) => severity !== 'info' && known !== true,
    ).length
  }
}
