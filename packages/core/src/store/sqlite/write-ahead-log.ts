/**
 * Looks for damage in the write-ahead log of a database. SQLite can't: it reads the log up to the first frame that is
 * not as it was written, takes that for the place where a crash cut it off, and drops what stands behind. Mostly it is
 * right. It is not where a whole transaction stands behind: each was synced before the next began.
 *
 * The log is a header of 32 bytes, and then frames of a header of 24 bytes and a page. All numbers have 4 bytes, the
 * highest first.
 *
 *   header  magic number, version, page size, count of checkpoints, salt (2), checksum of these (2)
 *   frame   page, size of the database in pages where a transaction ends and else 0, salt (2), checksum (2)
 *
 * The checksum of a frame covers page and size, the page's content, and the checksum before it. So a frame behind a bad
 * one can still be checked: with the checksum that stands in the bad one. Frames with another salt are left over from
 * before the log was begun anew, and mean nothing. Source: sqlite.org/fileformat2.html#walformat
 */

import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { StoreError } from '../../errors.js'
import { openForGood } from './driver.js'
import { sqliteFailure } from './failures.js'

/** What SQLite would drop though it was acknowledged. */
interface LogDamage {
  /** The first frame that is not as it was written, from 1; 0 for the header of the log. */
  readonly frame: number
  /** How many transactions stand behind it, whole. */
  readonly transactions: number
}

/** The two sums of a checksum. */
type Checksum = readonly [first: number, second: number]

const headerBytes = 32
const frameHeaderBytes = 24
const magicNumbers: readonly number[] = [0x377f0682, 0x377f0683]
/** A drive writes so many bytes whole or not at all. */
const sectorBytes = 512
/** Bytes of the log in memory at once, at most a frame more. */
const chunkBytes = 1 << 20

/**
 * What is wrong with the write-ahead log of a database, in a sentence; null where there is none, or nothing that a crash
 * can't have left. To be asked before SQLite opens the database: what it drops is gone.
 * @param path the path of the database; @param name what messages call it
 * @throws StoreError `disk-failed` where the log can't be read
 */
export function logProblem(path: string, name: string): string | null {
  try {
    const found = readLog(path)
    // Somebody who writes meanwhile can make a log look damaged, and has written on when it is read again.
    if (found === null || readLog(path)?.frame !== found.frame) return null
    const { frame, transactions } = found
    const where = frame === 0 ? 'in its header' : `at frame ${frame}`
    const behind = transactions === 1 ? 'a whole transaction' : `${transactions} whole transactions`
    return `the write-ahead log is damaged ${where}, and SQLite ignores ${behind} behind it`
  } catch (error) {
    throw new StoreError('disk-failed', sqliteFailure({ rawCode: 10 }, name).message, { cause: error })
  }
}

function readLog(path: string): LogDamage | null {
  const log = openLog(path)
  if (log === null) return null
  try {
    const header = bytesAt(log, 0, headerBytes)
    if (header.length < headerBytes) return null
    return isWhole(header) ? behindBadFrame(log, header) : behindBadHeader(log, header, realpathSync(path))
  } finally {
    closeSync(log)
  }
}

/** Null where there is none, or none that may be read, which SQLite says. */
function openLog(path: string): number | null {
  try {
    // Whoever closes a file takes the locks away that anything in the process has on it. SQLite has none on the log:
    // they stand on the database and on its -shm, which are therefore not opened here.
    return openSync(`${realpathSync(path)}-wal`, 'r')
  } catch {
    return null
  }
}

function isWhole(header: Buffer): boolean {
  const magic = header.readUInt32BE(0)
  const computed = checksum(header.subarray(0, 24), isBigEndian(magic), [0, 0])
  const isWritten = magicNumbers.includes(magic) && isSame(computed, checksumAt(header, 24))
  return isWritten && isPageSize(header.readUInt32BE(8))
}

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && Number.isInteger(Math.log2(size))
}

/** The magic number also says how the words are read that a checksum is made of. */
function isBigEndian(magic: number): boolean {
  return magic === 0x377f0683
}

/** What stands behind the first bad frame. */
function behindBadFrame(log: number, header: Buffer): LogDamage | null {
  const salt = header.subarray(16, 24)
  const chain = new FrameChain(salt, isBigEndian(header.readUInt32BE(0)), [checksumAt(header, 24)])
  let bad = 0
  let transactions = 0
  /** True where the transaction that the last bad frame belongs to has ended. */
  let hasEnded = false
  for (const { number, offset, frame } of framesOf(log, header.readUInt32BE(8))) {
    if (!chain.follows(frame)) {
      if (bad === 0) bad = number
      // The frame may be an older one, in parts, that a crash left: then no other follows it, or it is of two sectors.
      hasEnded = endsTransaction(frame) && isInOneSector(offset)
    } else if (bad > 0 && endsTransaction(frame)) {
      // The first end may be that of the last transaction, of which a crash left some frames and not others.
      if (hasEnded) transactions += 1
      hasEnded = true
    }
  }
  return transactions === 0 ? null : { frame: bad, transactions }
}

