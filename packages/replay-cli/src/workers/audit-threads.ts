/** The threads of an audit as the main thread sees them: they read files, and judge the sessions that they kept. */

import { faultMessage } from '../failure.js'
import type { FileTrouble } from '../sources/read-report.js'
import type {
  ChildWork,
  FileRead,
  SessionJudged,
  ThreadAnswer,
  ThreadSetup,
  ThreadTask,
} from './thread-messages.js'
import { type PoolThread, ThreadPool } from './thread-pool.js'

/** Where the sessions of a file are kept. */
export interface KeptFile {
  /** The file. */
  readonly file: string
  /** The number under which they are kept there. */
  number: number
  /** The thread; null where it is gone. */
  thread: PoolThread | null
}

/** A file that was read, and where its sessions are kept. */
export interface KeptRead {
  /** What reading it gave. */
  readonly read: FileRead
  /** Where its sessions are kept. */
  readonly kept: KeptFile
}

const program = new URL('./audit-thread.js', import.meta.url)

/** Reads files in threads. */
export class AuditThreads {
  readonly #pool: ThreadPool<ThreadTask, ThreadAnswer>
  #files = 0

  /** @param setup how they audit; @param most as many run at once */
  constructor(setup: ThreadSetup, most: number) {
    this.#pool = new ThreadPool(program, setup, most)
  }

  /** Reads a file. Never rejects: where a thread dies of it, that is its trouble. */
  async read(file: string): Promise<KeptRead> {
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
    for (;;) {
      const { thread, number } = kept
      const task = { kind: 'judge' as const, number, place, children }
      const outcome = thread === null ? { kind: 'lost' as const } : await this.#pool.askThread(thread, task)
      if (outcome.kind === 'ended') return diedOf(outcome.reason)
      if (outcome.kind === 'answered') {
        return outcome.answer.kind === 'judged' ? outcome.answer.outcome : diedOf('it gave no answer')
      }
      if (kept.thread !== thread) continue // it was read again for another of its sessions
      const again = await this.read(kept.file)
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
