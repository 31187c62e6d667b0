/** Says how far the audit of a folder is: files, findings so far, and how long it will take. */

import { stat } from 'node:fs/promises'
import { severalAtOnce } from '@todo-ledger/recordings/agents'
import type { Output } from '../output.js'
import { count, grouped } from '../text/count.js'
import type { AuditedSession } from './followed-session.js'

/** No guess at the remaining time is made before this much has been read. */
const secondsForAGuess = 2

/** Begins the progress of a folder: reads the sizes of its files. */
export async function folderProgress(output: Output, files: readonly string[]): Promise<FolderProgress> {
  const sizes = await severalAtOnce(files, sizeOf)
  return new FolderProgress(output, new Map(files.map((file, index) => [file, sizes[index] ?? 0])))
}

/** The progress of one folder. It is no part of the results, so it may look at the clock. */
class FolderProgress {
  readonly #output: Output
  readonly #bytes: ReadonlyMap<string, number>
  readonly #allBytes: number
  readonly #began: number = performance.now()
  #files = 0
  #readBytes = 0
  #findings = 0

  /** @param output where it is said; @param bytes the files with their sizes */
  constructor(output: Output, bytes: ReadonlyMap<string, number>) {
    this.#output = output
    this.#bytes = bytes
    this.#allBytes = [...bytes.values()].reduce((sum, size) => sum + size, 0)
    this.#say()
  }

  /** A file was read. */
  fileDone(file: string): void {
    this.#files += 1
    this.#readBytes += this.#bytes.get(file) ?? 0
    this.#say()
  }

  /** A session was audited. */
  audited({ audit }: AuditedSession): void {
    this.#findings += audit.findings.filter(
      ({ severity, known }) => severity !== 'info' && known !== true,
    ).length
  }

  #say(): void {
    const files = `${grouped(this.#files)} of ${count(this.#bytes.size, 'file')}`
    this.#output.progress([files, count(this.#findings, 'finding'), ...this.#timeLeft()].join(', '))
  }

  #timeLeft(): readonly string[] {
    const seconds = (performance.now() - this.#began) / 1000
    if (seconds < secondsForAGuess || this.#readBytes === 0) return []
    const left = Math.ceil((seconds / this.#readBytes) * (this.#allBytes - this.#readBytes))
    return [left < 100 ? `about ${left} s left` : `about ${Math.round(left / 60)} min left`]
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0 // reading it says what is wrong
  }
}
