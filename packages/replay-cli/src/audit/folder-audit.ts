/** Audits the files of a folder, in several threads where it pays, and hands out what they find in the order of the files. */

import type { AuditSetup } from '../config/audit-setup.js'
import { Failure, faultMessage } from '../failure.js'
import { type ReadOptions, readFolder } from '../sources/open-source.js'
import type { FileTrouble, ReadReport } from '../sources/read-report.js'
import { piecesAgain } from '../sources/skipped-pieces.js'
import type { Source } from '../sources/source.js'
import { count, grouped } from '../text/count.js'
import type { Environment } from '../text/style.js'
import { type PoolThread, ThreadPool } from '../thread-pool.js'
import { type AuditCache, auditCacheOf } from './audit-cache.js'
import { threadsWorth } from './audit-jobs.js'
import type { ThreadSetup } from './audit-thread.js'
import {
  type AuditAnswer,
  type AuditTask,
  type ChildWork,
  FileAuditor,
  type FileRead,
  type SessionJudged,
  type SessionRead,
} from './file-auditor.js'
import type { AuditedSession } from './followed-session.js'

/** How a folder is audited. */
export interface FolderAudit {
  /** The rules and the settings. */
  readonly setup: AuditSetup
  /** True: what `stats` counts is counted, too. */
  readonly tally: boolean
  /** The bytes of each file, by its path. */
  readonly bytes: ReadonlyMap<string, number>
  /** As many threads run at once; where nothing is said, as many as pay. */
  readonly jobs: number | undefined
  /** The environment that says where audits are kept; null: none are. */
  readonly cache: Environment | null
  /** Gets each file that was read, in whatever order. */
  readonly fileDone: (file: string) => void
}

const program = new URL('./audit-thread.js', import.meta.url)

/** As many files are read before their turn has come, where several are read at once. */
const mostAhead = 200

/** A session in the line: it was read, and is handed out when it and all before it are judged. */
interface Entry {
  readonly read: SessionRead
  readonly place: number
  readonly kept: KeptFile
  judged: AuditedSession | 'failed' | null
  judging: Promise<void> | null
  /** The sub-agents of which nothing is known yet. */
  readonly missing: Set<string>
}

/**
 * The audits of a folder's sessions, in the order of the files. Trouble is reported in that order.
 * @throws Failure `nothing-readable`, `no-session`
 */
export async function* auditFolder(
  folder: Extract<Source, { readonly kind: 'folder' }>,
  { report, profile, rules = [], profileModule, redaction = false, todos = [] }: ReadOptions,
  { setup, tally, bytes, jobs, cache: env, fileDone }: FolderAudit,
): AsyncGenerator<AuditedSession, void, undefined> {
  const { modules, repo } = setup
  const { settings = {}, evidence = {} } = setup.audit
  const threadSetup: ThreadSetup = {
    profile: profile === undefined ? null : { name: profile.name, settings: profile.settings },
    profileModule,
    settings,
    evidence,
    repo,
    todos,
    redaction,
    modules,
    tally,
  }
  const cache = env === null ? null : auditCacheOf(env, folder.folder, threadSetup)
  const known = new Map<string, FileRead>()
  const unknown: string[] = []
  for (const file of folder.files) {
    const read = (await cache?.known(file)) ?? null
    if (read === null) unknown.push(file)
    else known.set(file, read)
  }
  if (known.size > 0) {
    const files = `${grouped(known.size)} of ${count(folder.files.length, 'file')}`
    report.hint(`${files} are as they were read before; --no-cache reads them again`)
  }
  const threads = Math.max(1, Math.min(jobs ?? threadsWorth(unknown, bytes), unknown.length))
  const reading = { todos, redaction, rules, ...(profile === undefined ? {} : { profile }) }
  const here = new FileAuditor({ ...reading, audit: setup.audit, tally })
  // What own rules do to their thread must not end this one.
  const readsHere = threads === 1 || modules.length === 0
  const files = new AuditedFiles(
    new ThreadPool(program, threadSetup, threads, readsHere ? (task) => here.answer(task) : null),
    known,
    cache,
  )
  try {
    const ahead = threads === 1 ? 1 : mostAhead
    const line = new Line(files, { report, fileDone, walksDeep: modules.length > 0, ahead })
    yield* readFolder(folder, report, line.readAll(folder.files))
    if (line.sessions === 0) throw new Failure('no-session', `${folder.folder}: there is no session in it.`)
  } finally {
    cache?.close(folder.files)
    await files.close()
  }
}

