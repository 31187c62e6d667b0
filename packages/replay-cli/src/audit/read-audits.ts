/** Reads a source and audits its sessions: a large folder in threads, anything else in this one. The results are the same. */

import type { Call } from '../command.js'
import type { AuditSetup } from '../config/audit-setup.js'
import { type TodosChoice, todosWanted } from '../config/todos-wanted.js'
import { type ProfileChoice, profileOf } from '../options.js'
import type { ReadReport } from '../sources/read-report.js'
import { readSource } from '../sources/read-source.js'
import type { Source } from '../sources/source.js'
import type { ThreadSetup } from '../workers/thread-messages.js'
import { AuditCollector } from './audit-collector.js'
import { folderWorkOf } from './audit-jobs.js'
import { CopiedHistory, ownPart } from './copied-history.js'
import { FolderProgress } from './folder-progress.js'
import type { AuditedSession } from './followed-session.js'
import { auditInThreads } from './threaded-audit.js'

/** What is done with the sessions of a source. */
export interface AuditReading {
  /** How they are audited. */
  readonly setup: AuditSetup
  /** True: what `stats` counts is counted, too. */
  readonly tally?: boolean
  /** Is given each session, in the order in which they are read, what is copied marked; gives it back as it marked it. */
  readonly audited: (session: AuditedSession) => AuditedSession
}

/** Which sessions are read, under which profile, and by how many threads. */
export interface AuditReadingOptions extends ProfileChoice, TodosChoice {
  /** The one session that is wanted; all when undefined. */
  readonly session: string | undefined
  /** Whether files of sub-agents that stand beside a recording are read. */
  readonly beside: boolean
  /** How many threads read a folder; as many as it is worth when undefined. */
  readonly jobs: number | undefined
}

/**
 * Audits the sessions of a source.
 * @param call its options say which session, which profile, how many threads
 * @throws Failure, RecordingError and LedgerError as `readSource` does
 */
export async function readAudits(
  source: Source,
  { options, output, host }: Call<AuditReadingOptions>,
  { setup, tally = false, audited }: AuditReading,
): Promise<ReadReport> {
  const work = await folderWorkOf(source, options)
  const progress = work === null ? null : new FolderProgress(output, work.bytes)
  const copies = new CopiedHistory()
  const take = (session: AuditedSession): void => {
    const taken = audited(copies.mark(session))
    progress?.audited(ownPart(taken))
  }
  const profile = profileOf(options)
  const todos = todosWanted(options, output)
  const session = options.session
  if (work !== null && work.jobs > 1) {
    const { settings = {}, evidence = {} } = setup.audit
    const forThreads: ThreadSetup = {
      profile: profile === undefined ? null : { name: profile.name, settings: profile.settings },
      settings,
      evidence,
      todos,
      modules: setup.modules,
      tally,
    }
    return readSource(
      source,
      {
        listenerFor: () => null,
        readFiles: (files, report) =>
          auditInThreads(files, report, {
            setup: forThreads,
            jobs: work.jobs,
            audited: take,
            fileDone: (file) => progress?.fileDone(file),
            settle: () => output.ready(),
          }),
      },
      host,
      output,
    )
  }
  const collector = new AuditCollector(take, setup.audit, tally)
  let before: string | null = null
  const report = await readSource(
    source,
    {
      listenerFor: collector.follow,
      besides: collector.followBesides,
      beside: options.beside,
      session,
      profile,
      todos,
      next: (file) => {
        if (before !== null) progress?.fileDone(before)
        before = file
      },
    },
    host,
    output,
  )
  collector.finish()
  return report
}
