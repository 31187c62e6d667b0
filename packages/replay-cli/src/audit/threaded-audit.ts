/** Audits the files of a folder in threads, and hands out what they find in the order of the files. */

import type { ReadReport } from '../sources/read-report.js'
import { AuditThreads, type KeptFile, type KeptRead } from '../workers/audit-threads.js'
import { piecesAgain } from '../workers/skipped-pieces.js'
import type { ChildWork, SessionRead, ThreadSetup } from '../workers/thread-messages.js'
import type { AuditedSession } from './followed-session.js'

/** How a folder is audited in threads. */
export interface ThreadedAudit {
  /** How each thread audits. */
  readonly setup: ThreadSetup
  /** As many threads run at once. */
  readonly jobs: number
  /** Is given each session, in the order in which one thread alone would have read them. */
  readonly audited: (session: AuditedSession) => void
  /** Is told of each file that was read, in whatever order. */
  readonly fileDone: (file: string) => void
  /** Is waited for after each file, so that what reads the results is not outrun. */
  readonly settle: () => Promise<void>
}

/** As many files are read before their turn has come: what they gave is held. */
const mostAhead = 200

/** A session in the line: it was read, and is handed out when it and all before it are judged. */
interface Entry {
  readonly read: SessionRead
  readonly place: number
  readonly kept: KeptFile
  judged: AuditedSession | 'failed' | null
  judging: Promise<void> | null
}

/**
 * Audits files in threads.
 * @param report is told of trouble, in the order of the files
 * @returns how many sessions there were
 */
export async function auditInThreads(
  files: readonly string[],
  report: ReadReport,
  audit: ThreadedAudit,
): Promise<number> {
  const threads = new AuditThreads(audit.setup, Math.min(audit.jobs, files.length))
  try {
    return await new Line(threads, report, audit).readAll(files)
  } finally {
    await threads.close()
  }
}

/** The sessions in their order, and what is known of sub-agents so far. */
class Line {
  readonly #threads: AuditThreads
  readonly #report: ReadReport
  readonly #audit: ThreadedAudit
  readonly #entries: Entry[] = []
  /** What sub-agents did, by their session. */
  readonly #works = new Map<string, { readonly work: Uint8Array; readonly children: readonly string[] }>()
  /** Own rules may walk from a sub-agent to its own; the built-in ones never do. */
  readonly #walksDeep: boolean
  #sessions = 0

  constructor(threads: AuditThreads, report: ReadReport, audit: ThreadedAudit) {
    this.#threads = threads
    this.#report = report
    this.#audit = audit
    this.#walksDeep = audit.setup.modules.length > 0
  }

  async readAll(files: readonly string[]): Promise<number> {
    const ahead: Promise<KeptRead>[] = []
    let next = 0
    for (const file of files) {
      for (; next < files.length && ahead.length < mostAhead; next += 1)
        ahead.push(this.#read(files[next] ?? file))
      const done = await ahead.shift()
      if (done === undefined) continue
      const { read, kept } = done
      for (const piece of piecesAgain(file, read.skipped)) this.#report.skipped(piece)
      if (read.trouble === null) this.#report.readable += 1
      else this.#report.failed(file, read.trouble)
      this.#sessions += read.opened
      for (const [place, session] of read.sessions.entries()) this.#take(session, place, kept)
      this.#handOut()
      await this.#audit.settle()
    }
    for (const entry of this.#entries) this.#judge(entry)
    for (let [first] = this.#entries; first !== undefined; [first] = this.#entries) {
      await first.judging
      this.#handOut()
      await this.#audit.settle()
    }
    return this.#sessions
  }

  async #read(file: string): Promise<KeptRead> {
    const read = await this.#threads.read(file)
    this.#audit.fileDone(file)
    return read
  }

  #take(read: SessionRead, place: number, kept: KeptFile): void {
    this.#entries.push({ read, place, kept, judged: read.audited, judging: null })
    if (read.work !== null) this.#works.set(read.session, { work: read.work, children: read.children })
    for (const entry of this.#entries) {
      if (entry.read.children.every((child) => this.#works.has(child))) this.#judge(entry)
    }
  }

  /** Has an entry judged with what is known of sub-agents by now, as one thread alone would have done. */
  #judge(entry: Entry): void {
    if (entry.judged !== null || entry.judging !== null) return
    const { kept, place, read } = entry
    entry.judging = this.#threads.judge(kept, place, this.#worksFor(read)).then((outcome) => {
      if ('audit' in outcome) entry.judged = outcome
      else {
        entry.judged = 'failed'
        this.#report.failed(kept.file, outcome)
      }
    })
  }

  #worksFor({ children }: SessionRead): readonly ChildWork[] {
    const found = new Map<string, Uint8Array>()
    const open = [...children]
    for (let child = open.pop(); child !== undefined; child = open.pop()) {
      const known = this.#works.get(child)
      if (known === undefined || found.has(child)) continue
      found.set(child, known.work)
      if (this.#walksDeep) open.push(...known.children)
    }
    return Array.from(found, ([session, work]) => ({ session, work }))
  }

  /** Those at the head of the line that are judged. */
  #handOut(): void {
    const waiting = this.#entries.findIndex(({ judged }) => judged === null)
    for (const { judged } of this.#entries.splice(0, waiting === -1 ? this.#entries.length : waiting)) {
      if (judged !== null && judged !== 'failed') this.#audit.audited(judged)
    }
  }
}
