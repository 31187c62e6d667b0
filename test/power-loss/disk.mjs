/**
 * A disk that may lose its power. What was synced is there afterwards; of what was not, any part may be: each write
 * whole, torn at its 512-byte sectors, or not at all, in any order; each size; each name, until the folder was synced.
 * Bytes beside a write are never harmed, which SQLite relies on (sqlite.org/psow.html).
 */

import { createHash } from 'node:crypto'

/**
 * @typedef {import('../crash/random.mjs').Random} Random
 * @typedef {import('./read-log.mjs').Operation} Operation
 * @typedef {{ readonly offset: number, readonly bytes: Buffer } | { readonly size: number }} Change
 * @typedef {{ content: Buffer, changes: Change[], begun: number }} File the content that is durable, and what may follow
 * @typedef {{ readonly name: string, readonly file: number | null }} Naming a name given to a file, or taken away
 *
 * @typedef {'none' | 'all' | 'some'} Kept which of the changes that were not synced are there afterwards
 *
 * @typedef {object} DiskState
 * @property {ReadonlyMap<string, Buffer>} files by name
 * @property {boolean} torn whether a write is there in part
 * @property {boolean} whole whether nothing that was done is missing
 * @property {string} digest the same for the same files
 */

const sector = 512

/** The disk under one folder. */
export class Disk {
  /** @type {Map<number, File>} */
  #files = new Map()
  /** @type {Map<string, number>} */
  #names = new Map()
  /** @type {Naming[]} */
  #namings = []
  #namingsBegun = 0

  /** Does what a log says was done. @param {Operation} operation */
  apply(operation) {
    const { is } = operation
    if (is === 'create') {
      const { file, name } = operation
      this.#files.set(file, { content: Buffer.alloc(0), changes: [], begun: 0 })
      this.#namings.push({ name, file })
    } else if (is === 'unlink') this.#namings.push({ name: operation.name, file: null })
    else if (is === 'write') this.#file(operation.file).changes.push(operation)
    else if (is === 'truncate') this.#file(operation.file).changes.push({ size: operation.size })
    else if (is === 'begin-sync') {
      const file = this.#file(operation.file)
      file.begun = file.changes.length
    } else if (is === 'sync') {
      const file = this.#file(operation.file)
      const content = new Bytes(file.content)
      for (const change of file.changes.splice(0, file.begun)) content.change(change)
      file.content = content.content()
      file.begun = 0
    } else if (is === 'begin-sync-folder') this.#namingsBegun = this.#namings.length
    else if (is === 'sync-folder') {
      for (const naming of this.#namings.splice(0, this.#namingsBegun)) give(this.#names, naming)
      this.#namingsBegun = 0
    }
  }

  /** What may be there after a loss of power now. @param {Kept} kept @param {Random} random @returns {DiskState} */
  afterPowerLoss(kept, random) {
    const loss = new Loss(kept, random)
    const names = new Map(this.#names)
    // Of one name, what was done first is there first.
    const lost = new Set()
    for (const naming of this.#namings) {
      if (lost.has(naming.name) || !loss.keeps()) lost.add(naming.name)
      else give(names, naming)
    }
    if (lost.size > 0) loss.whole = false
    const files = new Map([...names].map(([name, file]) => [name, loss.contentOf(this.#file(file))]))
    const hash = createHash('sha256')
    for (const [name, content] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      hash.update(`${name} ${content.length}\n`).update(content)
    }
    return { files, torn: loss.torn, whole: loss.whole, digest: hash.digest('hex') }
  }

  /** @param {number} number */
  #file(number) {
    const file = this.#files.get(number)
    if (file === undefined) throw new Error(`There is no file ${number}.`)
    return file
  }
}

/** One loss of power: decides what of the unsynced changes is there afterwards. */
class Loss {
  torn = false
  whole = true
  #kept
  #random
  #share

  /** @param {Kept} kept @param {Random} random */
  constructor(kept, random) {
    this.#kept = kept
    this.#random = random
    this.#share = random.pick([0.1, 0.5, 0.9])
  }

  /** Whether one change is there. */
  keeps() {
    return this.#kept === 'all' || (this.#kept === 'some' && this.#random.chance(this.#share))
  }

  /** @param {File} file */
  contentOf({ content, changes }) {
    const bytes = new Bytes(content)
    if (this.#kept !== 'none') for (const change of changes) this.#meet(bytes, change)
    if (this.#kept === 'none' && changes.length > 0) this.whole = false
    return bytes.content()
  }

  /** @param {Bytes} content @param {Change} change */
  #meet(content, change) {
    if (this.keeps()) return content.change(change)
    this.whole = false
    if ('size' in change) return
    const { offset, bytes } = change
    // The size may have reached the disk without the bytes.
    if (this.#random.chance(0.3)) content.grow(offset + bytes.length)
    if (this.#random.chance(0.5)) this.#tear(content, offset, bytes)
  }

  /** @param {Bytes} content @param {number} offset @param {Buffer} bytes */
  #tear(content, offset, bytes) {
    let there = 0
    let parts = 0
    for (let from = offset; from < offset + bytes.length; ) {
      const to = Math.min((Math.floor(from / sector) + 1) * sector, offset + bytes.length)
      parts += 1
      if (this.#random.chance(0.5)) {
        content.change({ offset: from, bytes: bytes.subarray(from - offset, to - offset) })
        there += 1
      }
      from = to
    }
    if (there > 0 && there < parts) this.torn = true
  }
}

/** @param {Map<string, number>} names @param {Naming} naming */
function give(names, { name, file }) {
  if (file === null) names.delete(name)
  else names.set(name, file)
}

/** The content of a file while it changes. */
class Bytes {
  #buffer
  #size

  /** @param {Buffer} content which stays as it is */
  constructor(content) {
    this.#buffer = Buffer.from(content)
    this.#size = content.length
  }

  /** @param {Change} change */
  change(change) {
    if ('size' in change) {
      this.#buffer.fill(0, change.size, this.#size)
      this.#reserve(change.size)
      this.#size = change.size
      return
    }
    this.grow(change.offset + change.bytes.length)
    change.bytes.copy(this.#buffer, change.offset)
  }

  /** Makes it at least so large, with zeros. @param {number} size */
  grow(size) {
    this.#reserve(size)
    this.#size = Math.max(this.#size, size)
  }

  content() {
    return Buffer.from(this.#buffer.subarray(0, this.#size))
  }

  /** @param {number} size */
  #reserve(size) {
    if (size <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(size, 2 * this.#buffer.length))
    this.#buffer.copy(larger, 0, 0, this.#size)
    this.#buffer = larger
  }
}