/** What stands behind a bad header and is not in the database: after a checkpoint it would be. */
function behindBadHeader(log: number, header: Buffer, path: string): LogDamage | null {
  const database = openForGood(path)
  const size = bytesAt(database, 16, 2)
  const pageSize = size.length < 2 ? 0 : size.readUInt16BE(0) === 1 ? 65_536 : size.readUInt16BE(0)
  if (!isPageSize(pageSize)) return null
  for (const bigEndian of [false, true]) {
    const seeds = [checksumAt(header, 24), checksum(header.subarray(0, 24), bigEndian, [0, 0])]
    const { transactions, pages } = committedPages(log, pageSize, new FrameChain(null, bigEndian, seeds))
    const isMissing = ([page, content]: readonly [number, number]) =>
      !bytesAt(database, (page - 1) * pageSize, pageSize).equals(bytesAt(log, content, pageSize))
    if ([...pages].some(isMissing)) return { frame: 0, transactions }
  }
  return null
}

/** The pages of the first transactions that can be checked, and where in the log the newest content of each stands. */
function committedPages(
  log: number,
  pageSize: number,
  chain: FrameChain,
): { readonly transactions: number; readonly pages: ReadonlyMap<number, number> } {
  const pages = new Map<number, number>()
  const pending = new Map<number, number>()
  let transactions = 0
  for (const { offset, frame } of framesOf(log, pageSize)) {
    if (chain.follows(frame)) {
      pending.set(frame.readUInt32BE(0), offset + frameHeaderBytes)
      if (!endsTransaction(frame)) continue
      for (const [page, content] of pending) pages.set(page, content)
      transactions += 1
    } else if (transactions > 0) break
    pending.clear()
  }
  return { transactions, pages }
}

/** Tells which frames follow the one before them. */
class FrameChain {
  readonly #bigEndian: boolean
  #salt: Buffer | null
  #isSaltKnown: boolean
  #seeds: readonly Checksum[]

  /** @param salt that of the log, or null where it is not known; @param seeds what the checksum before may be */
  constructor(salt: Buffer | null, bigEndian: boolean, seeds: readonly Checksum[]) {
    this.#salt = salt
    this.#isSaltKnown = salt !== null
    this.#bigEndian = bigEndian
    this.#seeds = seeds
  }

  /** Whether a frame is as it was written, and right after the one before. To be asked of each in order. */
  follows(frame: Buffer): boolean {
    const stored = checksumAt(frame, 16)
    const salt = frame.subarray(8, 16)
    const isOfLog = (this.#salt === null || salt.equals(this.#salt)) && frame.readUInt32BE(0) > 0
    if (!this.#isSaltKnown) this.#salt = Buffer.from(salt)
    const computed = isOfLog ? this.#seeds.map((seed) => this.#checksumOf(frame, seed)) : []
    const follows = computed.some((sums) => isSame(sums, stored))
    // Of a bad frame the checksum itself may be what is bad.
    this.#seeds = follows ? [stored] : [stored, ...computed.slice(0, 1)]
    return follows
  }

  #checksumOf(frame: Buffer, seed: Checksum): Checksum {
    const ofHeader = checksum(frame.subarray(0, 8), this.#bigEndian, seed)
    return checksum(frame.subarray(frameHeaderBytes), this.#bigEndian, ofHeader)
  }
}

interface Frame {
  /** Its number, from 1. */
  readonly number: number
  /** Where it begins in the log. */
  readonly offset: number
  /** Its bytes, until the next is asked for. */
  readonly frame: Buffer
}

function* framesOf(log: number, pageSize: number): Generator<Frame> {
  const bytes = frameHeaderBytes + pageSize
  const perChunk = Math.ceil(chunkBytes / bytes)
  for (let number = 1; ; ) {
    const chunk = bytesAt(log, headerBytes + (number - 1) * bytes, perChunk * bytes)
    if (chunk.length < bytes) return
    for (let start = 0; start + bytes <= chunk.length; start += bytes) {
      const offset = headerBytes + (number - 1) * bytes
      yield { number, offset, frame: chunk.subarray(start, start + bytes) }
      number += 1
    }
  }
}

function endsTransaction(frame: Buffer): boolean {
  return frame.readUInt32BE(4) > 0
}

/** True where the header of the frame at an offset can't have been written in part. */
function isInOneSector(offset: number): boolean {
  return Math.floor(offset / sectorBytes) === Math.floor((offset + frameHeaderBytes - 1) / sectorBytes)
}

/** The checksum of bytes, in pairs of words, after another. Signed: such numbers are added several times as fast. */
function checksum(bytes: Buffer, bigEndian: boolean, [first, second]: Checksum): Checksum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let one = first | 0
  let other = second | 0
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + words.getInt32(at, !bigEndian) + other) | 0
    other = (other + words.getInt32(at + 4, !bigEndian) + one) | 0
  }
  return [one, other]
}

function checksumAt(bytes: Buffer, offset: number): Checksum {
  return [bytes.readInt32BE(offset), bytes.readInt32BE(offset + 4)]
}

function isSame(one: Checksum, other: Checksum): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

/** The bytes at an offset; fewer where the file ends before. */
function bytesAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, offset + read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}
