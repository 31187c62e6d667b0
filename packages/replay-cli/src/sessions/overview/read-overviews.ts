/** Reads many recorded files: in threads where there is much to read, else in this one. The results are the same. */

import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Agent, severalAtOnce } from '@todo-ledger/recordings/agents'
import { faultMessage } from '../../failure.js'
import { ThreadPool } from '../../thread-pool.js'
import { OverviewReader } from './overview-reader.js'
import type { OverviewRead, OverviewSetup } from './session-overview.js'

const program = new URL('./overview-thread.js', import.meta.url)

/** More threads than this only wait for the disk and for each other. */
const mostThreads = 8

/** Fewer bytes than this in each thread are read before a thread has started. */
const bytesWorthAThread = 4_000_000

/** What is to be read. */
export interface OverviewWork {
  /** The files, in the order in which they are taken up. */
  readonly files: readonly string[]
  /** As many files are read at once; as many as it pays when absent. */
  readonly jobs: number | undefined
  /** How they are read. */
  readonly setup: OverviewSetup
  /** The agents that are known; threads know those that are built in, and others are read without threads. */
  readonly agents?: readonly Agent[] | undefined
  /** Is given each file that was read, in whatever order. */
  readonly done: (file: string, read: OverviewRead) => void
}

/** Reads the files. Trouble with one of them is a part of what it gives. */
export async function readOverviews({ files, jobs, setup, agents, done }: OverviewWork): Promise<void> {
  const worth = jobs ?? (await threadsWorth(files))
  const threads = Math.min(worth, files.length)
  if (threads <= 1 || agents !== undefined) {
    const reader = new OverviewReader(setup, agents)
    for (const file of files) done(file, await reader.read(file))
    return
  }
  const pool = new ThreadPool<string, OverviewRead>(program, setup, threads)
  try {
    await Promise.all(
      files.map(async (file) => {
        const outcome = await pool.ask(file)
        done(file, outcome.kind === 'answered' ? outcome.answer : diedOf(file, outcome))
      }),
    )
  } finally {
    await pool.close()
  }
}

async function threadsWorth(files: readonly string[]): Promise<number> {
  const sizes = await severalAtOnce(files, async (file) => {
    const entry = await stat(file).catch(() => null)
    return entry?.size ?? 0 // reading it says what is wrong
  })
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return Math.min(mostThreads, availableParallelism(), Math.floor(bytes / bytesWorthAThread))
}

function diedOf(
  file: string,
  outcome: { readonly kind: 'ended'; readonly reason: string } | { readonly kind: 'lost' },
): OverviewRead {
  const why = outcome.kind === 'ended' ? outcome.reason : 'it gave no answer'
  const reason = faultMessage(`the thread that read it ended: ${why}`)
  return {
    overview: { sessions: [], skipped: 0, troubles: [{ kind: 'fault', file, reason }] },
    beside: { format: '', sessions: [], children: [], files: [] },
    stamps: null,
  }
}
