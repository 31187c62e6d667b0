/**
 * Looks for damage in the write-ahead log of a database. SQLite can't: it reads the log up to the first frame that is
 * not as it was written, takes that for the place where a crash cut it off, and drops what stands behind. Mostly it is
 * right. It is not where a whole transaction stands behind: each was synced before the next began, and so was the header.
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
const magicNumbers = { littleEndian: 0x377f0682, bigEndian: 0x377f0683 }
/** That of a ledger, whose header does not say. */
const usualPageSize = 4096
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
    const magic = header.readUInt32BE(0)
    const size = header.readUInt32BE(8)
    const isBigEndian = magic === magicNumbers.bigEndian
    const computed = checksum(header.subarray(0, 24), isBigEndian, [0, 0])
    const stored = checksumAt(header, 24)
    const isPageSize = size >= 512 && size <= 65_536 && Number.isInteger(Math.log2(size))
    const isMagic = isBigEndian || magic === magicNumbers.littleEndian
    if (isMagic && isPageSize && isSame(computed, stored)) {
      return damageBehind(log, size, new FrameChain(header.subarray(16, 24), isBigEndian, [stored]))
    }
    for (const bigEndian of [false, true]) {
      const seeds = [stored, checksum(header.subarray(0, 24), bigEndian, [0, 0])]
      const damage = damageBehind(log, usualPageSize, new FrameChain(null, bigEndian, seeds), true)
      if (damage !== null) return { ...damage, frame: 0 }
    }
    return null
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

/** What stands behind the first bad frame, or behind the header where that is bad. */
function damageBehind(
  log: number,
  pageSize: number,
  chain: FrameChain,
  isHeaderBad = false,
): LogDamage | null {
  let bad = 0
  let transactions = 0
  /** True where the transaction that the last bad frame belongs to has ended. */
  let hasEnded = isHeaderBad
  for (const { number, offset, frame } of framesOf(log, pageSize)) {
    const endsTransaction = frame.readUInt32BE(4) > 0
    if (!chain.follows(frame)) {
      if (bad === 0) bad = number
      // The frame may be an older one, in parts, that a crash left: then no other follows it, or it is of two sectors.
      const end = offset + frameHeaderBytes - 1
      hasEnded = endsTransaction && Math.floor(offset / sectorBytes) === Math.floor(end / sectorBytes)
    } else if ((bad > 0 || isHeaderBad) && endsTransaction) {
      // The first end may be that of the last transaction, of which a crash left some frames and not others.
      if (hasEnded) transactions += 1
      hasEnded = true
    }
  }
  return transactions === 0 ? null : { frame: bad, transactions }
}

/** Tells which frames follow the one before them. */
class FrameChain {
  readonly #bigEndian: boolean
  #salt: Buffer | null
  #seeds: readonly Checksum[]

  /** @param salt that of the log, or null where that of the first frame is it; @param seeds what the checksum before may be */
  constructor(salt: Buffer | null, bigEndian: boolean, seeds: readonly Checksum[]) {
    this.#salt = salt
    this.#bigEndian = bigEndian
    this.#seeds = seeds
  }

  /** Whether a frame is as it was written, and right after the one before. To be asked of each in order. */
  follows(frame: Buffer): boolean {
    const stored = checksumAt(frame, 16)
    this.#salt ??= Buffer.from(frame.subarray(8, 16))
    const isOfLog = this.#salt.equals(frame.subarray(8, 16)) && frame.readUInt32BE(0) > 0
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
  /** From 1. */
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
  for (let more = 1; more > 0 && read < length; read += more)
    more = readSync(file, bytes, read, length - read, offset + read)
  return bytes.subarray(0, read)
}
