import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { logProblem } from '../src/store/sqlite/write-ahead-log.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'ledger.db')

const pageSize = 512
const sectorBytes = 512
const frameBytes = 24 + pageSize
const endOfFrame = (count: number) => 32 + count * frameBytes

/** What the drive makes of the sectors of a write that was not synced: true for those that it has written. */
type Kept = (sector: number) => boolean

/**
 * A log as SQLite writes it, on a drive that may lose what was not synced, sector by sector. Written after the file
 * format's description, and not after the code that is tested.
 */
class Writer {
  /** What is on the drive. */
  log: Buffer = Buffer.alloc(0)
  readonly database: Buffer = Buffer.alloc(pageSize * 8)
  #salt = Buffer.alloc(8, 7)
  #sums: readonly [number, number] = [0, 0]
  #frames = 0
  #content = 0
  readonly #pages = new Map<number, Buffer>()

  constructor() {
    this.database.writeUInt16BE(pageSize, 16)
    this.#begin(() => true)
  }

  /** A transaction that is acknowledged. */
  commit(pages: readonly number[]): void {
    const { frames, sums } = this.#framesOf(pages)
    this.#write(endOfFrame(this.#frames), frames, () => true)
    this.#accept(frames, sums)
  }

  /** One of which the sync fails, or that a crash cuts off: the next one is written over it. */
  lose(pages: readonly number[], kept: Kept): void {
    this.#write(endOfFrame(this.#frames), this.#framesOf(pages).frames, kept)
  }

