/** What there is to read of a folder, and how many threads that is worth. */

import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { severalAtOnce } from '@todo-ledger/recordings/agents'
import { InvalidArgumentError } from 'commander'
import { number, type OptionDeclaration } from '../options.js'

/** More threads than this only wait for the disk and for each other. */
const mostThreads = 8

/** Fewer bytes than this in each thread are read before a thread has started. */
const bytesWorthAThread = 4_000_000

/** `--jobs`. */
export const jobsOption: { readonly jobs: OptionDeclaration<number | undefined> } = {
  jobs: number(
    '--jobs <n>',
    `files of a folder to read at once (default: the number of cores, at most ${mostThreads}, if that is faster)`,
    positiveNumber,
  ),
}

/** The bytes of each file of a folder, by its path; 0 where they are not known. */
export async function bytesOf(files: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = await severalAtOnce(files, sizeOf)
  return new Map(files.map((file, index) => [file, sizes[index] ?? 0]))
}

/** How many threads reading these files is worth. */
export function threadsWorth(files: readonly string[], bytes: ReadonlyMap<string, number>): number {
  const total = files.reduce((sum, file) => sum + (bytes.get(file) ?? 0), 0)
  return Math.min(mostThreads, availableParallelism(), Math.floor(total / bytesWorthAThread))
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