/** How the sessions stand in line. */
interface LineSetup {
  readonly report: ReadReport
  readonly fileDone: (file: string) => void
  /** Own rules may walk from a sub-agent to its own; the built-in ones never do. */
  readonly walksDeep: boolean
  /** As many files are read before their turn has come: what they gave is held. */
  readonly ahead: number
}

/** The sessions in their order, and what is known of sub-agents so far. */
class Line {
  /** How many sessions there were. */
  sessions = 0
  readonly #files: AuditedFiles
  readonly #setup: LineSetup
  readonly #entries: Entry[] = []
  /** What sub-agents did, by their session. */
  readonly #works = new Map<string, { readonly work: Uint8Array; readonly children: readonly string[] }>()
  /** Who waits for a sub-agent's work. */
  readonly #waiters = new Map<string, Entry[]>()

  constructor(files: AuditedFiles, setup: LineSetup) {
    this.#files = files
    this.#setup = setup
  }

  async *readAll(files: readonly string[]): AsyncGenerator<AuditedSession, void, undefined> {
    const { report, ahead: most } = this.#setup
    const ahead: Promise<KeptRead>[] = []
    let next = 0
    for (const file of files) {
      for (; next < files.length && ahead.length < most; next += 1)
        ahead.push(this.#read(files[next] ?? file))
      const done = await ahead.shift()
      if (done === undefined) continue
      const { read, kept } = done
      for (const piece of piecesAgain(file, read.skipped)) report.skipped(piece)
      if (read.trouble === null) report.readable += 1
      else report.failed(file, read.trouble)
      this.sessions += read.opened
      for (const [place, session] of read.sessions.entries()) this.#take(session, place, kept)
      yield* this.#ready()
    }
    for (const entry of this.#entries) this.#judge(entry)
    for (let [first] = this.#entries; first !== undefined; [first] = this.#entries) {
      await first.judging
      yield* this.#ready()
    }
  }

  async #read(file: string): Promise<KeptRead> {
    const read = await this.#files.read(file)
    this.#setup.fileDone(file)
    return read
  }

  #take(read: SessionRead, place: number, kept: KeptFile): void {
    if (read.work !== null) {
      this.#works.set(read.session, { work: read.work, children: read.children })
      for (const parent of this.#waiters.get(read.session) ?? []) {
        parent.missing.delete(read.session)
        if (parent.missing.size === 0) this.#judge(parent)
      }
      this.#waiters.delete(read.session)
    }
    const missing = new Set(read.children.filter((child) => !this.#works.has(child)))
    const entry: Entry = { read, place, kept, judged: read.audited, judging: null, missing }
    this.#entries.push(entry)
    if (missing.size === 0) this.#judge(entry)
    for (const child of missing) {
      const known = this.#waiters.get(child)
      if (known === undefined) this.#waiters.set(child, [entry])
      else known.push(entry)
    }
  }

  /** Has an entry judged with what is known of sub-agents by now, as one thread alone would have done. */
  #judge(entry: Entry): void {
    if (entry.judged !== null || entry.judging !== null) return
    const { kept, place, read } = entry
    entry.judging = this.#files.judge(kept, place, this.#worksFor(read)).then((outcome) => {
      if ('audit' in outcome) entry.judged = outcome
      else {
        entry.judged = 'failed'
        this.#setup.report.failed(kept.file, outcome)
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
      if (this.#setup.walksDeep) open.push(...known.children)
    }
    return Array.from(found, ([session, work]) => ({ session, work }))
  }

  /** Those at the head of the line that are judged. */
  #ready(): readonly AuditedSession[] {
    const waiting = this.#entries.findIndex(({ judged }) => judged === null)
    const out = this.#entries.splice(0, waiting === -1 ? this.#entries.length : waiting)
    return out.flatMap(({ judged }) => (judged === null || judged === 'failed' ? [] : [judged]))
  }
}

/** Where the sessions of a file are kept. */
interface KeptFile {
  /** The file. */
  readonly file: string
  /** The number under which they are kept there. */
  number: number
  /** The thread; null where it is gone. */
  thread: PoolThread | null
}

/** A file that was read, and where its sessions are kept. */
interface KeptRead {
  /** What reading it gave. */
  readonly read: FileRead
  /** Where its sessions are kept. */
  readonly kept: KeptFile
}

/** Reads files, and knows those that were read in an earlier run. */
class AuditedFiles {
  readonly #pool: ThreadPool<AuditTask, AuditAnswer>
  readonly #known: ReadonlyMap<string, FileRead>
  readonly #cache: AuditCache | null
  #files = 0

