/** Files that are written for a person: one is replaced when the new one is whole. A link, a device and a pipe stay. */

import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure, systemMessage } from './failure.js'

/** As many characters are gathered before they are written. */
const chunk = 256 * 1024

/** A file of lines on its way, under a name of its own until it is finished: no half of it is ever taken for the whole. */
export class WrittenFile {
  readonly #path: string
  readonly #file: number
  /** The name that it has until it is finished, and then; null where what is there is written as it is. */
  readonly #names: { readonly partial: string; readonly target: string } | null
  #gathered = ''
  #isOpen = true

  /** @param inputs the files that are read, none of which may be it. @throws Failure `same-file`, `out` */
  constructor(path: string, inputs: readonly string[] = []) {
    const real = realPath(path)
    if (real !== null && inputs.some((input) => realPath(input) === real))
      throw new Failure('same-file', `${path} is the file being read. Write to another file.`)
    this.#path = path
    const { file, names } = told(path, () => {
      const there = fs.statSync(path, { throwIfNoEntry: false })
      if (there !== undefined) fs.accessSync(path, fs.constants.W_OK)
      if (there !== undefined && !there.isFile()) return { file: fs.openSync(path, 'r+'), names: null }
      const target = targetOf(path)
      // Made anew or not at all: whatever somebody put there under that name is neither followed nor written.
      const partial = join(dirname(target), `.todo-replay-${randomBytes(8).toString('hex')}.partial`)
      const made = fs.openSync(partial, 'wx', there?.mode ?? 0o666)
      if (there !== undefined) fs.fchmodSync(made, there.mode & 0o7777)
      return { file: made, names: { partial, target } }
    })
    this.#file = file
    this.#names = names
  }

  line(line: string): void {
    this.text(`${line}\n`)
  }

  text(text: string): void {
    this.#gathered += text
    if (this.#gathered.length >= chunk) this.#write()
  }

  finish(): void {
    this.#write()
    told(this.#path, () => {
      if (this.#names !== null) fs.fsyncSync(this.#file)
      this.#isOpen = false
      fs.closeSync(this.#file)
      if (this.#names !== null) fs.renameSync(this.#names.partial, this.#names.target)
    })
  }

  /** Removes what was written, unless it is finished. */
  abandon(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    fs.closeSync(this.#file)
    if (this.#names !== null) fs.rmSync(this.#names.partial, { force: true })
  }

  #write(): void {
    const text = this.#gathered
    this.#gathered = ''
    told(this.#path, () => fs.writeFileSync(this.#file, text))
  }
}

/** Writes a file of which all is known. @throws Failure `out` */
export function writeWhole(path: string, text: string): void {
  const file = new WrittenFile(path)
  try {
    file.text(text)
    file.finish()
  } finally {
    file.abandon()
  }
}

/** Adds a line to the end of a file, all of it or nothing. @throws Failure `out` */
export function appendLine(path: string, line: string): void {
  told(path, () => {
    const file = fs.openSync(path, 'a')
    const before = fs.fstatSync(file)
    try {
      fs.writeFileSync(file, `${line}\n`)
      if (before.isFile()) fs.fsyncSync(file)
    } catch (error) {
      if (before.isFile()) fs.ftruncateSync(file, before.size)
      throw error
    } finally {
      fs.closeSync(file)
    }
  })
}

/** The file that is to be replaced or made, which links lead to. */
function targetOf(path: string): string {
  let target = resolve(path)
  while (fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    target = resolve(fs.realpathSync(dirname(target)), fs.readlinkSync(target))
  return target
}

/** What the system has against a file, in words. */
function told<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = systemMessage(error)
    if (reason === null) throw error
    throw new Failure('out', `${path} can't be written: ${reason.message}`, { cause: error })
  }
}

function realPath(path: string): string | null {
  try {
    return fs.realpathSync(path)
  } catch {
    return null
  }
}
