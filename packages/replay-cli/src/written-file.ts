/**
 * Files that are written for a person: what stands under the name stays what it is. A file is replaced when the new one
 * is whole, and keeps its mode and its owner; a link stays, and what it leads to is written; a device or a pipe is
 * written as it is.
 */

import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure, systemMessage } from './failure.js'
import { isAlive } from './is-alive.js'

/** As many characters are gathered before they are written. */
const chunk = 256 * 1024

/** A file of lines, on its way: under a name of its own until it is finished, so that no half of it is ever taken for the whole. */
export class WrittenFile {
  readonly #path: string
  /** What is to be replaced; null where what is there is written as it is. */
  readonly #target: string | null
  /** The name that it has until it is finished. */
  #partial: string | null = null
  #file: number | null
  #gathered = ''

  /** @param inputs the files that are read, none of which may be it. @throws Failure `same-file`, `out` */
  constructor(path: string, inputs: readonly string[] = []) {
    const real = realPath(path)
    if (real !== null && inputs.some((input) => realPath(input) === real))
      throw new Failure('same-file', `${path} is the file being read. Write to another file.`)
    this.#path = path
    const there = told(path, () => fs.statSync(path, { throwIfNoEntry: false }))
    if (there !== undefined && !there.isFile()) {
      this.#target = null
      this.#file = told(path, () => fs.openSync(path, fs.constants.O_WRONLY))
      return
    }
    const target = told(path, () => targetOf(path))
    this.#target = target
    const folder = dirname(target)
    removeLeft(folder)
    const partial = join(folder, `.todo-replay-${process.pid}-${randomBytes(8).toString('hex')}.partial`)
    // Made anew or not at all: whatever somebody put there under that name is neither followed nor written.
    this.#file = told(path, () => fs.openSync(partial, 'wx', there === undefined ? 0o666 : 0o600))
    this.#partial = partial
    if (there === undefined) return
    try {
      fs.accessSync(target, fs.constants.W_OK)
      becomes(this.#file, there)
    } catch (error) {
      this.abandon()
      throw tellable(path, error)
    }
  }

  /** Adds a line. @throws Failure `out` */
  line(line: string): void {
    this.text(`${line}\n`)
  }

  /** Adds a text as it is. @throws Failure `out` */
  text(text: string): void {
    this.#gathered += text
    if (this.#gathered.length >= chunk) this.#write()
  }

  /** Gives the file its name. @throws Failure `out` */
  finish(): void {
    this.#write()
    const [target, partial, file] = [this.#target, this.#partial, this.#file]
    told(this.#path, () => {
      if (partial !== null && file !== null) fs.fsyncSync(file)
      this.#close()
      if (target !== null && partial !== null) fs.renameSync(partial, target)
    })
    this.#partial = null
  }

  /** Removes what was written, unless it is finished. */
  abandon(): void {
    this.#close()
    if (this.#partial !== null) fs.rmSync(this.#partial, { force: true })
    this.#partial = null
  }

  #write(): void {
    const [text, file] = [this.#gathered, this.#file]
    this.#gathered = ''
    if (file !== null) told(this.#path, () => writeAll(file, text))
  }

  #close(): void {
    const file = this.#file
    this.#file = null
    if (file !== null) fs.closeSync(file)
  }
}

/** So long nothing was written to a file that is taken for left behind, in milliseconds. */
const longestIdle = 60_000

/** Removes what killed processes left in a folder on their way to a file. */
function removeLeft(folder: string): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const [, pid] = /^\.todo-replay-(\d{1,10})-[0-9a-f]{16}\.partial$/.exec(name) ?? []
      if (pid === undefined || isAlive(Number(pid))) continue
      const left = join(folder, name)
      // It may be written from another machine.
      if (Date.now() - fs.lstatSync(left).mtimeMs > longestIdle) fs.rmSync(left, { force: true })
    }
  } catch {
    // Where it can't be removed it stays; writing says what else is wrong with the folder.
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
      writeAll(file, `${line}\n`)
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
  while (fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    target = resolve(fs.realpathSync(dirname(target)), fs.readlinkSync(target))
  }
  return target
}

/** Gives a new file the owner and the mode of another, where the system lets it. */
function becomes(file: number, { uid, gid, mode }: fs.Stats): void {
  const mine = fs.fstatSync(file)
  try {
    if (mine.uid !== uid || mine.gid !== gid) fs.fchownSync(file, uid, gid)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
  fs.fchmodSync(file, mode & 0o7777)
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  for (let written = 0; written < bytes.length; ) written += fs.writeSync(file, bytes, written)
}

/** What the system has against a file, in words. */
function told<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw tellable(path, error)
  }
}

function tellable(path: string, error: unknown): unknown {
  const reason = systemMessage(error)
  return reason === null
    ? error
    : new Failure('out', `${path} can't be written: ${reason.message}`, { cause: error })
}

function realPath(path: string): string | null {
  try {
    return fs.realpathSync(path)
  } catch {
    return null
  }
}
