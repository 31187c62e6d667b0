/** A file that events are written to. It takes its name when it is whole. */

import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs'
import { Failure, systemMessage } from '../failure.js'

/** As many characters are gathered before they are written. */
const chunk = 256 * 1024

/** A file of lines under a name of its own until it is finished, so that no half of it is ever taken for the whole. */
export class EventFile {
  readonly #path: string
  readonly #partial: string
  readonly #file: number
  #gathered = ''
  #isOpen = true

  /**
   * @param path the file's name; one that exists is replaced when the new one is whole
   * @param inputs the files that are read, none of which may be it
   * @throws Failure `same-file`, `out`
   */
  constructor(path: string, inputs: readonly string[]) {
    const real = realPath(path)
    if (real !== null && inputs.some((input) => realPath(input) === real)) {
      throw new Failure('same-file', `${path} is what is read. Write to another file.`)
    }
    this.#path = path
    this.#partial = `${path}.${process.pid}.partial`
    this.#file = openNew(this.#partial, path)
  }

  /** Adds a line. */
  line(text: string): void {
    this.#gathered += `${text}\n`
    if (this.#gathered.length >= chunk) this.#write()
  }

  /** Gives the file its name. */
  finish(): void {
    this.#write()
    fsyncSync(this.#file)
    this.#close()
    renameSync(this.#partial, this.#path)
  }

  /** Removes what was written, unless it is finished. */
  abandon(): void {
    if (!this.#isOpen) return
    this.#close()
    rmSync(this.#partial, { force: true })
  }

  #write(): void {
    const bytes = Buffer.from(this.#gathered, 'utf8')
    this.#gathered = ''
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written)
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }
}

function openNew(partial: string, path: string): number {
  try {
    return openSync(partial, 'w')
  } catch (error) {
    const reason = systemMessage(error)
    if (reason === null) throw error
    throw new Failure('out', `${path} can't be written: ${reason.message}`, { cause: error })
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
