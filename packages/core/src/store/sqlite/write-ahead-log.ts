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
import { failureOf } from './failures.js'

/** What SQLite would drop though it was acknowledged. */
interface LogDamage {
  /** The first frame that is not as it was written, from 1; 0 for the header of the log. */
  readonly frame: number
  /** How many transactions stand behind it, whole; all that the log holds where it is the header. */
  readonly transactions: number
}

/** The two sums of a checksum. */
type Checksum = readonly [first: number, second: number]

const headerBytes = 32
const frameHeaderBytes = 24
/** The second says that checksums are made of words whose highest byte comes first. */
const [littleEndian, bigEndian] = [0x377f0682, 0x377f0683]
/** A drive writes so many bytes whole or not at all; the smallest page, too. */
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
    if (frame === 0)
      return 'the write-ahead log is damaged in its header, and SQLite ignores all that it holds'
    const behind = transactions === 1 ? 'a whole transaction' : `${transactions} whole transactions`
    return `the write-ahead log is damaged at frame ${frame}, and SQLite ignores ${behind} behind it`
  } catch (error) {
    throw failureOf(10, name, error)
  }
}

function readLog(path: string): LogDamage | null {
  const log = openLog(path)
  if (log === null) return null
  try {
    const header = bytesAt(log, 0, headerBytes)
    if (header.length < headerBytes) return null
    if (isWhole(header)) return behindBadFrame(log, header)
    // It is synced before any frame is written, and too short to be written in part.
    const holdsFrame = bytesAt(log, headerBytes, frameHeaderBytes + sectorBytes).length > sectorBytes
    return holdsFrame ? { frame: 0, transactions: 0 } : null
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
  const [magic, size] = [header.readUInt32BE(0), header.readUInt32BE(8)]
  const isKnown = magic === littleEndian || magic === bigEndian
  const isPageSize = size >= 512 && size <= 65_536 && Number.isInteger(Math.log2(size))
  const computed = checksum(header.subarray(0, 24), magic === bigEndian, [0, 0])
  return isKnown && isPageSize && isSame(computed, checksumAt(header, 24))
}

/** What stands behind the first bad frame. */
function behindBadFrame(log: number, header: Buffer): LogDamage | null {
  const isBigEndian = header.readUInt32BE(0) === bigEndian
  const salt = header.subarray(16, 24)
  /** What the checksum of the frame before may be: of a bad one the checksum itself may be what is bad. */
  let seeds: readonly Checksum[] = [checksumAt(header, 24)]
  let bad = 0
  let transactions = 0
  /** True where the transaction that the last bad frame belongs to has ended. */
  let hasEnded = false
  for (const { number, offset, frame } of framesOf(log, header.readUInt32BE(8))) {
    const isOfLog = salt.equals(frame.subarray(8, 16)) && frame.readUInt32BE(0) > 0
    const computed = isOfLog ? seeds.map((seed) => frameChecksum(frame, isBigEndian, seed)) : []
    const stored = checksumAt(frame, 16)
    const follows = computed.some((sums) => isSame(sums, stored))
    seeds = follows ? [stored] : [stored, ...computed.slice(0, 1)]
    const endsTransaction = frame.readUInt32BE(4) > 0
    if (!follows) {
      if (bad === 0) bad = number
      // The frame may be an older one, in parts, that a crash left: then no other follows it, or it is of two sectors.
      hasEnded = endsTransaction && isInOneSector(offset)
    } else if (bad > 0 && endsTransaction) {
      // The first end may be that of the last transaction, of which a crash left some frames and not others.
      if (hasEnded) transactions += 1
      hasEnded = true
    }
  }
  return transactions === 0 ? null : { frame: bad, transactions }
}

function* framesOf(log: number, pageSize: number) {
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

/** True where the header of the frame at an offset can't have been written in part. */
function isInOneSector(offset: number): boolean {
  return Math.floor(offset / sectorBytes) === Math.floor((offset + frameHeaderBytes - 1) / sectorBytes)
}

function frameChecksum(frame: Buffer, isBigEndian: boolean, seed: Checksum): Checksum {
  const ofHeader = checksum(frame.subarray(0, 8), isBigEndian, seed)
  return checksum(frame.subarray(frameHeaderBytes), isBigEndian, ofHeader)
}

/** The checksum of bytes, in pairs of words, after another. Signed: such numbers are added several times as fast. */
function checksum(bytes: Buffer, isBigEndian: boolean, [first, second]: Checksum): Checksum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let one = first | 0
  let other = second | 0
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + words.getInt32(at, !isBigEndian) + other) | 0
    other = (other + words.getInt32(at + 4, !isBigEndian) + one) | 0
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
