/**
 * What hooks hand over to the one of them that records, beside the ledger: a file each, on the disk before the hook ends.
 * Loading what records takes longer than all that a hook may take when many run at once.
 */

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isObject, stringIn } from '@todo-ledger/recordings/json'
import { isAlive } from '../is-alive.js'

/** What a hook was given. */
export interface SpooledHook {
  /** No other has it, so what is recorded of it is known again by it. */
  readonly name: string
  readonly at: Date
  readonly input: string
}

/** More than this wait only where nothing can be recorded for long. */
const most = 10_000
/** A number, so that they are in order, and what tells those of the same moment apart. */
const nameOfHook = /^(\d{12})-[0-9a-f]{16}\.json$/
/** What is being written, or was left by one that was killed. */
const partialName = /^\d{12}-[0-9a-f]{16}\.json\.partial$/
/** A lock that says nothing is being written, or was never written; so is what has no name yet. */
const longestUnwritten = 60_000

/** The hooks of one ledger that wait to be recorded. */
export class Spool {
  readonly folder: string
  readonly #lock: string
  #held: string | null = null

  constructor(ledger: string) {
    this.folder = `${ledger}.spool`
    this.#lock = join(this.folder, 'lock')
  }

  /** The names of those that wait, in the order in which they came; none where the folder can't be read. */
  get names(): readonly string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => nameOfHook.test(name))
        .sort()
    } catch {
      return []
    }
  }

  /**
   * Adds one, behind all that are there. It is on the disk when this returns.
   * @throws Error `spool-full`, and what the system throws
   */
  add(input: string, at: Date): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const { names } = this
    if (names.length >= most) {
      const message = `${this.folder} holds ${most} hooks that could not be recorded.`
      throw Object.assign(new Error(message), { code: 'spool-full' })
    }
    const last = Number(nameOfHook.exec(names.at(-1) ?? '')?.[1] ?? 0)
    // Two of the same moment may get the same number: neither came before the other.
    const name = `${String(last + 1).padStart(12, '0')}-${randomBytes(8).toString('hex')}.json`
    const path = join(this.folder, name)
    const partial = `${path}.partial`
    try {
      writeSynced(partial, JSON.stringify({ at, input }))
      renameSync(partial, path)
    } catch (error) {
      rmSync(partial, { force: true })
      throw error
    }
    syncFolder(this.folder)
    return name
  }

  /** One that waits; null where it is gone, or is none. */
  read(name: string): SpooledHook | null {
    try {
      const given: unknown = JSON.parse(readFileSync(join(this.folder, name), 'utf8'))
      const input = isObject(given) ? stringIn(given, 'input') : null
      const at = new Date(isObject(given) ? (stringIn(given, 'at') ?? '') : '')
      return input === null || Number.isNaN(at.getTime()) ? null : { name, at, input }
    } catch {
      return null
    }
  }

  /** Removes one that is recorded. */
  remove(name: string): void {
    rmSync(join(this.folder, name), { force: true })
  }

  /**
   * Becomes the one that records, until it lets go or a moment has come. That it is one at a time spares work; two would
   * do no harm, for what is recorded has names.
   * @param until the moment by which it lets go, in milliseconds since 1970
   * @returns false where another one is at it; where nothing can be written, nobody is kept from trying
   */
  take(until: number): boolean {
    const text = `${process.pid} ${Math.ceil(until)} ${randomBytes(8).toString('hex')}`
    if (!this.#place(text)) {
      if (!this.#isLeft()) return false
      const away = `${this.#lock}.${randomBytes(8).toString('hex')}`
      try {
        // Of two that see it, one moves it away.
        renameSync(this.#lock, away)
        rmSync(away)
      } catch {
        return false
      }
      if (!this.#place(text)) return false
    }
    this.#held = text
    this.#clear()
    return true
  }

  /** Is it no longer. */
  letGo(): void {
    if (this.#held !== null && this.#read() === this.#held) rmSync(this.#lock, { force: true })
    this.#held = null
  }

  /** Removes what killed hooks left half-written: nobody records it, and it may hold secrets. */
  #clear(): void {
    try {
      for (const name of readdirSync(this.folder).filter((each) => partialName.test(each))) {
        const path = join(this.folder, name)
        if (Date.now() - statSync(path).mtimeMs > longestUnwritten) rmSync(path, { force: true })
      }
    } catch {
      // The next one does it.
    }
  }

  #place(text: string): boolean {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    } catch {
      return true
    }
    try {
      writeFileSync(this.#lock, text, { flag: 'wx', mode: 0o600 })
      return true
    } catch (error) {
      return !(error instanceof Error && 'code' in error && error.code === 'EEXIST')
    }
  }

  #read(): string | null {
    try {
      return readFileSync(this.#lock, 'utf8')
    } catch {
      return null
    }
  }

  /** True where the one that held it was killed, or should have let go long since. */
  #isLeft(): boolean {
    const text = this.#read()
    if (text === null) return false
    const [, pid, until] = /^(\d{1,15}) (\d{1,15}) /.exec(text) ?? []
    if (pid === undefined || until === undefined) {
      const { mtimeMs = Date.now() } = statSync(this.#lock, { throwIfNoEntry: false }) ?? {}
      return Date.now() - mtimeMs > longestUnwritten
    }
    return Date.now() > Number(until) || !isAlive(Number(pid))
  }
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A name is on the disk when its folder is. Windows has no such thing. */
function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    // The file itself is on the disk; a power cut may leave it without its name.
  }
}