  /** After a crash: as much is taken as is whole. */
  recover(): void {
    let sums = sumsAt(this.log, 24)
    let pending: Buffer[] = []
    this.#frames = 0
    for (let at = 32; at + frameBytes <= this.log.length; at += frameBytes) {
      const frame = this.log.subarray(at, at + frameBytes)
      const next = checksum(frame.subarray(24), checksum(frame.subarray(0, 8), sums))
      const [first, second] = sumsAt(frame, 16)
      const isNext = frame.subarray(8, 16).equals(this.#salt) && first === next[0] && second === next[1]
      if (!isNext || frame.readUInt32BE(0) === 0) return
      sums = next
      pending.push(Buffer.from(frame))
      if (frame.readUInt32BE(4) === 0) continue
      this.#accept(Buffer.concat(pending), sums)
      pending = []
    }
  }

  /** All goes into the database, and the log is begun anew over what stands there. */
  beginAnew(kept: Kept): void {
    for (const [page, content] of this.#pages) content.copy(this.database, (page - 1) * pageSize)
    this.#pages.clear()
    this.#salt = Buffer.from(this.#salt.map((byte) => (byte + 1) % 256))
    this.#begin(kept)
  }

  #begin(kept: Kept): void {
    const header = Buffer.alloc(32)
    header.writeUInt32BE(0x377f0682, 0)
    header.writeUInt32BE(3_007_000, 4)
    header.writeUInt32BE(pageSize, 8)
    this.#salt.copy(header, 16)
    this.#sums = checksum(header.subarray(0, 24), [0, 0])
    writeSums(header, 24, this.#sums)
    this.#write(0, header, kept)
    this.#frames = 0
  }

  #framesOf(pages: readonly number[]): { readonly frames: Buffer; readonly sums: readonly [number, number] } {
    let sums = this.#sums
    const frames = pages.map((page, index) => {
      this.#content += 1
      const frame = Buffer.alloc(frameBytes, this.#content % 251)
      frame.writeUInt32BE(page, 0)
      frame.writeUInt32BE(index === pages.length - 1 ? 8 : 0, 4)
      this.#salt.copy(frame, 8)
      frame.writeUInt32BE(this.#content, 24)
      sums = checksum(frame.subarray(24), checksum(frame.subarray(0, 8), sums))
      writeSums(frame, 16, sums)
      return frame
    })
    return { frames: Buffer.concat(frames), sums }
  }

  #accept(frames: Buffer, sums: readonly [number, number]): void {
    for (let at = 0; at < frames.length; at += frameBytes) {
      const content = frames.subarray(at + 24, at + frameBytes)
      this.#pages.set(frames.readUInt32BE(at), Buffer.from(content))
    }
    this.#sums = sums
    this.#frames += frames.length / frameBytes
  }

  #write(offset: number, bytes: Buffer, kept: Kept): void {
    const length = Math.max(this.log.length, offset + bytes.length)
    const written = Buffer.concat([this.log, Buffer.alloc(length - this.log.length)])
    for (let at = offset; at < offset + bytes.length; at += 1) {
      if (kept(Math.floor(at / sectorBytes))) written[at] = bytes[at - offset] ?? 0
    }
    this.log = written
  }
}

function checksum(bytes: Buffer, [first, second]: readonly [number, number]): [number, number] {
  const sums = new Uint32Array([first, second])
  for (let at = 0; at < bytes.length; at += 8) {
    sums[0] = (sums[0] ?? 0) + bytes.readUInt32LE(at) + (sums[1] ?? 0)
    sums[1] = (sums[1] ?? 0) + bytes.readUInt32LE(at + 4) + (sums[0] ?? 0)
  }
  return [sums[0] ?? 0, sums[1] ?? 0]
}

function sumsAt(bytes: Buffer, at: number): readonly [number, number] {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
}

function writeSums(bytes: Buffer, at: number, [first, second]: readonly [number, number]): void {
  bytes.writeUInt32BE(first, at)
  bytes.writeUInt32BE(second, at + 4)
}

function problemOf({ log, database }: Pick<Writer, 'log' | 'database'>): string | null {
  writeFileSync(path, database)
  writeFileSync(`${path}-wal`, log)
  return logProblem(path, 'The ledger')
}

type Step = {
  readonly is: 'commit' | 'lose' | 'crash' | 'begin'
  readonly pages: readonly number[]
  /** A bit for each sector, over and over. */
  readonly kept: number
}

const pages = fc.uniqueArray(fc.integer({ min: 2, max: 8 }), { minLength: 1, maxLength: 5 })
const step: fc.Arbitrary<Step> = fc.record({
  is: fc.constantFrom('commit', 'commit', 'commit', 'lose', 'crash', 'begin'),
  pages: pages.map((some) => some.toSorted()),
  kept: fc.nat(),
})
const steps = fc.array(step, { maxLength: 20 })

/** Steps of a writer; what it would leave is looked at after each. */
function writerAfter(all: readonly Step[], seen: (writer: Writer) => void): void {
  const writer = new Writer()
  for (const { is, pages: some, kept } of all) {
    const keeps: Kept = (sector) => ((kept >> (sector % 30)) & 1) === 1
    if (is === 'commit') writer.commit(some)
    else if (is === 'begin') writer.beginAnew(() => true)
    else writer.lose(some, keeps)
    seen(writer)
    if (is === 'crash') writer.recover()
  }
}

/** What is damaged, in the log of a real writer: test/tamper/write-ahead-log.test.ts. */
it('a write-ahead log has no problem after anything that crashes, failed syncs and new beginnings can leave', () => {
  fc.assert(
    fc.property(steps, (all) => {
      writerAfter(all, (writer) => expect(problemOf(writer)).toBeNull())
    }),
    { numRuns: runs(600) },
  )
})

it('a header in two sectors may be of two writes: a size of the older one ends no transaction of the newer', () => {
  const writer = new Writer()
  // The 42nd frame's page and size end a sector, and its salt and checksum begin the next.
  for (let frame = 1; frame < 42; frame += 1) writer.commit([2])
  const next = Math.floor(endOfFrame(41) / sectorBytes) + 1
  expect(endOfFrame(41) + 8).toBe(next * sectorBytes)
  writer.lose([2], () => true)
  writer.lose([2, 3], (sector) => sector >= next)
  expect(problemOf(writer)).toBeNull()
})