  constructor(
    pool: ThreadPool<AuditTask, AuditAnswer>,
    known: ReadonlyMap<string, FileRead>,
    cache: AuditCache | null,
  ) {
    this.#pool = pool
    this.#known = known
    this.#cache = cache
  }

  /** Reads a file. Never rejects: where a thread dies of it, that is its trouble. */
  async read(file: string): Promise<KeptRead> {
    const known = this.#known.get(file)
    if (known !== undefined) return { read: known, kept: { file, number: -1, thread: null } }
    const kept = await this.#readNow(file)
    await this.#cache?.keep(file, kept.read)
    return kept
  }

  async #readNow(file: string): Promise<KeptRead> {
    const number = this.#files
    this.#files += 1
    const outcome = await this.#pool.ask({ kind: 'read', file, number })
    if (outcome.kind === 'answered' && outcome.answer.kind === 'read') {
      return { read: outcome.answer, kept: { file, number, thread: outcome.thread } }
    }
    const trouble = outcome.kind === 'ended' ? diedOf(outcome.reason) : diedOf('it gave no answer')
    const skipped = { first: [], lines: [], more: 0 }
    return {
      read: { kind: 'read', opened: 0, sessions: [], skipped, trouble },
      kept: { file, number, thread: null },
    }
  }

  /** Judges a session that was kept. Where its thread is gone, another reads the file again first. Never rejects. */
  async judge(
    kept: KeptFile,
    place: number,
    children: readonly ChildWork[],
  ): Promise<SessionJudged['outcome']> {
    const known = this.#cache?.judged(kept.file, place, children)
    if (known !== undefined) return known
    const outcome = await this.#judgeNow(kept, place, children)
    if ('audit' in outcome) this.#cache?.keepJudged(kept.file, place, children, outcome)
    return outcome
  }

  async #judgeNow(
    kept: KeptFile,
    place: number,
    children: readonly ChildWork[],
  ): Promise<SessionJudged['outcome']> {
    for (;;) {
      const { thread, number } = kept
      const task = { kind: 'judge' as const, number, place, children }
      const outcome = thread === null ? { kind: 'lost' as const } : await this.#pool.askThread(thread, task)
      if (outcome.kind === 'ended') return diedOf(outcome.reason)
      if (outcome.kind === 'answered') {
        return outcome.answer.kind === 'judged' ? outcome.answer.outcome : diedOf('it gave no answer')
      }
      if (kept.thread !== thread) continue // it was read again for another of its sessions
      const again = await this.#readNow(kept.file)
      if (again.read.trouble !== null) return again.read.trouble
      kept.thread = again.kept.thread
      kept.number = again.kept.number
    }
  }

  /** Ends the threads, whatever they are at. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

function diedOf(reason: string): FileTrouble {
  return { kind: 'fault', reason: faultMessage(`the thread that read it ended: ${reason}`) }
}
