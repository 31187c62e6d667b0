/** How many threads an audit of a folder is worth. */

import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { severalAtOnce } from '@todo-ledger/recordings/agents'
import { InvalidArgumentError } from 'commander'
import { number, type OptionDeclaration } from '../options.js'
import type { Source } from '../sources/source.js'

/** More threads than this only wait for the disk and for each other. */
const mostThreads = 8

/** Fewer bytes than this in each thread are read before a thread has started. */
const bytesWorthAThread = 4_000_000

/** What there is to read of a folder. */
export interface FolderWork {
  /** The folder. */
  readonly folder: Extract<Source, { readonly kind: 'folder' }>
  /** The bytes of each file, by its path; 0 where they are not known. */
  readonly bytes: ReadonlyMap<string, number>
  /** As many threads read it; 1: this thread alone. */
  readonly jobs: number
}

/** `--jobs`. */
export const jobsOption: { readonly jobs: OptionDeclaration<number | undefined> } = {
  jobs: number(
    '--jobs <n>',
    `files of a folder that are read at once; as many as there are cores, at most ${mostThreads}, where it pays`,
    positiveNumber,
  ),
}

/** What there is to read of a folder, and how many threads it is worth; null where the source is no folder. */
export async function folderWorkOf(
  source: Source,
  asked: number | undefined,
  session: string | undefined,
): Promise<FolderWork | null> {
  if (source.kind !== 'folder') return null
  const sizes = await severalAtOnce(source.files, sizeOf)
  const bytes = new Map(source.files.map((file, index) => [file, sizes[index] ?? 0]))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const worth = Math.min(mostThreads, availableParallelism(), Math.floor(total / bytesWorthAThread))
  // One session alone is looked for by name: that needs no threads.
  const jobs = session === undefined ? (asked ?? worth) : 1
  return { folder: source, bytes, jobs: Math.max(1, Math.min(jobs, source.files.length)) }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0 // reading it says what is wrong
  }
}

function positiveNumber(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number of threads, such as 4.')
}
